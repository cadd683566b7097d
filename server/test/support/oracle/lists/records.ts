import fc from 'fast-check'
import { userStatuses } from '../../../../src/access/user-schemas.ts'
import { productTypes } from '../../../../src/reference/product-types.ts'
import { detailsOf } from './details.ts'
import { audited, type Draws, instants, maybe } from './draws.ts'

// Random rows of all tables except account holders.

export interface Scoped {
  readonly type: string
  readonly id: number
}

/** A link table with its two columns. */
const links = {
  app_user_group: ['user_id', 'membership_group_id'],
  membership_group_role: ['membership_group_id', 'membership_role_id'],
  portal_visibility_group_dealer: ['portal_visibility_group_id', 'dealer_id'],
  repair_facility_dealer: ['repair_facility_id', 'dealer_id'],
  repair_facility_dealer_group: ['repair_facility_id', 'dealer_group_id'],
} as const

export type RecordData = ReturnType<typeof openRecordData>

export function openRecordData({ draw, text, unique, pairs, insert, complete }: Draws) {
  const types = fc.subarray(
    productTypes.map(({ code }) => code as string),
    { maxLength: 3 },
  )
  const someOf = (scopes: readonly Scoped[]) => fc.subarray([...scopes], { maxLength: 2 })
  const named = (rows: readonly { readonly name: string }[]) =>
    rows.map(({ name, ...row }) => ({ ...row, name: unique(name) }))
  return {
    async link(table: keyof typeof links, ones: readonly number[], others: readonly number[], count: number) {
      const [one, other] = links[table]
      const rows = pairs(ones, others, count).map(([left, right]) => ({ [one]: left, [other]: right }))
      await insert(table, rows, other)
    },

    async portalGroups(count: number): Promise<number[]> {
      const group = fc.record({ code: text, name: text, is_active: fc.boolean(), stamps: audited })
      const rows = draw(group, count).map(({ stamps, ...row }) => ({
        ...row,
        ...stamps,
        code: unique(row.code),
      }))
      return insert('portal_visibility_group', rows)
    },

    async values(list: string, count: number): Promise<number[]> {
      const value = fc.record({
        code: text,
        name: text,
        is_active: fc.boolean(),
        product_type_codes: types,
        details: detailsOf(list, text),
      })
      const rows = draw(value, count).map((row) => ({ ...row, list, code: unique(row.code) }))
      return insert('reference_value', rows)
    },

    async cancelRules(methods: readonly string[], count: number): Promise<void> {
      const rule = fc.record({
        state: maybe(fc.constantFrom('TX', 'FL', 'CA', 'NY')),
        product_type_codes: types.map((codes) => (codes.length > 0 ? codes : null)),
        method: maybe(fc.constantFrom(...methods)),
        floor_method: maybe(fc.constantFrom(...methods)),
        side: fc.constantFrom('Holder', 'Provider'),
        program: fc.constantFrom(
          {},
          {},
          { program_id: 1, program_type: 'VSC' },
          { program_id: 2, program_type: 'GAP' },
        ),
        reason_codes: fc.constantFrom(null, null, ['CUSTREQ'], ['FRAUD', 'NONPAY']),
        effective_from: fc.constantFrom(null, null, '2020-01-01', '2024-01-01'),
        effective_to: fc.constantFrom(null, null, '2025-12-31', '2026-06-30'),
        is_active: fc.boolean(),
      })
      const same = {
        free_look_days: 0,
        refund_percent: 100,
        max_fee: 0,
        deducts_claims: false,
        refund_days: 0,
      }
      await insert(
        'cancel_rule',
        draw(rule, count).map(({ program, ...row }) => ({
          ...row,
          ...{ program_id: null, program_type: null, ...program, ...same },
          code: unique('R'),
        })),
      )
    },

    async combinations(
      parts: Readonly<Record<'complaints' | 'causes' | 'corrections', readonly number[]>>,
      count: number,
    ): Promise<void> {
      const wanted = pairs(parts.complaints, parts.causes, count)
      const rest = fc.record({
        correction_id: fc.constantFrom(...parts.corrections),
        product_type_codes: types,
        excluded_for: types,
      })
      const rows = draw(rest, wanted.length).map((row, at) => ({
        complaint_id: wanted[at]?.[0],
        cause_id: wanted[at]?.[1],
        ...row,
      }))
      await insert('complaint_cause_correction', rows)
    },

    async customFields(
      applies_to: string,
      count: number,
      product_id: number | null = null,
    ): Promise<number[]> {
      const field = fc.record({ code: text, name: text, display_order: fc.nat(3) })
      const same = { applies_to, product_id, data_type: 'Text', is_required: false }
      return insert(
        'custom_field',
        draw(field, count).map((row) => ({ ...row, ...same, code: unique(row.code) })),
      )
    },

    async customValues(owner_type: string, owners: readonly number[], fields: readonly number[]) {
      const rows = pairs(owners, fields, 400).map(([owner_id, custom_field_id]) => ({
        ...{ owner_type, owner_id, custom_field_id },
        value: 'set',
      }))
      await insert('custom_field_value', rows, 'owner_id')
    },

    /** Overrides for these account holders. Their dates may overlap, which does not matter for lists. */
    async overrides(holders: readonly number[], count: number): Promise<number[]> {
      const [program, , codes] = await Promise.all([
        complete(`select id from rate_item where kind = 'program' and path = 'VSC-STD'`),
        complete(
          `insert into rate_disbursement_change (id, action, status, requested_by, requested_at, program_id, wanted)
           values (1, 'Add', 'Completed', 'x', '2024-03-15T15:00:00Z', 1, '{}') on conflict do nothing`,
        ),
        complete(
          `select id from rate_item where kind = 'disbursementCode' and path in ('AGENT', 'ADMIN', 'CLIP')`,
        ),
      ])
      const [highest] = await complete(`select greatest((select max(id) from rate_override), 1000) as id`)
      const override = fc.record({
        account_holder_id: fc.constantFrom(...holders),
        disbursement_code_id: fc.constantFrom(...codes.map(({ id }) => id)),
        effective_from: fc.constantFrom('2023-12-31', '2024-01-01', '2024-03-15'),
        effective_to: maybe(fc.constantFrom('2024-03-15', '2024-12-31')),
      })
      const same = { program_id: program[0]?.id, calculation: { type: 'Flat', amount: 1 }, change_id: 1 }
      return insert(
        'rate_override',
        draw(override, count).map((row, at) => ({ ...row, ...same, id: Number(highest?.id) + 1 + at })),
      )
    },

    async users(scopes: readonly Scoped[], count: number): Promise<number[]> {
      const user = fc.record({
        user_name: text,
        email: text,
        first_name: text,
        last_name: text,
        status: fc.constantFrom(...userStatuses),
        scopes: someOf(scopes),
        of: maybe(fc.constantFrom(...scopes.filter(({ type }) => type !== 'PortalVisibilityGroup'))),
        stamps: audited,
      })
      const rows = draw(user, count).map(({ of, stamps, ...row }) => ({
        ...row,
        ...stamps,
        user_name: unique(row.user_name),
        account_holder_type: of?.type ?? null,
        account_holder_id: of?.id ?? null,
      }))
      return insert('app_user', rows)
    },

    roles: (count: number) =>
      insert('membership_role', named(draw(fc.record({ name: text, permissions: fc.constant([]) }), count))),

    groups: (count: number) => insert('membership_group', named(draw(fc.record({ name: text }), count))),

    async clients(scopes: readonly Scoped[], count: number): Promise<void> {
      const rows = draw(fc.record({ name: text, scopes: someOf(scopes) }), count).map((row) => ({
        ...row,
        ...{
          roles: [],
          client_id: unique('c'),
          secret_hash: `\\x00`,
          created_at: instants[1],
          created_by: 'x',
        },
      }))
      await insert('oauth_client', rows)
    },

    async apiKeys(scopes: readonly Scoped[], makers: readonly number[], count: number): Promise<void> {
      const key = fc.record({ name: text, scopes: someOf(scopes), maker_id: fc.constantFrom(...makers) })
      const same = {
        last4: '0000',
        roles: [],
        permissions: [],
        maker_kind: 'Client',
        created_at: instants[1],
        created_by: 'x',
      }
      const rows = draw(key, count).map((row) => ({
        ...row,
        ...same,
        key_hash: `\\x${Buffer.from(unique('')).toString('hex')}`,
      }))
      await insert('api_key', rows)
    },
  }
}
