import type { Cents } from '../../../../src/domain/money.ts'
import type {
  Calculation,
  DisbursementDefinition,
  LinePayee,
  RetailCap,
  RetailRule,
  Surcharge,
} from '../../../../src/domain/rate-book/rate-book.ts'
import type { Chance } from '../../hostile/chance.ts'
import { ALWAYS, dates, money, percent, rule, STATES, TODAY } from './random-book-values.ts'

// Random lines of a price that a book can have, with surcharges and retail rules.

const CODES = ['RESERVE', 'PREMTAX', 'ADMIN', 'CLIP', 'AGENT', 'DLRGRP', 'FEE', 'BONUS'] as const

/** The figures that lines can use besides other lines. */
export interface LineParts {
  readonly nextId: () => number
  readonly tables: readonly string[]
  readonly effectiveFrom: string
}

export const isFoundLast = (calculation: Calculation) =>
  calculation.type === 'Remainder' ||
  (calculation.type === 'PercentOf' && typeof calculation.base === 'string')

/** Lines in any sequence. Percents of lines use only earlier lines, so that there is no circle. */
export function disbursements(chance: Chance, parts: LineParts): DisbursementDefinition[] {
  const codes = chance.shuffled(CODES).slice(0, chance.between(1, 7))
  const lines: DisbursementDefinition[] = []
  for (const code of codes) {
    const hasRemainder = lines.some(({ calculation }) => calculation.type === 'Remainder')
    const bases = [
      ...new Set(lines.filter((line) => !isFoundLast(line.calculation)).map((line) => line.code)),
    ]
    const calculation = draw(chance, parts, bases, hasRemainder)
    const isOfPrice =
      calculation.type === 'PercentOf' && (calculation.base === 'Retail' || calculation.base === 'Markup')
    const isIn = !isOfPrice && (calculation.type === 'Remainder' || chance.is(80))
    const first = line(chance, parts, code, calculation, isIn)
    lines.push(...(isFoundLast(calculation) ? [first] : changing(chance, parts, first)))
  }
  const markup = line(chance, parts, 'MARKUP', { type: 'Remainder', column: null }, false)
  return [...lines, { ...markup, to: { type: 'Dealer', number: null } }]
}

/** The calculation of a line. It uses other lines only if there are some. */
export function draw(
  chance: Chance,
  { tables }: Pick<LineParts, 'tables'>,
  bases: readonly string[],
  hasRemainder: boolean,
): Calculation {
  const flat = (): Calculation => ({ type: 'Flat', amount: money(chance, 150) })
  const ofFactors = (): Calculation => {
    const isOfRow = chance.is(60)
    return {
      type: 'FactorTable',
      column: isOfRow ? chance.of(['RESERVE', 'OTHER']) : null,
      amount: isOfRow ? null : money(chance, 300),
      tables: chance.some(tables),
    }
  }
  const ofLines = (): Calculation => ({
    type: 'PercentOf',
    percent: percent(chance, 30),
    base: chance.some(bases),
  })
  const ofFigure = (base: 'DealerCost' | 'Retail' | 'Markup') => (): Calculation => ({
    type: 'PercentOf',
    percent: percent(chance, 12),
    base,
  })
  return chance.of([
    flat,
    (): Calculation => ({ type: 'RateRow', column: chance.of(['RESERVE', 'OTHER']), of: null }),
    chance.is(30) ? (): Calculation => ({ type: 'RateRow', column: 'SHARE', of: 'itemPurchasePrice' }) : flat,
    tables.length > 0 ? ofFactors : flat,
    bases.length > 0 ? ofLines : flat,
    bases.length > 0 ? ofLines : flat,
    ofFigure('DealerCost'),
    ofFigure('DealerCost'),
    ofFigure(chance.of(['Retail', 'Markup'] as const)),
    hasRemainder || chance.is(60) ? flat : (): Calculation => ({ type: 'Remainder', column: 'COST' }),
  ])()
}

const accounts: readonly LinePayee[] = [
  { type: 'DisbursementAccount', number: 'RESERVE' },
  { type: 'Insurer', number: 'I100' },
  { type: 'Dealer', number: null },
  { type: 'DealerGroup', number: null },
  { type: 'Agent', number: null },
]

const line = (
  chance: Chance,
  { nextId, effectiveFrom }: LineParts,
  code: string,
  calculation: Calculation,
  includedInDealerCost: boolean,
): DisbursementDefinition => ({
  id: nextId(),
  code,
  label: code,
  to: chance.of(accounts),
  calculation,
  includedInDealerCost,
  earningMethodCode: 'IMMEDIATE',
  earningFactorTable: null,
  cancelRule: 'Proportional',
  cancelMethodCode: null,
  payWhen: 'WhenFunded',
  // Often equal, so that ids decide.
  sequence: chance.between(1, 6),
  effectiveFrom,
  effectiveTo: null,
})

