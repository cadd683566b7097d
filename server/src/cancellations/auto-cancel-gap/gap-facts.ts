import { HAS_CLAIM, HAS_REQUEST } from '../../contracts/changes/auto-end.ts'
import { date, flag, int, oneOf, orNull, type RowOf, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import type { GapFacts, NewerGap } from '../../domain/cancellation/superseded.ts'
import { contractStatuses } from '../../domain/contract/states.ts'
import { documentsWith } from '../decide/columns.ts'

// The partial indexes on active GAP contracts repeat these conditions.
const isActiveGap = (contract: string) =>
  `${contract}.product_type_code = 'GAP' and ${contract}.status = 'Active'`
const payoffOf = (contract: string) => `(${contract}.financing ->> 'payoffDate')`

/** SQL for whether the general rule owes it. It decides where the rule of the state has no such term. */
const generalRefundsAtPayoff = (contract: string) => `(select g.refunds_at_payoff from cancel_rule g
  where g.is_active and g.side = 'Holder' and num_nonnulls(g.program_id, g.state, g.product_type_codes, g.reason_codes) = 0
    and (g.effective_from is null or g.effective_from <= ${contract}.sale_date)
    and (g.effective_to is null or g.effective_to >= ${contract}.sale_date)
  order by g.layer = 'Own' desc, g.effective_from desc nulls last, g.id limit 1)`

/**
 * SQL for whether the rule of a contract `c` owes the refund at payoff. The order is that of `ruleFor`: the rule that names
 * most things, then program, state, product type and reason, then the administrator's own rule, then the later law.
 */
export const refundsAtPayoff = (contract: string) => `coalesce((select case
    when 'refundsAtPayoff' = any(r.silent || r.unverified) then ${generalRefundsAtPayoff(contract)}
    else r.refunds_at_payoff end from cancel_rule r
  where r.is_active and r.side = 'Holder' and not coalesce((select s.value #>> '{}' from general_setting s
      where s.key = 'sellerKind'), 'Unknown') = any(r.leaves_out) and (r.state is null or r.state = ${contract}.state_of_sale)
    and (r.product_type_codes is null or ${contract}.product_type_code = any(r.product_type_codes))
    and (r.program_id is null or r.program_id = ${contract}.program_id)
    and (r.reason_codes is null or 'PAYOFF' = any(r.reason_codes))
    and (r.effective_from is null or r.effective_from <= ${contract}.sale_date)
    and (r.effective_to is null or r.effective_to >= ${contract}.sale_date)
  order by (r.program_id is not null)::integer + (r.state is not null)::integer
      + (r.product_type_codes is not null)::integer + (r.reason_codes is not null)::integer desc,
    r.program_id is not null desc, r.state is not null desc, r.product_type_codes is not null desc,
    r.reason_codes is not null desc, r.layer = 'Own' desc, r.effective_from desc nulls last, r.id limit 1), false)`

/**
 * SQL condition: the contract `c` is cancelled automatically as of this date. Vehicles with several sale dates are found in
 * the index over active GAP contracts alone, and so are payoffs. As arrays they are looked up before anything else. VINs are
 * stored in upper case.
 */
export const isSuperseded = (asOf: string): Sql => sql`c.id = any(array(
    select o.id from contract o join contract n on n.vin = o.vin and n.sale_date > o.sale_date
    where ${sql.raw(isActiveGap('o'))} and ${sql.raw(isActiveGap('n'))} and o.vin = any(array(
        select g.vin from contract g where ${sql.raw(isActiveGap('g'))} and g.vin is not null
        group by g.vin having min(g.sale_date) < max(g.sale_date)))
      and n.sale_date <= ${asOf}::date and n.sale_date <= o.expiration_date
    union all
    select o.id from contract o where ${sql.raw(isActiveGap('o'))} and ${sql.raw(payoffOf('o'))} <= ${asOf}::text
      and ${sql.raw(payoffOf('o'))}::date <= o.expiration_date and ${sql.raw(refundsAtPayoff('o'))}))
  and not ${sql.raw(HAS_CLAIM)} and not ${sql.raw(HAS_REQUEST)}`

const gapColumns = {
  ...{
    id: int,
    number: orNull(text),
    vin: orNull(text),
    productTypeCode: text,
    status: oneOf(contractStatuses),
  },
  ...{ saleDate: date, expirationDate: date, payoffDate: orNull(text), refundsAtPayoff: flag },
  ...{ hasClaim: flag, hasOpenRequest: flag, newer: documentsWith<NewerGap>('id', 'saleDate', 'isActive') },
  ...{ customerName: orNull(text), dealerNumber: text },
}
export type GapRow = RowOf<typeof gapColumns> & GapFacts

const GAPS = statement(
  gapColumns,
  `select c.id, c.number, c.vin, c.product_type_code as "productTypeCode", c.status, c.sale_date as "saleDate",
    c.expiration_date as "expirationDate", ${payoffOf('c')} as "payoffDate", ${refundsAtPayoff('c')} as "refundsAtPayoff",
    ${HAS_CLAIM} as "hasClaim", ${HAS_REQUEST} as "hasOpenRequest",
    coalesce((select json_agg(json_build_object('id', n.id, 'number', n.number, 'saleDate', n.sale_date,
        'isActive', n.status = 'Active'))
      from contract n where lower(n.vin) = lower(c.vin) and n.product_type_code = 'GAP' and n.sale_date > c.sale_date
        and (n.status = 'Active' or (n.status = 'Cancelled' and n.status_reason = 'DUPGAP'))), '[]') as newer,
    h.name as "customerName", d.number as "dealerNumber"
  from contract c join account_holder d on d.id = c.dealer_id left join account_holder h on h.id = c.customer_id
  where c.id = any($1::bigint[]) order by c.id`,
)

/** The facts of these contracts, in the order of their ids. */
export const loadGaps = (db: Db, ids: readonly number[]): Promise<GapRow[]> => GAPS.rows(db, [ids])

const LOCK_NEWER = statement(
  { id: int },
  `select n.id from contract c join contract n on lower(n.vin) = lower(c.vin) and n.product_type_code = 'GAP'
    and n.sale_date > c.sale_date and n.status in ('Active', 'Cancelled')
  where c.id = $1 order by n.sale_date, n.id for share of n`,
)

/** The facts of a contract that is locked. The newer contracts cannot change either until the transaction ends. */
export async function lockGap(tx: Tx, id: number): Promise<GapRow | undefined> {
  await LOCK_NEWER.rows(tx, [id])
  const [row] = await loadGaps(tx, [id])
  return row
}
