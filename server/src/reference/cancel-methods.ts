import { z } from 'zod'
import type { Route } from '../http/route.ts'
import type { Filters } from '../http/search.ts'
import { twins } from '../http/twins.ts'
import { valuePath } from './coded-values.ts'
import { referenceFilters, referenceSort, valueRows } from './lists.ts'
import { productTypes } from './product-types.ts'

const CancelMethod = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    formula: z.string().describe('How the unearned part of the price is calculated.'),
    monthRule: z
      .enum(['Ignore', 'CountFull', 'Day15'])
      .describe('Whether a started month counts as used: never, always, or after 15 days.'),
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

const TYPES = productTypes.map(({ code, cancelMethod }) => `('${code}', '${cancelMethod}')`).join(', ')

/**
 * The methods of the cancel rules for a state and a product type; FLAT is the free look of every rule. Without a state it
 * covers every state with a rule, and (as null) the states without one; without a product type it covers all of them.
 * A rule that says nothing about the method leaves it to the general rule.
 * Which rule applies also depends on the side, the program, the reason and the sale date. So every value that some rule
 * names is a case, plus one value that no rule names, plus each day on which rules change.
 */
const IN_USE = `v.code in (
  with rule as (
    select id, side, state, product_type_codes, program_id, program_type, reason_codes, effective_from, effective_to,
      method, floor_method, layer, 'method' = any(silent || unverified) as is_general
    from cancel_rule where is_active and not coalesce((select s.value #>> '{}' from general_setting s
      where s.key = 'sellerKind'), 'Unknown') = any(leaves_out)),
  place as (select upper(?state::text) as state union select state from rule where ?state::text is null),
  program as (select null::bigint as id, null::text as type union select program_id, program_type from rule),
  reason as (select null::text as code union select unnest(reason_codes) from rule),
  sale as (select '-infinity'::date as date union select effective_from from rule where effective_from is not null
    union select effective_to + 1 from rule where effective_to is not null)
  select unnest(array['FLAT', coalesce(case when closest.is_general then general.method else closest.method end, type.method),
    case when closest.is_general then general.floor_method else closest.floor_method end])
  from (values ${TYPES}) as type (code, method)
  join program on program.id is null or program.type = type.code
  cross join place cross join reason cross join sale cross join (values ('Holder'), ('Provider')) as canceller (side)
  cross join lateral (
    select rule.method, rule.floor_method, rule.is_general from rule
    where rule.side = canceller.side and (rule.state is null or rule.state = place.state)
      and (rule.product_type_codes is null or type.code = any(rule.product_type_codes))
      and (rule.program_id is null or rule.program_id = program.id)
      and (rule.reason_codes is null or reason.code = any(rule.reason_codes))
      and (rule.effective_from is null or rule.effective_from <= sale.date)
      and (rule.effective_to is null or sale.date <= rule.effective_to)
    order by num_nonnulls(rule.program_id, rule.state, rule.product_type_codes, rule.reason_codes) desc,
      rule.program_id is null, rule.state is null, rule.product_type_codes is null, rule.reason_codes is null,
      rule.layer = 'Own' desc, rule.effective_from desc nulls last, rule.id
    limit 1) as closest
  left join lateral (
    select rule.method, rule.floor_method from rule
    where rule.side = canceller.side
      and num_nonnulls(rule.program_id, rule.state, rule.product_type_codes, rule.reason_codes) = 0
      and (rule.effective_from is null or rule.effective_from <= sale.date)
      and (rule.effective_to is null or sale.date <= rule.effective_to)
    order by rule.layer = 'Own' desc, rule.effective_from desc nulls last, rule.id
    limit 1) as general on true
  where ?productTypeCode::text is null or type.code = upper(?productTypeCode::text))`

const filters = {
  code: { match: 'whole', column: 'v.code' },
  name: { match: 'contains', column: 'v.name' },
  // Both filters together mean the pair: a method of another product type in the same state does not match.
  productTypeCode: { match: 'text where', where: IN_USE },
  state: { match: 'text where', where: IN_USE },
  isActive: referenceFilters.isActive,
} as const satisfies Filters

const search = { filters, sort: referenceSort }
const list = () => ({ ...search, ...valueRows<CancelMethodModel>('CancelMethod') })
const shared = { tag: 'CancelMethods', permission: 'signed-in' } as const
const cancelMethod = valuePath<CancelMethodModel>({
  v1: '/cancelmethods/{cancelMethodId}',
  v2: '/v2/cancelmethods/{identifier}',
  list: 'CancelMethod',
  what: 'cancel method',
})

/** The methods that calculate the unearned part of a contract. */
export const cancelMethodRoutes: readonly Route[] = [
  ...twins.rootList(
    { v1: '/cancelmethods', v2: '/v2/cancelmethods' },
    { ...shared, summary: 'List the cancel methods', row: CancelMethod, search, list },
  ),
  ...twins.read(cancelMethod, {
    ...shared,
    summary: 'Read a cancel method',
    answer: CancelMethod,
    handler: async (_, method) => method,
  }),
]
