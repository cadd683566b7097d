import { customer } from '../../../src/account-holders/customers.ts'
import { createHolder } from '../../../src/account-holders/save-holders.ts'
import { createSeals } from '../../../src/account-holders/seals.ts'
import { createShape } from '../../../src/account-holders/shapes.ts'
import type { NewContract } from '../../../src/contracts/record/rows.ts'
import { inTransaction } from '../../../src/db/transaction.ts'
import type { Acting } from '../../../src/http/caller.ts'
import { insertPlainContract } from '../oracle/earnings/plain-contract.ts'
import type { TestService } from '../service/app.ts'
import { holderId, sandboxOf } from '../service/sandbox.ts'

// Contracts that differ in every field of the search.

const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }

const people = {
  jose: { firstName: 'José', lastName: 'Muñoz', email: 'Jose@Example.com', phone: '(254) 555-0142' },
  dana: { firstName: 'Dana', lastName: 'Reyes', mobile: '254.555.0143' },
  rey: { firstName: 'Ana', lastName: 'Reynes' },
  firm: { companyName: 'Café Zürich LLC', isBusiness: true },
}

async function customers(service: TestService): Promise<Record<keyof typeof people, number>> {
  const { db } = await sandboxOf(service)
  const acting = { caller: { name: 'test', scopes: [] }, now: new Date(), today: '2024-03-15' }
  const reading = { kind: customer, seals: createSeals(service.keys) }
  const made = Object.entries(people).map(([name, person]) =>
    inTransaction(db, async (tx) => {
      const values = createShape(customer).parse({ address, ...person })
      return [name, (await createHolder(tx, acting as unknown as Acting, reading, values)).id] as const
    }),
  )
  return Object.fromEntries(await Promise.all(made)) as Record<keyof typeof people, number>
}

/** Creates the contracts, and gives the ids of the contracts and their parties by name. */
export async function searchedContracts(service: TestService): Promise<Record<string, number>> {
  const ids: Record<string, number> = {}
  const { db } = await sandboxOf(service)
  const { jose, dana, rey, firm } = await customers(service)
  const holder = (type: string, number: string) => holderId(service, type, number)
  const [d1001, d2001] = [await holder('Dealer', 'D1001'), await holder('Dealer', 'D2001')]
  Object.assign(ids, { d1001, d2001 })
  ids.group = await holder('DealerGroup', 'G100')
  ids.agent = await holder('Agent', 'A100')
  ids.bank = await holder('LienHolder', 'L100')
  const add = async (name: string, contract: Parameters<typeof insertPlainContract>[1]) => {
    ids[name] = await inTransaction(db, (tx) => insertPlainContract(tx, contract))
  }
  const key = (text: string): Pick<NewContract, 'external_references' | 'external_keys'> => ({
    external_references: [{ system: 'DMS', key: text, value: '1', url: null }],
    external_keys: [text.toLowerCase()],
  })
  await add('joses', {
    ...{ number: 'T-0001', dealer_id: d1001, customer_id: jose, status: 'Active', vin: '1FTFW1E50PFA00001' },
    ...{
      funding_status: 'Funded',
      dealer_group_id: ids.group,
      agent_id: ids.agent,
      lien_holder_id: ids.bank,
    },
    ...{
      sale_date: '2024-01-10',
      effective_date: '2024-01-11',
      expiration_date: '2027-01-11',
      open_claims: 1,
    },
    ...{ retail_price: 250_000 as never, updated_at: new Date('2024-02-01T00:00:00Z'), ...key('Deal-É7') },
  })
  await add('danas', {
    ...{ number: 't-0002', dealer_id: d1001, customer_id: dana, status: 'OnHold', held_from: 'Active' },
    ...{
      open_holds: 1,
      product_type_code: 'GAP',
      product_id: 2,
      program_id: 2,
      plan_id: 7,
      vin: '2FTFW1E50PFA00001',
    },
    ...{ sale_date: '2024-02-10', effective_date: '2024-02-10', expiration_date: '2026-02-10' },
    ...{ retail_price: 90_000 as never, updated_at: new Date('2024-02-02T00:00:00Z'), state_of_sale: 'FL' },
  })
  await add('reys', {
    ...{
      number: 'T-0003',
      dealer_id: d2001,
      customer_id: rey,
      status: 'Cancelled',
      cancel_date: '2024-03-01',
    },
    ...{ sale_date: '2024-02-11', effective_date: '2024-02-12', lien_holder_id: ids.bank },
    ...{ retail_price: 90_000 as never, updated_at: new Date('2024-03-01T12:00:00Z') },
  })
  await add('firms', {
    ...{
      number: '4',
      dealer_id: d2001,
      customer_id: firm,
      status: 'Active',
      funding_status: 'PartiallyFunded',
    },
    ...{ pending_changes: {} as never, updated_at: new Date('2024-03-10T00:00:00Z') },
    ...{ sale_date: '2024-03-10', effective_date: '2024-03-10', retail_price: 310_000 as never },
  })
  await add('quote', {
    ...{ number: null, dealer_id: d1001, customer_id: null, status: 'Quote', make: null, model: null },
    ...{ retail_price: 0 as never, vehicle_year: null, term_miles: null, sale_date: '2024-03-15' },
    ...{ updated_at: new Date('2024-03-12T00:00:00Z') },
  })
  return ids
}
