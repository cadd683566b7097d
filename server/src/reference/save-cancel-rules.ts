import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { centsOf } from '../domain/money.ts'
import { type CancelRule, holderRules } from './cancel-rules.ts'

/** The same rule when the provider cancels: it takes no fee and gives back all that is unearned. */
function providerTwin({ freeLookFeePercent, maxFee, maxFeePercent, ...rule }: CancelRule): CancelRule {
  const refundDays = rule.provider?.refundDays ?? rule.refundDays
  return { ...rule, code: `${rule.code}-P`, refundPercent: 100, refundDays }
}

const columnsOf = (rule: CancelRule, side: 'Holder' | 'Provider') => ({
  code: rule.code,
  source: rule.source,
  state: rule.state,
  product_type_codes: rule.productTypeCodes,
  side,
  free_look_days: rule.freeLookDays,
  free_look_claims: rule.freeLookClaims,
  free_look_fee_percent: rule.freeLookFeePercent,
  short_free_look_days: rule.shortFreeLook?.days,
  short_free_look_product_type_codes: rule.shortFreeLook?.productTypeCodes ?? [],
  short_free_look_without_warranty: rule.shortFreeLook?.withoutWarranty ?? false,
  method: rule.method,
  floor_method: rule.floorMethod,
  refund_percent: rule.refundPercent ?? 100,
  max_fee: centsOf(rule.maxFee ?? 0),
  max_fee_percent: rule.maxFeePercent,
  deducts_claims: rule.deductsClaims,
  refund_days: rule.refundDays,
  refunds_at_payoff: rule.refundsAtPayoff ?? false,
  penalty_base: rule.penalty?.base,
  penalty_percent: rule.penalty?.percent,
  penalty_period: rule.penalty?.period,
  penalty_in_free_look_only: rule.penalty?.inFreeLookOnly ?? false,
  ...(side === 'Provider' && {
    reasons_limited_from_day: rule.provider?.limitedReasons?.fromDay,
    limited_reason_codes: rule.provider?.limitedReasons?.codes,
    notice_days: rule.provider?.noticeDays,
  }),
})

/** Gives a new administrator its cancel rules, each with its twin behind it. */
export async function saveCancelRules(tx: Tx): Promise<void> {
  for (const rule of holderRules)
    for (const row of [columnsOf(rule, 'Holder'), columnsOf(providerTwin(rule), 'Provider')])
      await sql`insert into cancel_rule (${sql.raw(Object.keys(row).join(', '))})
        values (${sql.join(
          Object.values(row).map((value) => value ?? null),
          sql`, `,
        )})`.execute(tx)
}
