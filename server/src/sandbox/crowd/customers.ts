import { drawsFor } from './draws.ts'
import { cities, firstNames, lastNames, streets } from './places.ts'

const COUNT = 60
const companies = ['Landscaping', 'Plumbing', 'Catering', 'Roofing', 'Transport'] as const

/** The generated customers: their fields, and the date since when they are known. */
export function crowdCustomers(): { since: string; person: Record<string, unknown> }[] {
  return Array.from({ length: COUNT }, (_, at) => {
    const draws = drawsFor(`Customer ${at}`)
    const { areaCode, ...city } = draws.oneOf(cities)
    const [firstName, lastName] = [draws.oneOf(firstNames), draws.oneOf(lastNames)]
    const isBusiness = draws.happens(10)
    const phone = () => `${areaCode}-555-01${draws.digits(2)}`
    return {
      since: draws.date('2021-07-01', '2024-06-28'),
      person: {
        firstName,
        middleName: draws.happens(30) ? draws.oneOf(firstNames) : null,
        lastName,
        companyName: isBusiness ? `${lastName} ${draws.oneOf(companies)}` : null,
        isBusiness,
        birthDate: draws.happens(80) ? draws.date('1945-01-01', '2002-12-31') : null,
        email: draws.happens(85) ? `buyer${at + 1}@mail.example` : null,
        phone: phone(),
        mobile: draws.happens(50) ? phone() : null,
        address: { line1: `${draws.whole(100, 9_900)} ${draws.oneOf(streets)}`, ...city },
        taxIdLast4: draws.happens(60) ? draws.digits(4) : null,
        preferredLanguage: draws.happens(15) ? 'es' : null,
        doNotContact: draws.happens(8),
      },
    }
  })
}
