import {
  type Column,
  cents,
  date,
  flag,
  float,
  int,
  json,
  oneOf,
  orNull,
  type RowOf,
  storedObject,
  text,
  texts,
} from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import {
  type Evidence,
  type LawTerms,
  NO_EVIDENCE,
  NO_LAW_TERMS,
  termNames,
  verifications,
} from '../domain/cancellation/law-terms.ts'
import { type CancelRule, penaltyPeriods } from '../domain/cancellation/rules.ts'
import { type CancelMethod, methodCodes } from '../domain/refund/methods.ts'
import { sellerKinds } from '../domain/seller-kinds.ts'

/** The active cancel rules, ordered by id. Which one applies is decided by what each rule names, and by date. */
export async function loadCancelRules(db: Db): Promise<readonly CancelRule[]> {
  return (await loadKeptRules(db)).filter(({ isActive }) => isActive).map(({ isActive: _, ...rule }) => rule)
}

/** A cancel rule, and whether it is active. */
interface KeptRule extends CancelRule {
  readonly isActive: boolean
}

/** All cancel rules, including inactive ones. */
export async function loadKeptRules(db: Db): Promise<readonly KeptRule[]> {
  return (await RULES.rows(db, [])).map(ruleOf)
}

/** The active cancel methods. */
export function loadCancelMethods(db: Db): Promise<readonly CancelMethod[]> {
  return METHODS.rows(db, [])
}

function ruleOf(row: RowOf<typeof ruleColumns>): KeptRule {
  const { short_days, short_types, short_without_warranty, limited_from_day, limited_codes, ...others } = row
  const { penalty_base, penalty_percent, penalty_period, penalty_in_free_look_only, law, ...rule } = others
  return {
    // Only what differs from the usual terms is stored.
    ...{ ...NO_LAW_TERMS, ...NO_EVIDENCE, ...law },
    ...rule,
    shortFreeLook:
      short_days === null
        ? null
        : { days: short_days, productTypeCodes: short_types, withoutWarranty: short_without_warranty },
    penalty:
      penalty_base === null || penalty_percent === null || penalty_period === null
        ? null
        : {
            base: penalty_base,
            percent: penalty_percent,
            period: penalty_period,
            inFreeLookOnly: penalty_in_free_look_only,
          },
    limitedReasons:
      limited_from_day === null || limited_codes === null
        ? null
        : { fromDay: limited_from_day, codes: limited_codes },
  }
}

/** A list of these names. The file of the rules was checked, so no others are stored. */
const listOf = <Name extends string>(_: readonly Name[]) => texts as unknown as Column<readonly Name[]>

const ruleColumns = {
  ...{ id: int, ruleCode: text, source: orNull(text), state: orNull(text), productTypeCodes: orNull(texts) },
  ...{ programId: orNull(int), reasonCodes: orNull(texts), side: oneOf(['Holder', 'Provider']) },
  ...{ effectiveFrom: orNull(date), effectiveTo: orNull(date), freeLookDays: int },
  ...{ freeLookClaims: orNull(oneOf(['Deduct', 'LoseFreeLook'])), freeLookFeePercent: orNull(float) },
  ...{ short_days: orNull(int), short_types: texts, short_without_warranty: flag },
  ...{ method: orNull(oneOf(methodCodes)), floorMethod: orNull(oneOf(methodCodes)), refundPercent: float },
  ...{ maxFee: cents, maxFeePercent: orNull(float), deductsClaims: flag, refundDays: orNull(int) },
  ...{ refundsAtPayoff: flag, penalty_base: orNull(oneOf(['Outstanding', 'Refund', 'Price'])) },
  ...{ penalty_percent: orNull(float), penalty_period: orNull(oneOf(penaltyPeriods)) },
  ...{ penalty_in_free_look_only: flag, limited_from_day: orNull(int), limited_codes: orNull(texts) },
  ...{ noticeDays: orNull(int), isActive: flag, layer: oneOf(['Own', 'Library']) },
  law: json(storedObject<Partial<LawTerms & Evidence>>()),
  ...{ verification: orNull(oneOf(verifications)), leavesOut: listOf(sellerKinds) },
  ...{ silent: listOf(termNames), unverified: listOf(termNames) },
}

const RULES = statement(
  ruleColumns,
  `select id, code as "ruleCode", source, state, product_type_codes as "productTypeCodes",
    program_id as "programId", reason_codes as "reasonCodes", side, effective_from as "effectiveFrom",
    effective_to as "effectiveTo", free_look_days as "freeLookDays", free_look_claims as "freeLookClaims",
    free_look_fee_percent::float8 as "freeLookFeePercent", short_free_look_days as short_days,
    short_free_look_product_type_codes as short_types, short_free_look_without_warranty as short_without_warranty,
    method, floor_method as "floorMethod", refund_percent::float8 as "refundPercent", max_fee as "maxFee",
    max_fee_percent::float8 as "maxFeePercent", deducts_claims as "deductsClaims", refund_days as "refundDays",
    refunds_at_payoff as "refundsAtPayoff", penalty_base, penalty_percent::float8 as penalty_percent, penalty_period,
    penalty_in_free_look_only, reasons_limited_from_day as limited_from_day, limited_reason_codes as limited_codes,
    notice_days as "noticeDays", is_active as "isActive",
    layer, law, verification, leaves_out as "leavesOut", silent, unverified
  from cancel_rule order by id`,
)

const METHODS = statement(
  { code: oneOf(methodCodes), monthRule: oneOf(['Ignore', 'CountFull', 'Day15']), refundPercent: float },
  `select code, details ->> 'monthRule' as "monthRule", (details ->> 'refundPercent')::float8 as "refundPercent"
  from reference_value where list = 'CancelMethod' and is_active order by id`,
)
