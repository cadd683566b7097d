import { type Db, run } from '../db/database.ts'
import type { FormCancellation } from '../domain/contract-form.ts'
import { addDays } from '../domain/dates.ts'
import type { Cents } from '../domain/money.ts'
import type { ContractRow } from './contract-rows.ts'
import { settingOf } from './settings.ts'

interface RuleRow {
  readonly free_look_days: number
  readonly free_look_claims: 'Deduct' | 'LoseFreeLook' | null
  readonly free_look_fee_percent: number | null
  readonly short_free_look_days: number | null
  readonly short_free_look_product_type_codes: readonly string[]
  readonly short_free_look_without_warranty: boolean
  readonly method: string
  readonly method_name: string | null
  readonly refund_percent: number
  readonly max_fee: Cents
  readonly max_fee_percent: number | null
  readonly deducts_claims: boolean
  readonly refund_days: number
  readonly penalty_base: 'Outstanding' | 'Price' | null
  readonly penalty_percent: number | null
  readonly penalty_period: 'Month' | 'ThirtyDays' | null
  readonly penalty_in_free_look_only: boolean
}

/** The rule of the state for a customer who cancels: the one that names most; the state weighs more than the product. */
const RULE = `select r.free_look_days, r.free_look_claims, r.free_look_fee_percent::float8, r.short_free_look_days,
    r.short_free_look_product_type_codes, r.short_free_look_without_warranty, m.code as method, m.name as method_name,
    r.refund_percent::float8, r.max_fee, r.max_fee_percent::float8, r.deducts_claims, r.refund_days, r.penalty_base,
    r.penalty_percent::float8, r.penalty_period, r.penalty_in_free_look_only
  from cancel_rule r
  left join reference_value m on m.list = 'CancelMethod' and m.code = coalesce(r.method, $4)
  where r.side = 'Holder' and (r.state is null or r.state = $1)
    and (r.product_type_codes is null or $2 = any(r.product_type_codes))
    and (r.effective_from is null or r.effective_from <= $3) and (r.effective_to is null or $3 <= r.effective_to)
  order by num_nonnulls(r.state, r.product_type_codes) desc, r.state is null, r.effective_from desc nulls last, r.id
  limit 1`

/** What a customer is told of cancelling: by the rule of the state and the method of the program. */
export async function loadRefundTerms(db: Db, row: ContractRow): Promise<FormCancellation | null> {
  const { sold, state_of_sale, product_type_code, sale_date } = row
  const [[rule], fee] = await Promise.all([
    run<RuleRow>(db, RULE, [
      state_of_sale,
      product_type_code,
      sale_date,
      sold.cancelMethodCode ?? 'PRORATA_DAYS',
    ]),
    settingOf(db, 'defaultFee'),
  ])
  if (!rule) return null
  const { penalty_base: base, penalty_percent: percent, penalty_period: period } = rule
  const days = freeLookDays(rule, row)
  return {
    freeLookDays: days,
    freeLookEndDate: addDays(sale_date, days),
    freeLookClaims: rule.free_look_claims,
    freeLookFeePercent: rule.free_look_fee_percent,
    method: { code: rule.method, name: rule.method_name ?? rule.method },
    refundPercent: rule.refund_percent,
    maximumFee: Math.min(rule.max_fee, Math.round(Number(fee) * 100)) as Cents,
    maximumFeePercent: rule.max_fee_percent,
    deductsClaims: rule.deducts_claims,
    refundDays: rule.refund_days,
    // One that is owed in the free look only would be promised for the whole term.
    penalty:
      base && percent !== null && period && !rule.penalty_in_free_look_only
        ? { base, percent, period }
        : null,
  }
}

/** Some products, and used vehicles that no maker answers for any more, have a free look of their own length. */
function freeLookDays(rule: RuleRow, { product_type_code, item, sale_date }: ContractRow): number {
  const short = rule.short_free_look_days
  if (short === null) return rule.free_look_days
  const hasWarranty = item.vehicle?.warranties.some(({ endDate }) => endDate === null || endDate >= sale_date)
  const isUsed = item.condition === 'Used' && !hasWarranty
  const isShort =
    rule.short_free_look_product_type_codes.includes(product_type_code) ||
    (rule.short_free_look_without_warranty && isUsed)
  return isShort ? short : rule.free_look_days
}
