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
import type { CancelFacts, CancelOverride, CancelTerms } from './facts.ts'
import type { FreeLook } from './free-look.ts'
import type { CancelRule } from './rules.ts'

/** How the unearned part was found. */
export interface ChosenMethod {
  readonly method: CancelMethod
  readonly usage: Usage
  /** What the method finds; its factor may give way to the floor of the rule, or to what somebody has set. */
  readonly counted: Omit<Unearned, 'factor'> & { readonly factor: Fraction | null }
  readonly factor: Fraction
  readonly refundPercent: number
  /** The method that the refund may not fall below, where it counted. */
  readonly floor: MethodCode | null
  readonly countsMiles: boolean
}

type Rule = Pick<CancelRule, 'method' | 'floorMethod' | 'refundPercent'>

/** What has been used of the contract on the day of its cancellation. */
export function usageOn(
  { term, effectiveOdometer, expirationOdometer, services, balances }: CancelFacts['contract'],
  { cancelDate, cancelOdometer }: Pick<CancelTerms, 'cancelDate' | 'cancelOdometer'>,
): Usage {
  const from = effectiveOdometer ?? 0
  return {
    clock: refundClockOn(term, cancelDate),
    totalMiles: expirationOdometer === null ? null : expirationOdometer - from,
    milesUsed: cancelOdometer === null ? null : Math.max(cancelOdometer - from, 0),
    services,
    balances,
  }
}

/** The method and what it leaves; nothing where the odometer is needed and not known: it is not guessed. */
export function chooseMethod(
  { contract, settings }: CancelFacts,
  terms: CancelTerms,
  rule: Rule,
  { isWithin, isLost }: Pick<FreeLook, 'isWithin' | 'isLost'>,
): ChosenMethod | undefined {
  const { override, reason } = terms
  const isFlat = reason.forcesFlat || (isWithin && !isLost)
  const ruled = isFlat ? 'FLAT' : (rule.method ?? contract.programMethod)
  const method = methodByCode(settings.methods, override?.cancelMethodCode ?? ruled)
  const usage = usageOn(contract, terms)
  const counted = unearnedBy(method, usage)
  const given = givenFactor(override, counted === undefined, contract.retail)
  const isOverridden = override?.cancelMethodCode !== undefined || override?.unearnedFactor !== undefined
  const floorMethod = isFlat || isOverridden ? null : rule.floorMethod
  const floor = floorMethod && unearnedBy(methodByCode(settings.methods, floorMethod), usage)
  if (given === undefined && (counted === undefined || floor === undefined)) return undefined
  const factor = given ?? counted?.factor ?? EVERYTHING
  const isFloored = floor && given === undefined && greaterFraction(factor, floor.factor) !== factor
  return {
    method,
    usage,
    counted: counted ?? { factor: null, time: null, miles: null, monthsElapsed: usage.clock.monthsElapsed },
    factor: isFloored ? floor.factor : factor,
    refundPercent: isOverridden || given || method.code === 'FLAT' ? 100 : rule.refundPercent,
    floor: isFloored ? floorMethod : null,
    countsMiles: countsMiles(method.code, usage),
  }
}

/** A factor that makes the method's own needless: one that was set, or what a refund that was set comes to. */
function givenFactor(
  override: CancelOverride | null,
  isUnknown: boolean,
  retail: Cents,
): Fraction | undefined {
  const { unearnedFactor, grossRefund } = override ?? {}
  if (unearnedFactor !== undefined) return fractionFromDecimal(Math.min(Math.max(unearnedFactor, 0), 1))
  return isUnknown && grossRefund !== undefined ? boundedFraction(grossRefund, retail) : undefined
}

export function methodByCode(methods: readonly CancelMethod[], code: MethodCode): CancelMethod {
  const method = methods.find((one) => one.code === code)
  if (!method) throw new Error(`There is no cancel method ${code}.`)
  return method
}

/** The lines with what their own methods leave; nothing where one of them needs the odometer. */
export function pricedLines(
  { contract, settings }: CancelFacts,
  { method, usage }: Pick<ChosenMethod, 'method' | 'usage'>,
  override: CancelOverride | null,
): LineOfPrice[] | undefined {
  const lines: LineOfPrice[] = []
  for (const { code, amount, cancelRule, cancelMethodCode } of contract.lines) {
    if (cancelRule !== 'OwnMethod' || cancelMethodCode === null) {
      lines.push({ code, amount, cancelRule, own: null })
      continue
    }
    const own = unearnedBy(methodByCode(settings.methods, cancelMethodCode), usage)?.factor
    // A refund of everything does not wait for an odometer that only the account behind a line would want.
    if (!own && method.code !== 'FLAT' && !override?.disbursements) return undefined
    lines.push({ code, amount, cancelRule, own: own ?? EVERYTHING })
  }
  return lines
}
