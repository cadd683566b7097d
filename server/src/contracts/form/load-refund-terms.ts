import { type Db, run } from '../../db/database.ts'
import { freeLookDays, isUsedWithoutWarranty } from '../../domain/cancellation/free-look.ts'
import { type CancelRule, ruleFor } from '../../domain/cancellation/rules.ts'
import type { FormCancellation } from '../../domain/contract-form/form.ts'
import { addDays } from '../../domain/dates.ts'
import { centsOf, smaller } from '../../domain/money.ts'
import { loadCancelRules } from '../../reference/load-cancel-rules.ts'
import { warrantedItem } from '../record/item.ts'
import type { ContractRow } from '../record/rows.ts'
import { settingOf } from '../record/settings.ts'

/** What a customer is told of cancelling, by the rule for one who asks for it and the method of the program. */
export async function loadRefundTerms(db: Db, row: ContractRow): Promise<FormCancellation> {
  const [rules, fee, newMaxOdometer] = await Promise.all([
    ...([loadCancelRules(db), settingOf(db, 'defaultFee'), settingOf(db, 'newMaxOdometer')] as const),
  ])
  const rule = ruleFor(rules, {
    state: row.state_of_sale,
    productTypeCode: row.product_type_code,
    programId: row.program_id,
    reasonCode: 'CUSTREQ',
    side: 'Holder',
    saleDate: row.sale_date,
  })
  const days = freeLookDays(rule, {
    productTypeCode: row.product_type_code,
    isUsedWithoutWarranty: isUsedWithoutWarranty(warrantedItem(row.item), row.sale_date, {
      newMaxOdometer: Number(newMaxOdometer),
    }),
  })
  return {
    ...(await namedMethods(db, rule, row)),
    freeLookDays: days,
    freeLookEndDate: addDays(row.sale_date, days),
    freeLookClaims: rule.freeLookClaims,
    freeLookFeePercent: rule.freeLookFeePercent,
    refundPercent: rule.refundPercent,
    maximumFee: smaller(rule.maxFee, centsOf(Number(fee))),
    maximumFeePercent: rule.maxFeePercent,
    deductsClaims: rule.deductsClaims,
    refundDays: rule.refundDays,
    penalty: penaltyOf(rule),
  }
}

/** One that is owed in the free look only would be promised for the whole term. */
function penaltyOf({ penalty }: CancelRule): FormCancellation['penalty'] {
  if (!penalty || penalty.inFreeLookOnly) return null
  const { base, percent, period } = penalty
  return { base, percent, period }
}

const NAMES = `select code, name from reference_value where list = 'CancelMethod' and code = any($1)`

async function namedMethods(
  db: Db,
  rule: CancelRule,
  { sold }: ContractRow,
): Promise<Pick<FormCancellation, 'method' | 'floorMethod'>> {
  const [method, floor] = [rule.method ?? sold.cancelMethodCode ?? 'PRORATA_DAYS', rule.floorMethod]
  const rows = await run<{ code: string; name: string }>(db, NAMES, [[method, ...(floor ? [floor] : [])]])
  const named = (code: string) => rows.find((one) => one.code === code) ?? { code, name: code }
  return { method: named(method), floorMethod: floor && named(floor) }
}
