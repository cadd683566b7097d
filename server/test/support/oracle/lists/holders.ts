import fc from 'fast-check'
import { type AccountHolderType, holderStatuses } from '../../../../src/account-holders/holder-types.ts'
import { kinds } from '../../../../src/account-holders/kinds.ts'
import type { Seals } from '../../../../src/account-holders/seals.ts'
import { audited, type Draws, maybe } from './draws.ts'
import type { Raw } from './world.ts'

// Random account holders with their parents.

const begins = ['0001-01-01', '2023-12-31', '2024-02-29', '2024-03-14', '2024-03-15']
const ends = ['2024-03-15', '2024-03-16', '2024-12-31', '2025-01-01', '9999-12-31']
export const dates = [...begins, ...ends]

const phones = ['512-555-0100', '(512) 555 0100', '5125550100', '+1 512 555 0100', 'ext. none', '', '0']

const tableOf = (type: AccountHolderType) =>
  type === 'Customer' ? 'customer' : (kinds.find((kind) => kind.type === type)?.table ?? '')

export interface HolderData {
  /** The account holders made so far. */
  all(type: AccountHolderType): readonly number[]
  add(type: AccountHolderType, count: number): Promise<number[]>
  /** Links of agents to dealers. */
  link(count: number): Promise<void>
}

export function openHolderData(
  { draw, text, unique, pairs, insert, complete }: Draws,
  seals: Seals,
): HolderData {
  const made = new Map<AccountHolderType, readonly number[]>()
  const all = (type: AccountHolderType) => made.get(type) ?? []
  /** One of the first few of these, so that several share it. */
  const oneOf = (type: AccountHolderType, most: number) => {
    const ids = all(type).slice(0, most)
    return ids.length === 0 ? fc.constant(null) : maybe(fc.constantFrom(...ids))
  }
  const taxIds = draw(fc.integer({ min: 100_000_000, max: 999_999_999 }), 20).map(String)
  const shared = fc.record({
    name: text,
    status: fc.constantFrom(...holderStatuses),
    line1: maybe(text),
    city: maybe(text),
    state: maybe(fc.oneof(fc.constantFrom('TX', 'tx', 'FL', 'CA', 'ı'), text)),
    zip: maybe(text),
    phone: maybe(fc.constantFrom(...phones)),
    email: maybe(text),
    effective_date: fc.constantFrom(...begins),
    expiration_date: maybe(fc.constantFrom(...ends)),
  })
  const taxed = maybe(fc.constantFrom(...taxIds)).map((taxId) => ({
    tax_id: taxId && seals.seal(taxId),
    tax_id_hash: taxId && `\\x${seals.taxIdHash(taxId).toString('hex')}`,
    tax_id_last4: taxId?.slice(-4) ?? null,
  }))
  const holder = fc
    .tuple(text, shared, taxed, audited)
    .map(([number, ...parts]) => Object.assign({ number }, ...parts) as Raw & { number: string })
  const own: Readonly<Partial<Record<AccountHolderType, () => fc.Arbitrary<Raw>>>> = {
    Agent: () =>
      fc.record({
        parent_agent_id: oneOf('Agent', 5),
        license_numbers: fc.subarray([{ state: 'TX' }, { state: 'FL' }, { state: 'CA' }]),
      }),
    DealerGroup: () => fc.record({ parent_group_id: oneOf('DealerGroup', 5) }),
    Dealer: () => fc.record({ dealer_group_id: oneOf('DealerGroup', 40) }),
    RepairFacility: () => fc.record({ is_preferred: fc.boolean() }),
    LienHolder: () => fc.array(text, { maxLength: 3 }).map((aliases) => ({ aliases, aliases_lower: [] })),
    Customer: () =>
      fc.record({
        first_name: maybe(text),
        last_name: maybe(text),
        company_name: maybe(text),
        mobile: maybe(fc.constantFrom(...phones)),
      }),
  }
  return {
    all,
    async add(type, count) {
      const rows = draw(holder, count).map((row) => ({ ...row, type, number: unique(row.number) }))
      const ids = await insert('account_holder', rows)
      const parts = own[type] ? draw(own[type](), count) : []
      await insert(
        tableOf(type),
        ids.map((id, at) => ({ id, ...parts[at] })),
      )
      if (type === 'LienHolder')
        await complete(
          'update lien_holder set aliases_lower = array(select lower(alias) from unnest(aliases) as alias)',
        )
      made.set(type, [...all(type), ...ids])
      return ids
    },
    async link(count) {
      const links = pairs(all('Dealer'), all('Agent').slice(0, 40), count).map(
        ([dealer_id, agent_id], at) => ({
          ...{ dealer_id, agent_id },
          role: at % 2 === 0 ? 'Primary' : 'Secondary',
        }),
      )
      await insert('dealer_agent', links, 'agent_id')
    },
  }
}
