import fc from 'fast-check'
import { holderStatuses, type HolderType } from '../../src/account-holders/holder-types.ts'
import { kinds } from '../../src/account-holders/kinds.ts'
import type { Seals } from '../../src/account-holders/seals.ts'
import { type Db, run } from '../../src/db/database.ts'
import { productTypes } from '../../src/reference/product-types.ts'
import { detailsOf } from './naive-details.ts'
import { anyText, cut } from './naive-texts.ts'
import type { Raw } from './naive-world.ts'

// Random rows for every list, written straight into the tables.

export interface Scoped {
  readonly type: string
  readonly id: number
}

export interface DataSource {
  readonly db: Db
  readonly seals: Seals
  readonly seed: number
}

const instants = [
  '2024-03-15T14:59:59.999Z',
  '2024-03-15T15:00:00.000Z',
  '2024-03-15T15:00:00.001Z',
  '2024-02-29T23:59:59.999Z',
  '2024-03-01T00:00:00.000Z',
  '0001-01-01T00:00:00.000Z',
  '9999-12-31T23:59:59.999Z',
]
const begins = ['0001-01-01', '2023-12-31', '2024-02-29', '2024-03-14', '2024-03-15']
const ends = ['2024-03-15', '2024-03-16', '2024-12-31', '2025-01-01', '9999-12-31']
const phones = ['512-555-0100', '(512) 555 0100', '5125550100', '+1 512 555 0100', 'ext. none', '', '0']

const tableOf = (type: HolderType) =>
  type === 'Customer' ? 'customer' : (kinds.find((kind) => kind.type === type)?.table ?? '')

export type NaiveData = ReturnType<typeof openData>

