import { text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { freeLookDays, isUsedWithoutWarranty } from '../../domain/cancellation/free-look.ts'
import { type CancelRule, ruleFor } from '../../domain/cancellation/rules.ts'
import type { FormCancellation } from '../../domain/contract-form/form.ts'
import { addDays } from '../../domain/dates.ts'
import { smaller } from '../../domain/money.ts'
import { loadCancelRules } from '../../reference/load-cancel-rules.ts'
import { loadSettings } from '../../reference/settings.ts'
import { warrantedItem } from '../record/item.ts'
import type { ContractRow } from '../record/rows.ts'

/** The cancellation terms for a customer who asks to cancel: by the state's rule and the program's method. */
export async function loadRefundTerms(db: Db, row: ContractRow): Promise<FormCancellation> {
  const [rules, { defaultFee, newMaxOdometer }] = await Promise.all([
    loadCancelRules(db),
    loadSettings(db, ['defaultFee', 'newMaxOdometer']),
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
    isUsedWithoutWarranty: isUsedWithoutWarranty(warrantedItem(row.item), row.sale_date, { newMaxOdometer }),
  })
  return {
    ...(await loadMethodNames(db, rule, row)),
    freeLookDays: days,
    freeLookEndDate: addDays(row.sale_date, days),
    freeLookClaims: rule.freeLookClaims,
    freeLookFeePercent: rule.freeLookFeePercent,
    refundPercent: rule.refundPercent,
    maximumFee: smaller(rule.maxFee, defaultFee),
    maximumFeePercent: rule.maxFeePercent,
    deductsClaims: rule.deductsClaims,
    refundDays: rule.refundDays,
    penalty: lastingPenalty(rule),
  }
}

/** A penalty that is owed only in the free look is left out: the form would promise it for the whole term. */
function lastingPenalty({ penalty }: CancelRule): FormCancellation['penalty'] {
  if (!penalty || penalty.inFreeLookOnly) return null
  const { base, percent, period } = penalty
  return { base, percent, period }
}

const NAMES = statement(
  { code: text, name: text },
  `select code, name from reference_value where list = 'CancelMethod' and code = any($1)`,
)

async function loadMethodNames(
  db: Db,
  rule: CancelRule,
  { sold }: ContractRow,
): Promise<Pick<FormCancellation, 'method' | 'floorMethod'>> {
  const [method, floor] = [rule.method ?? sold.cancelMethodCode ?? 'PRORATA_DAYS', rule.floorMethod]
  const rows = await NAMES.rows(db, [[method, ...(floor ? [floor] : [])]])
  const named = (code: string) => rows.find((row) => row.code === code) ?? { code, name: code }
  return { method: named(method), floorMethod: floor && named(floor) }
}
