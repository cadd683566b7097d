import { type CancelRule, ruleFor, type Side } from '../../../../src/domain/cancellation/rules.ts'
import { addDays } from '../../../../src/domain/dates.ts'
import { productTypes } from '../../../../src/reference/product-types.ts'
import type { Meaning } from './lists.ts'
import type { Raw, World } from './world.ts'

/** The part of a rule that selects it, and its methods. */
const ruleOf = (row: Raw) =>
  ({
    ...{ id: row.id, side: row.side, state: row.state, method: row.method, floorMethod: row.floor_method },
    ...{ productTypeCodes: row.product_type_codes, programId: row.program_id, reasonCodes: row.reason_codes },
    ...{ effectiveFrom: row.effective_from, effectiveTo: row.effective_to, layer: row.layer },
    ...{ leavesOut: row.leaves_out, silent: row.silent, unverified: row.unverified },
  }) as unknown as CancelRule

/** The methods in use for each requested state and product type. */
function methodsInUse(world: World, state: string | undefined, type: string | undefined): Set<string> {
  const rows = world.all('cancel_rule').filter((row) => row.is_active === true)
  const rules = rows.map(ruleOf)
  const states = new Set(
    state === undefined ? ['none', ...rules.map((rule) => rule.state ?? 'none')] : [state],
  )
  const reasons = new Set(['none', ...rules.flatMap(({ reasonCodes }) => reasonCodes ?? [])])
  const days = new Set([
    '1900-01-01',
    ...rules.flatMap(({ effectiveFrom }) => effectiveFrom ?? []),
    ...rules.flatMap(({ effectiveTo }) => (effectiveTo === null ? [] : addDays(effectiveTo, 1))),
  ])
  const methods = new Set<string>()
  for (const { code: productTypeCode, cancelMethod } of productTypes) {
    if (type !== undefined && productTypeCode !== type) continue
    const ofType = rows.filter((row) => row.program_type === productTypeCode)
    const programs = new Set([-1, ...ofType.map((row) => Number(row.program_id))])
    for (const place of states)
      for (const programId of programs)
        for (const reasonCode of reasons)
          for (const saleDate of days)
            for (const side of ['Holder', 'Provider'] as Side[]) {
              const asked = {
                state: place,
                productTypeCode,
                programId,
                reasonCode,
                saleDate,
                side,
                sellerKind: null,
              }
              const { method, floorMethod } = ruleFor(rules, asked)
              for (const one of ['FLAT', method ?? cancelMethod, floorMethod]) if (one) methods.add(one)
            }
  }
  return methods
}

const known = new WeakMap<World, Map<string, Set<string>>>()

function isInUse(world: World, code: unknown, state: string | undefined, type: string | undefined): boolean {
  const answers = known.get(world) ?? new Map<string, Set<string>>()
  known.set(world, answers)
  const key = `${state} ${type}`
  const methods = answers.get(key) ?? methodsInUse(world, state, type)
  answers.set(key, methods)
  return methods.has(String(code))
}

const upper = (value: unknown) => (value === undefined ? undefined : String(value).toUpperCase())

const matches: Meaning['matches'] = ({ v }, _, { world }, all) =>
  isInUse(world, v?.code, upper(all.state), upper(all.productTypeCode))

/** Both filters together select pairs of a state and a product type. */
export const inUse = {
  productTypeCode: { matches, values: () => productTypes.map(({ code }) => code) },
  state: { matches, values: (_, world) => world.all('cancel_rule').flatMap(({ state }) => state ?? 'ZZ') },
} as const satisfies Readonly<Record<string, Meaning>>