/** The line unchanged, or with another amount from a date on, or only from a date on. */
function changing(
  chance: Chance,
  { nextId }: LineParts,
  one: DisbursementDefinition,
): DisbursementDefinition[] {
  if (chance.is(80)) return [one]
  if (chance.is(30)) return [{ ...one, effectiveFrom: TODAY }]
  const flat = { type: 'Flat', amount: money(chance, 90) } as const
  const after = { ...one, id: nextId(), effectiveFrom: TODAY, calculation: flat }
  return [{ ...one, effectiveTo: '2024-03-14' }, after]
}

/** Surcharges add to lines that do not depend on dealer cost or the price. */
export function surcharges(
  chance: Chance,
  nextId: () => number,
  lines: readonly DisbursementDefinition[],
): Surcharge[] {
  const fed = [...new Set(lines.filter((one) => !isFoundLast(one.calculation)).map((one) => one.code))]
  if (fed.length === 0) return []
  return ['AWD', 'SEALS', 'RENTAL'].slice(0, chance.below(4)).flatMap((code) => {
    const feeds = chance
      .some(fed, 30)
      .map((disbursementCode) => ({ disbursementCode, amount: money(chance, 80) }))
    const one: Surcharge = {
      id: nextId(),
      code,
      name: code,
      // A sum of cents is an amount in cents.
      amount: feeds.reduce((sum, { amount }) => sum + amount, 0) as Cents,
      retailAmount: null,
      isMandatory: chance.is(50),
      criteria: rule(chance, 40),
      feeds,
      addsCoverageGroups: [],
      changesBenefits: [],
      ...dates(chance),
    }
    if (one.effectiveTo === null || one.effectiveTo >= TODAY) return [one]
    return [one, { ...one, id: nextId(), isMandatory: true, effectiveFrom: TODAY, effectiveTo: null }]
  })
}

/** One rule for everything, and others for states, plans and dates. No two fit the same sale equally. */
export function retailRules(chance: Chance, plans: readonly string[]): RetailRule[] {
  const drawn = chance.times(chance.below(4), () =>
    retailRule(chance, {
      states: chance.is(50) ? chance.some(STATES, 40) : null,
      plans: chance.is(40) ? chance.some(plans, 50) : null,
      ...dates(chance, 25),
    }),
  )
  const all = [retailRule(chance, { states: null, plans: null, ...ALWAYS }), ...drawn]
  const kept = all.filter((one, at) => !all.slice(0, at).some((other) => isSamePlace(one, other)))
  return chance.shuffled(kept)
}

/** Rules that name the same columns and could fit the same sale. */
function isSamePlace(one: RetailRule, other: RetailRule): boolean {
  const shares = (some: readonly string[] | null, others: readonly string[] | null) =>
    some === null || others === null ? some === others : some.some((item) => others.includes(item))
  const isDated = ({ effectiveFrom, effectiveTo }: RetailRule) => (effectiveFrom ?? effectiveTo) !== null
  return isDated(one) === isDated(other) && shares(one.states, other.states) && shares(one.plans, other.plans)
}

type Place = Pick<RetailRule, 'states' | 'plans' | 'effectiveFrom' | 'effectiveTo'>

function retailRule(chance: Chance, place: Place): RetailRule {
  const type = chance.of([
    'Open',
    'MSRP',
    'MSRP',
    'Filed',
    'MarkupCap',
    'CapOfFinanced',
    'CapOfVehiclePrice',
  ] as const)
  const isPriced = chance.is(20)
  const isMarked = !isPriced && (type === 'MSRP' || type === 'Filed' || chance.is(60))
  const isPercent = chance.is(40)
  return {
    ...place,
    type,
    suggestedMarkup: isMarked && (!isPercent || chance.is(20)) ? money(chance, 900) : null,
    suggestedMarkupPercent: isMarked && isPercent ? percent(chance, 150) : null,
    suggestedPrice: isPriced ? money(chance, 4_000) : null,
    minimum: chance.is(20) ? money(chance, 1_500) : null,
    caps: [
      ...capsOf(chance, type),
      ...chance.times(chance.is(20) ? 1 : 0, () => cap(chance, chance.of(CAPS))),
    ],
    rounding: chance.of(['None', 'None', 'UpTo1', 'UpTo5', 'End9'] as const),
    regulatedRuleId: null,
  }
}

const CAPS = ['Price', 'Markup', 'MarkupPercent', 'PercentOfFinanced', 'PercentOfVehiclePrice'] as const

/** The cap for a rule of this type. */
function capsOf(chance: Chance, type: RetailRule['type']): RetailCap[] {
  if (type === 'MarkupCap') return [cap(chance, chance.of(['Markup', 'MarkupPercent'] as const))]
  if (type === 'CapOfFinanced') return [cap(chance, 'PercentOfFinanced')]
  return type === 'CapOfVehiclePrice' ? [cap(chance, 'PercentOfVehiclePrice')] : []
}

function cap(chance: Chance, type: RetailCap['type']): RetailCap {
  if (type === 'Price') return { type, amount: money(chance, 5_000) }
  if (type === 'Markup') return { type, amount: money(chance, 1_000) }
  if (type === 'MarkupPercent') return { type, percent: percent(chance, 150) }
  return { type, percent: percent(chance, 15), atLeast: chance.is(50) ? money(chance, 1_200) : null }
}
