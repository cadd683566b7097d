import { EVERYTHING, type Fraction, greaterFraction } from '../fraction.ts'
import type { Cents } from '../money.ts'
import { refundClockOn } from '../refund/clock.ts'
import { boundedFraction, fractionFromDecimal } from '../refund/factor.ts'
import type { LineOfPrice } from '../refund/lines.ts'
import {
  type CancelMethod,
  countsMiles,
  type MethodCode,
  type Unearned,
  type Usage,
  unearnedBy,
} from '../refund/methods.ts'
import type { CancelFacts, CancelLine, CancelOverride, CancelTerms } from './facts.ts'
import type { FreeLook } from './free-look.ts'
import type { CancelRule } from './rules.ts'

/** The method of a cancellation and the unearned part that it gives. */
export interface ChosenMethod {
  readonly method: CancelMethod
  readonly usage: Usage
  /** The result of the method. The floor of the rule or an override may replace its factor. */
  readonly counted: Omit<Unearned, 'factor'> & { readonly factor: Fraction | null }
  readonly factor: Fraction
  readonly refundPercent: number
  /** The floor method, if it applied. */
  readonly floor: MethodCode | null
  /** The refund depends on the miles: by the method or its floor, and no override sets it. */
  readonly countsMiles: boolean
  /** A benefit was paid, and by the rule nothing is refunded then. */
  readonly isBarred: boolean
}

type Rule = Pick<
  CancelRule,
  'method' | 'floorMethod' | 'refundPercent' | 'wholeMonthDays' | 'noRefundAfterBenefit'
>

/** The usage of the contract on the cancel date. */
export function usageOn(
  { term, effectiveOdometer, expirationOdometer, services, balances }: CancelFacts['contract'],
  { cancelDate, cancelOdometer }: Pick<CancelTerms, 'cancelDate' | 'cancelOdometer'>,
  { wholeMonthDays }: Pick<CancelRule, 'wholeMonthDays'> = { wholeMonthDays: null },
): Usage {
  const from = effectiveOdometer ?? 0
  return {
    clock: refundClockOn(term, cancelDate),
    totalMiles: expirationOdometer === null ? null : expirationOdometer - from,
    milesUsed: cancelOdometer === null ? null : Math.max(cancelOdometer - from, 0),
    services,
    balances,
    wholeMonthDays,
  }
}

/** The method and its unearned part. Undefined if the odometer is needed but not known. */
export function chooseMethod(
  { contract, settings }: CancelFacts,
  terms: CancelTerms,
  rule: Rule,
  { isWithin, isLost }: Pick<FreeLook, 'isWithin' | 'isLost'>,
): ChosenMethod | undefined {
  const { override, reason } = terms
  const isBarred = rule.noRefundAfterBenefit && contract.claims.paid > 0 && !reason.forcesFlat
  const isFlat = reason.forcesFlat || (isWithin && !isLost && !isBarred)
  const ruled = isFlat ? 'FLAT' : isBarred ? 'NONE' : (rule.method ?? contract.programMethod)
  const method = methodByCode(settings.methods, override?.cancelMethodCode ?? ruled)
  const usage = usageOn(contract, terms, rule)
  const counted = unearnedBy(method, usage)
  const isOverridden = override?.cancelMethodCode !== undefined || override?.unearnedFactor !== undefined
  const floorMethod = isFlat || isBarred || isOverridden ? null : rule.floorMethod
  const floor = floorMethod && unearnedBy(methodByCode(settings.methods, floorMethod), usage)
  const isUnknown = counted === undefined || floor === undefined
  const setFactor = factorFromOverride(override, isUnknown, contract.retail)
  if (setFactor === undefined && isUnknown) return undefined
  const factor = setFactor ?? counted?.factor ?? EVERYTHING
  const isFloored = floor && setFactor === undefined && greaterFraction(factor, floor.factor) !== factor
  return {
    method,
    usage,
    counted: counted ?? { factor: null, time: null, miles: null, monthsElapsed: usage.clock.monthsElapsed },
    factor: isFloored ? floor.factor : factor,
    refundPercent: isOverridden || setFactor || method.code === 'FLAT' ? 100 : rule.refundPercent,
    floor: isFloored ? floorMethod : null,
    countsMiles:
      !setsRefund(override) &&
      [method.code, floorMethod].some((code) => code !== null && countsMiles(code, usage)),
    isBarred,
  }
}

/** Whether the override says what is refunded, so that no method does. */
const setsRefund = (override: CancelOverride | null): boolean =>
  override?.unearnedFactor !== undefined || override?.grossRefund !== undefined

/** The factor that the override sets, or, if the method gives none, the one that its gross refund amounts to. */
function factorFromOverride(
  override: CancelOverride | null,
  isUnknown: boolean,
  retail: Cents,
): Fraction | undefined {
  const { unearnedFactor, grossRefund } = override ?? {}
  if (unearnedFactor !== undefined) return fractionFromDecimal(Math.min(Math.max(unearnedFactor, 0), 1))
  return isUnknown && grossRefund !== undefined ? boundedFraction(grossRefund, retail) : undefined
}

export function methodByCode(methods: readonly CancelMethod[], code: MethodCode): CancelMethod {
  const method = methods.find((candidate) => candidate.code === code)
  if (!method) throw new Error(`There is no cancel method ${code}.`)
  return method
}

/** The lines with the unearned part by their own methods. Undefined if one of them needs an unknown odometer. */
export function pricedLines(
  { contract, settings }: CancelFacts,
  { method, usage }: Pick<ChosenMethod, 'method' | 'usage'>,
  override: CancelOverride | null,
): LineOfPrice[] | undefined {
  const lines: LineOfPrice[] = []
  for (const line of contract.lines) {
    const { code, amount, cancelRule } = line
    const ownMethod = ownMethodOf(line)
    if (ownMethod === null) {
      lines.push({ code, amount, cancelRule, own: null })
      continue
    }
    const own = unearnedBy(methodByCode(settings.methods, ownMethod), usage)?.factor
    if (!own && usesOwnMethods(method, override)) return undefined
    lines.push({ code, amount, cancelRule, own: own ?? EVERYTHING })
  }
  return lines
}

const ownMethodOf = ({ cancelRule, cancelMethodCode }: CancelLine): MethodCode | null =>
  cancelRule === 'OwnMethod' ? cancelMethodCode : null

/** A full refund does not need the odometer, even if the method of a line does. */
const usesOwnMethods = ({ code }: CancelMethod, override: CancelOverride | null): boolean =>
  code !== 'FLAT' && !override?.disbursements

/** Whether a line gives back by a method of its own that counts miles. */
export const hasLineByMiles = (
  { contract }: CancelFacts,
  { method, usage }: Pick<ChosenMethod, 'method' | 'usage'>,
  override: CancelOverride | null,
): boolean =>
  usesOwnMethods(method, override) &&
  contract.lines.some((line) => {
    const ownMethod = ownMethodOf(line)
    return ownMethod !== null && countsMiles(ownMethod, usage)
  })
