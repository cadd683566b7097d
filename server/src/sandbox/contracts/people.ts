import type { crowdCustomers } from '../crowd/customers.ts'
import type { Draws } from '../crowd/draws.ts'
import { cities, firstNames, lastNames, streets } from '../crowd/places.ts'

/** A customer as a sale describes them. */
export type SeedPerson = Readonly<Record<string, unknown>>

/** A new customer, who lives in a city of that state. */
export function personIn(draws: Draws, state: string, name: string): SeedPerson {
  const near = cities.filter((city) => city.state === state)
  const { areaCode, ...city } = draws.oneOf(near.length > 0 ? near : cities)
  return {
    firstName: draws.oneOf(firstNames),
    middleName: draws.happens(20) ? draws.oneOf(firstNames) : null,
    lastName: draws.oneOf(lastNames),
    email: draws.happens(80) ? `${name}@mail.example` : null,
    phone: `${areaCode}-555-01${draws.digits(2)}`,
    birthDate: draws.happens(40) ? draws.date('1948-01-01', '2001-12-31') : null,
    address: { line1: `${draws.whole(100, 9_900)} ${draws.oneOf(streets)}`, ...city },
    preferredLanguage: draws.happens(10) ? 'es' : null,
  }
}

/** A co-buyer: at the same address, and usually with the same last name. */
export function cobuyerFor(draws: Draws, buyer: SeedPerson): SeedPerson {
  return {
    firstName: draws.oneOf(firstNames.filter((name) => name !== buyer.firstName)),
    lastName: draws.happens(75) ? buyer.lastName : draws.oneOf(lastNames),
    address: buyer.address,
    birthDate: draws.happens(40) ? draws.date('1948-01-01', '2001-12-31') : null,
  }
}

/**
 * The buyer of a sale: a customer of the crowd who lives nearby and is known on that day, or a new customer. A birth date
 * is left out, because with one the sale would not match the known customer.
 */
export function buyerAt(draws: Draws, { state, soldOn, name, crowd }: BuyerTerms): SeedPerson {
  const known = crowd.filter(({ since, person }) => since <= soldOn && livesIn(person, state))
  if (known.length === 0 || !draws.happens(25)) return personIn(draws, state, name)
  const { isBusiness: _, doNotContact: __, birthDate: ___, ...person } = draws.oneOf(known).person
  return person
}

interface BuyerTerms {
  readonly state: string
  readonly soldOn: string
  readonly name: string
  readonly crowd: ReturnType<typeof crowdCustomers>
}

const livesIn = ({ address }: Record<string, unknown>, state: string) =>
  (address as { readonly state: string }).state === state
