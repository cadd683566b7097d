import type { RetailCap, RetailRule, SalesTaxRule } from '../../../../src/domain/rate-book/rate-book.ts'
import type { RateRequest } from '../../../../src/domain/rating/request.ts'
import { greatest, least, percentOf, upTo } from './fractions.ts'
import { isOn } from './rows.ts'

// The price to the customer, and the taxes on it.

/** The rule for the state wins, then the rule for the plan, then the rule with dates. */
export function retailRuleFor(
  rules: readonly RetailRule[],
  { state, plan, date }: { state: string; plan: string; date: string },
): RetailRule {
  const fitting = rules.filter(
    (rule) =>
      (rule.states?.includes(state) ?? true) && (rule.plans?.includes(plan) ?? true) && isOn(rule, date),
  )
  const rank = ({ states, plans, effectiveFrom, effectiveTo }: RetailRule) =>
    (states === null ? 0 : 4) + (plans === null ? 0 : 2) + ((effectiveFrom ?? effectiveTo) === null ? 0 : 1)
  const most = Math.max(...fitting.map(rank))
  const first = fitting.find((rule) => rank(rule) === most)
  if (!first) throw new Error('Every program has a retail rule for all states and plans on every day.')
  return first
}

export interface PriceRange {
  readonly suggested: bigint
  readonly minimum: bigint
  readonly maximum: bigint | null
}

export function priceRange(rule: RetailRule, dealerCost: bigint, request: RateRequest): PriceRange {
  const wanted = roundedUp(wantedPrice(rule, dealerCost), rule.rounding)
  const caps = rule.caps.flatMap((cap) => capOf(cap, dealerCost, request) ?? [])
  const isFiled = rule.type === 'Filed'
  const limits = isFiled ? [...caps, wanted] : caps
  const maximum = limits.length === 0 ? null : least(limits)
  const floors = isFiled ? [wanted] : rule.minimum === null ? [] : [BigInt(rule.minimum)]
  const minimum = greatest([dealerCost, ...floors])
  const notAbove = maximum === null ? wanted : least([wanted, maximum])
  return { suggested: greatest([notAbove, minimum]), minimum, maximum }
}

function wantedPrice(rule: RetailRule, dealerCost: bigint): bigint {
  if (rule.suggestedPrice !== null) return BigInt(rule.suggestedPrice)
  return (
    dealerCost + BigInt(rule.suggestedMarkup ?? 0) + percentOf(dealerCost, rule.suggestedMarkupPercent ?? 0)
  )
}

function roundedUp(amount: bigint, rounding: RetailRule['rounding']): bigint {
  if (rounding === 'UpTo1') return upTo(amount, 100n)
  if (rounding === 'UpTo5') return upTo(amount, 500n)
  // The next whole amount that ends in 9.
  if (rounding === 'End9') return upTo(amount, 1_000n, 900n)
  return amount
}

/** Nothing if the sale does not have the base of the cap. */
function capOf(cap: RetailCap, dealerCost: bigint, request: RateRequest): bigint | undefined {
  if (cap.type === 'Price') return BigInt(cap.amount)
  if (cap.type === 'Markup') return dealerCost + BigInt(cap.amount)
  if (cap.type === 'MarkupPercent') return dealerCost + percentOf(dealerCost, cap.percent)
  const base = cap.type === 'PercentOfFinanced' ? request.financedAmount : request.vehiclePurchasePrice
  if (base === null) return undefined
  return greatest([percentOf(BigInt(base), cap.percent), BigInt(cap.atLeast ?? 0)])
}

/** Prices are not negative, so a quotient that is cut off is rounded down. */
function roundedTax({ rate, roundMode }: SalesTaxRule, taxable: bigint): bigint {
  if (roundMode === 'HalfUp') return percentOf(taxable, rate)
  const beyond = roundMode === 'Up' ? 99_999_999n : 0n
  return (taxable * BigInt(rate) + beyond) / 100_000_000n
}

export interface TaxedSale {
  readonly state: string
  readonly county: string | null
  readonly city: string | null
  readonly date: string
  readonly productTypeCode: string
}

/** The most specific rule of each tax type, in the order of the book. */
export function taxesOn(rules: readonly SalesTaxRule[], sale: TaxedSale, retail: bigint) {
  const isSame = (named: string | null, given: string | null) =>
    named === null || named.toLowerCase() === given?.toLowerCase()
  const fitting = rules.filter(
    (rule) =>
      rule.state === sale.state &&
      isSame(rule.county, sale.county) &&
      isSame(rule.city, sale.city) &&
      [null, sale.productTypeCode].includes(rule.productTypeCode) &&
      [null, 'ContractRetail'].includes(rule.lineItemType) &&
      isOn(rule, sale.date),
  )
  const says = ({ county, city, productTypeCode, lineItemType }: SalesTaxRule) =>
    [county, city, productTypeCode, lineItemType].filter((part) => part !== null).length
  const taxes: (readonly [ruleId: number, taxable: number, tax: number])[] = []
  for (const type of new Set(fitting.map((rule) => rule.type))) {
    const ofType = fitting.filter((rule) => rule.type === type)
    const most = Math.max(...ofType.map(says))
    const [rule] = ofType.filter((one) => says(one) === most).sort((one, other) => one.id - other.id)
    if (!rule || rule.exempt) continue
    const taxable = rule.maximumTaxable === null ? retail : least([retail, BigInt(rule.maximumTaxable)])
    taxes.push([rule.id, Number(taxable), Number(roundedTax(rule, taxable))])
  }
  return taxes
}
