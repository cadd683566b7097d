import { z } from 'zod'
import { type Route, route } from '../http/route.ts'
import type { Filters } from '../http/search.ts'
import { readersOf } from './coded-values.ts'
import { referenceFilters, referenceSort, rowsOf } from './lists.ts'
import { productTypes } from './product-types.ts'

const CancelMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    formula: z.string().describe('How the part of the price that is not yet earned is found.'),
    monthRule: z
      .enum(['Ignore', 'CountFull', 'Day15'])
      .describe('Whether a month that has begun counts as used: never, always, or from 15 days into it.'),
    refundPercent: z.number(),
    isActive: z.boolean(),
  })
  .meta({
    id: 'CancelMethod',
    example: {
      id: 65,
      code: 'PRORATA_DAYS',
      name: 'Pro rata by days',
      formula: 'days left / days of the term',
      monthRule: 'Ignore',
      refundPercent: 100,
      isActive: true,
    },
  })

type CancelMethodModel = z.output<typeof CancelMethod>

const PROGRAMS = productTypes.map(({ code, cancelMethod }) => `('${code}', '${cancelMethod}')`).join(', ')

/**
 * The methods of the rule that fits a state and a product type best, FLAT being the free look of every rule. Without
 * a state it is every state with a rule, and (null) those without; without a product type it is every one. A rule
 * and its provider twin fit equally well, as do those of different dates.
 */
const IN_USE = `v.code in (
  select unnest(array['FLAT', coalesce(rule.method, program.method), rule.floor_method])
  from (values ${PROGRAMS}) as program (type, method)
  cross join (
    select upper(?state::text) as state union select state from cancel_rule where ?state::text is null) as place
  cross join lateral (
    select r.method, r.floor_method from cancel_rule r
    where (r.state is null or r.state = place.state)
      and (r.product_type_codes is null or program.type = any(r.product_type_codes))
    order by num_nonnulls(r.state, r.product_type_codes) desc, r.state is null
    fetch first row with ties) as rule
  where ?productTypeCode::text is null or program.type = upper(?productTypeCode::text))`

const filters = {
  code: { match: 'whole', column: 'v.code' },
  name: { match: 'contains', column: 'v.name' },
  // Both together ask for the pair: a method that another product type has in the state is not one of these.
  productTypeCode: { match: 'text where', where: IN_USE },
  state: { match: 'text where', where: IN_USE },
  isActive: referenceFilters.isActive,
} as const satisfies Filters

const search = { filters, sort: referenceSort }
const list = () => ({ ...search, ...rowsOf<CancelMethodModel>('CancelMethod') })
const { byId, byIdentifier } = readersOf<CancelMethodModel>('CancelMethod', 'cancel method')
const shared = { tag: 'CancelMethods', permission: 'signed-in' } as const

/** How the unearned part of a contract can be found; both versions. */
export const cancelMethodRoutes: readonly Route[] = [
  route.list({
    ...shared,
    path: '/cancelmethods',
    summary: 'How a refund can be computed',
    successor: '/v2/cancelmethods',
    form: 'array',
    row: CancelMethod,
    search,
    list,
  }),
  route.read({
    ...shared,
    path: '/cancelmethods/{cancelMethodId}',
    summary: 'Read a cancel method',
    successor: '/v2/cancelmethods/{cancelMethodId}',
    answer: CancelMethod,
    handler: ({ db, params }) => byId(db, params.cancelMethodId),
  }),
  route.list({
    ...shared,
    path: '/v2/cancelmethods',
    summary: 'How a refund can be computed',
    form: 'wrapped',
    row: CancelMethod,
    search,
    list,
  }),
  route.read({
    ...shared,
    path: '/v2/cancelmethods/{identifier}',
    summary: 'Read a cancel method by its id or code',
    params: { identifier: z.string() },
    answer: CancelMethod,
    handler: ({ db, params }) => byIdentifier(db, params.identifier),
  }),
]