export function openData({ db, seals, seed }: DataSource) {
  let [draws, serial] = [0, 0]
  const draw = <Value>(from: fc.Arbitrary<Value>, count: number): Value[] => {
    draws += 1
    return fc.sample(from, { numRuns: count, seed: seed + draws })
  }
  const text = fc.constantFrom(...draw(anyText, 250))
  const maybe = <Value>(from: fc.Arbitrary<Value>) => fc.option(from, { freq: 4 })
  const flag = fc.boolean()
  const state = fc.oneof(fc.constantFrom('TX', 'tx', 'FL', 'CA', 'ı'), text)
  const types = fc.subarray(productTypes.map(({ code }) => code as string), { maxLength: 3 })
  const taxIds = draw(fc.integer({ min: 100_000_000, max: 999_999_999 }), 20).map(String)
  const audited = fc.constantFrom(...instants).map((updated_at) => ({
    created_at: instants[0],
    created_by: 'x',
    updated_at,
    updated_by: 'x',
  }))
  /** A text that nothing else of its kind is, whatever the letter case. */
  const unique = (one: string) => {
    serial += 1
    return `${cut(one, 30)}#${serial}`
  }

  /** The ids of the new rows, in their order. */
  async function insert(table: string, rows: readonly Raw[], answered = 'id'): Promise<number[]> {
    const [first] = rows
    if (!first) return []
    const names = Object.keys(first).join(', ')
    const inserted = await run<{ id: number }>(
      db,
      `insert into ${table} (${names}) select ${names} from jsonb_populate_recordset(null::${table}, $1::jsonb)
       returning ${answered} as id`,
      [JSON.stringify(rows)],
    )
    return inserted.map(({ id }) => id)
  }

  /** As many pairs, each once. */
  const pairs = (ones: readonly number[], others: readonly number[], count: number) => {
    if (ones.length === 0 || others.length === 0) return []
    const drawn = draw(fc.tuple(fc.constantFrom(...ones), fc.constantFrom(...others)), count)
    return [...new Map(drawn.map((pair) => [pair.join(), pair])).values()]
  }

  const made = new Map<HolderType, number[]>()
  const all = (type: HolderType) => made.get(type) ?? []
  const someOf = (type: HolderType) => maybe(fc.constantFrom(...(all(type).length > 0 ? all(type) : [null])))

  const own: Readonly<Partial<Record<HolderType, () => fc.Arbitrary<Raw>>>> = {
    Agent: () =>
      fc.record({
        // Of the first few, so that there are several below one.
        parent_agent_id: maybe(fc.constantFrom(...(all('Agent').length > 0 ? all('Agent').slice(0, 5) : [null]))),
        license_numbers: fc.subarray([{ state: 'TX' }, { state: 'FL' }, { state: 'CA' }]),
      }),
    DealerGroup: () =>
      fc.record({
        parent_group_id: maybe(
          fc.constantFrom(...(all('DealerGroup').length > 0 ? all('DealerGroup').slice(0, 5) : [null])),
        ),
      }),
    Dealer: () => fc.record({ dealer_group_id: someOf('DealerGroup') }),
    RepairFacility: () => fc.record({ is_preferred: flag }),
    LienHolder: () => fc.record({ aliases: fc.array(text, { maxLength: 3 }) }),
    Customer: () =>
      fc.record({
        first_name: maybe(text),
        last_name: maybe(text),
        company_name: maybe(text),
        mobile: maybe(fc.constantFrom(...phones)),
      }),
  }

  const holder = fc
    .record({
      number: text,
      name: text,
      status: fc.constantFrom(...holderStatuses),
      line1: maybe(text),
      city: maybe(text),
      state: maybe(state),
      zip: maybe(text),
      phone: maybe(fc.constantFrom(...phones)),
      email: maybe(text),
      effective_date: fc.constantFrom(...begins),
      expiration_date: maybe(fc.constantFrom(...ends)),
      taxId: maybe(fc.constantFrom(...taxIds)),
      audited,
    })
    .map(({ taxId, audited, ...row }) => ({
      ...row,
      ...audited,
      tax_id: taxId && seals.seal(taxId),
      tax_id_hash: taxId && `\\x${seals.taxIdHash(taxId).toString('hex')}`,
      tax_id_last4: taxId?.slice(-4) ?? null,
    }))

  async function holders(type: HolderType, count: number): Promise<number[]> {
    const rows = draw(holder, count).map((row) => ({ ...row, type, number: unique(row.number) }))
    const ids = await insert('account_holder', rows)
    const parts = own[type] ? draw(own[type](), count) : []
    await insert(
      tableOf(type),
      ids.map((id, at) => ({ id, ...parts[at] })),
    )
    made.set(type, [...all(type), ...ids])
    return ids
  }

  const named = (rows: readonly { readonly name: string }[]) =>
    rows.map(({ name, ...row }) => ({ ...row, name: unique(name) }))

  return {
    insert,
    draw,
    all,
    holders,
    taxIds,
    text,

    async links(count: number): Promise<void> {
      const [agents, dealers] = [all('Agent'), all('Dealer')]
      await insert(
        'dealer_agent',
        pairs(dealers, agents.slice(0, 40), count).map(([dealer_id, agent_id], at) => ({
          dealer_id,
          agent_id,
          role: at % 2 ? 'Primary' : 'Secondary',
        })),
        'agent_id',
      )
      await insert(
        'repair_facility_dealer',
        pairs(all('RepairFacility'), dealers.slice(0, 30), count).map(([repair_facility_id, dealer_id]) => ({
          repair_facility_id,
          dealer_id,
        })),
        'dealer_id',
      )
    },

    async contracts(count: number): Promise<void> {
      const contract = fc.record({
        number: text,
        vin: maybe(text),
        dealer_id: fc.constantFrom(...all('Dealer')),
        customer_id: fc.constantFrom(...all('Customer')),
        lien_holder_id: maybe(fc.constantFrom(...all('LienHolder').slice(0, 10))),
      })
      await insert(
        'contract',
        draw(contract, count).map((row) => ({ ...row, number: unique(row.number) })),
      )
    },

    async portalGroups(count: number): Promise<number[]> {
      const rows = draw(fc.record({ code: text, name: text, is_active: flag, audited }), count)
      return insert(
        'portal_visibility_group',
        rows.map(({ audited, code, ...row }) => ({ code: unique(code), ...row, ...audited })),
      )
    },

    /** Puts dealers into groups. */
    async portalDealers(groups: readonly number[], dealers: readonly number[], count: number): Promise<void> {
      await insert(
        'portal_visibility_group_dealer',
        pairs(groups, dealers, count).map(([portal_visibility_group_id, dealer_id]) => ({
          portal_visibility_group_id,
          dealer_id,
        })),
        'dealer_id',
      )
    },

    async values(list: string, count: number): Promise<number[]> {
      const rows = draw(
        fc.record({ code: text, name: text, is_active: flag, product_type_codes: types, details: detailsOf(list, text) }),
        count,
      )
      return insert(
        'reference_value',
        rows.map((row) => ({ ...row, list, code: unique(row.code) })),
      )
    },

    async cancelRules(methods: readonly string[], count: number): Promise<void> {
      const method = maybe(fc.constantFrom(...methods))
      const rule = fc.record({
        state: maybe(fc.constantFrom('TX', 'FL', 'CA', 'NY')),
        product_type_codes: types.map((codes) => (codes.length > 0 ? codes : null)),
        method,
        floor_method: method,
      })
      const rest = { side: 'Holder', free_look_days: 0, refund_percent: 100, max_fee: 0, deducts_claims: false, refund_days: 0 }
      await insert(
        'cancel_rule',
        draw(rule, count).map((row) => ({ ...row, ...rest, code: unique('R') })),
      )
    },

    async combinations(parts: readonly (readonly number[])[], count: number): Promise<void> {
      const [complaints = [], causes = [], corrections = []] = parts
      const wanted = pairs(complaints, causes, count)
      const rows = draw(
        fc.record({ correction_id: fc.constantFrom(...corrections), product_type_codes: types, excluded_for: types }),
        wanted.length,
      )
      await insert(
        'complaint_cause_correction',
        wanted.map(([complaint_id, cause_id], at) => ({ complaint_id, cause_id, ...rows[at] })),
      )
    },

    async customFields(applies_to: string, count: number): Promise<number[]> {
      const field = fc.record({ code: text, name: text, display_order: fc.nat(3) })
      return insert(
        'custom_field',
        draw(field, count).map((row) => ({
          ...row,
          code: unique(row.code),
          applies_to,
          data_type: 'Text',
          is_required: false,
        })),
      )
    },

    async customValues(owner_type: string, owners: readonly number[], fields: readonly number[], count: number) {
      await insert(
        'custom_field_value',
        pairs(owners, fields, count).map(([owner_id, custom_field_id]) => ({
          owner_type,
          owner_id,
          custom_field_id,
          value: 'set',
        })),
        'owner_id',
      )
    },

    async users(scopes: readonly Scoped[], count: number): Promise<number[]> {
      const user = fc.record({
        user_name: text,
        email: text,
        first_name: text,
        last_name: text,
        status: fc.constantFrom('Active', 'Locked', 'Disabled'),
        holder: maybe(fc.constantFrom(...scopes.filter(({ type }) => type !== 'PortalVisibilityGroup'))),
        scopes: fc.subarray([...scopes], { maxLength: 2 }),
        audited,
      })
      return insert(
        'app_user',
        draw(user, count).map(({ holder: of, audited, ...row }) => ({
          ...row,
          ...audited,
          user_name: unique(row.user_name),
          account_holder_type: of?.type ?? null,
          account_holder_id: of?.id ?? null,
        })),
      )
    },

    roles: async (count: number) =>
      insert('membership_role', named(draw(fc.record({ name: text, permissions: fc.constant([]) }), count))),
    groups: async (count: number) => insert('membership_group', named(draw(fc.record({ name: text }), count))),

    async members(table: string, columns: readonly [string, string], ones: readonly number[], others: readonly number[], count: number) {
      await insert(
        table,
        pairs(ones, others, count).map(([one, other]) => ({ [columns[0]]: one, [columns[1]]: other })),
        columns[1],
      )
    },

    async credentials(table: 'oauth_client' | 'api_key', scopes: readonly Scoped[], makers: readonly number[], count: number) {
      const rows = draw(
        fc.record({ name: text, scopes: fc.subarray([...scopes], { maxLength: 2 }), maker_id: fc.constantFrom(...makers) }),
        count,
      )
      await insert(
        table,
        rows.map(({ maker_id, ...row }) => {
          const hash = `\\x${Buffer.from(unique('')).toString('hex')}`
          const common = { ...row, roles: [], created_at: instants[1], created_by: 'x' }
          return table === 'oauth_client'
            ? { ...common, client_id: unique('c'), secret_hash: hash }
            : { ...common, key_hash: hash, last4: '0000', permissions: [], maker_kind: 'Client', maker_id }
        }),
      )
    },
  }
}
