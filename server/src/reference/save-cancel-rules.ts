import type { Tx } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { NO_EVIDENCE, NO_LAW_TERMS } from '../domain/cancellation/law-terms.ts'
import type { RuleLayer } from '../domain/cancellation/rules.ts'
import { isSame, type NamedRule, rulesFromWritten } from '../domain/cancellation/rules-file.ts'
import { startRules } from './cancel-rules.ts'

/** A cancel rule with its layer, and the id and product type of the program that it names. */
interface SavedRule extends NamedRule {
  readonly layer: RuleLayer
  readonly programId: number | null
  readonly programType: string | null
}

const columnsOf = (rule: SavedRule) => ({
  code: rule.ruleCode,
  source: rule.source,
  state: rule.state,
  product_type_codes: rule.productTypeCodes,
  program_id: rule.programId,
  program_type: rule.programType,
  reason_codes: rule.reasonCodes,
  side: rule.side,
  effective_from: rule.effectiveFrom,
  effective_to: rule.effectiveTo,
  free_look_days: rule.freeLookDays,
  free_look_claims: rule.freeLookClaims,
  free_look_fee_percent: rule.freeLookFeePercent,
  short_free_look_days: rule.shortFreeLook?.days ?? null,
  short_free_look_product_type_codes: rule.shortFreeLook?.productTypeCodes ?? [],
  short_free_look_without_warranty: rule.shortFreeLook?.withoutWarranty ?? false,
  method: rule.method,
  floor_method: rule.floorMethod,
  refund_percent: rule.refundPercent,
  max_fee: rule.maxFee,
  max_fee_percent: rule.maxFeePercent,
  deducts_claims: rule.deductsClaims,
  refund_days: rule.refundDays,
  refunds_at_payoff: rule.refundsAtPayoff,
  penalty_base: rule.penalty?.base ?? null,
  penalty_percent: rule.penalty?.percent ?? null,
  penalty_period: rule.penalty?.period ?? null,
  penalty_in_free_look_only: rule.penalty?.inFreeLookOnly ?? false,
  reasons_limited_from_day: rule.limitedReasons?.fromDay ?? null,
  limited_reason_codes: rule.limitedReasons?.codes ?? null,
  notice_days: rule.noticeDays,
  layer: rule.layer,
  law: JSON.stringify(storedTerms(rule)),
  verification: rule.verification,
  leaves_out: rule.leavesOut,
  silent: rule.silent,
  unverified: rule.unverified,
  is_active: true,
})

const inColumns: readonly string[] = ['verification', 'leavesOut', 'silent', 'unverified']

/** The terms that differ from the usual ones. */
const storedTerms = (rule: SavedRule): object =>
  Object.fromEntries(
    Object.entries({ ...NO_LAW_TERMS, ...NO_EVIDENCE })
      .map(([name, usual]) => ({ name, usual, value: rule[name as keyof SavedRule] }))
      .filter(({ name, usual, value }) => !inColumns.includes(name) && !isSame(value, usual))
      .map(({ name, value }) => [name, value]),
  )

const namesOf = (columns: object) => sql.raw(Object.keys(columns).join(', '))
const valuesOf = (columns: object) => sql.join(Object.values(columns), sql`, `)

export async function addCancelRule(tx: Tx, rule: SavedRule): Promise<void> {
  const columns = columnsOf(rule)
  await sql`insert into cancel_rule (${namesOf(columns)}) values (${valuesOf(columns)})`.execute(tx)
}

/** Changes a rule, and makes an inactive one active again. */
export async function changeCancelRule(tx: Tx, id: number, rule: SavedRule): Promise<void> {
  const columns = columnsOf(rule)
  await sql`update cancel_rule set (${namesOf(columns)}) = row(${valuesOf(columns)}) where id = ${id}`.execute(
    tx,
  )
}

/** Makes a rule inactive. It is not deleted, because earlier calculations refer to it. */
export async function setAsideCancelRule(tx: Tx, id: number): Promise<void> {
  await sql`update cancel_rule set is_active = false where id = ${id}`.execute(tx)
}

/** Saves the cancel rules of a new administrator, each followed by its twin. */
export async function saveCancelRules(tx: Tx): Promise<void> {
  for (const rule of startRules.flatMap(rulesFromWritten))
    await addCancelRule(tx, { ...rule, layer: 'Own', programId: null, programType: null })
}
