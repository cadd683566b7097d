import type { Deductible, RateReason, Term } from '../../../sdk/src/types.gen.ts'
import type { Format } from '../../ui/words/format.ts'
import { type Text, type TextKey, wordOf } from '../text.ts'
import type { Offer } from './offers.ts'
import { type Limit, limitOf } from './reasons.ts'

/** A term as the business writes it: 60/75,000. */
export function termTitle(t: Text, format: Format, { months, miles, hours }: Term): string {
  if (miles !== null) return t('term.miles', { months, miles: format.count(miles) })
  return hours === null
    ? t('term.months', { months })
    : t('term.hours', { months, hours: format.count(hours) })
}

/** A deductible with how it is charged, where that is not the usual way. */
export function deductibleTitle(t: Text, format: Format, { amount, type }: Deductible): string {
  const money = format.money(amount)
  return type === 'PerVisit'
    ? money
    : t('deductible.other', { amount: money, type: wordOf(t, 'deductible', type) })
}

/** What an offer is called: Platinum 60/75,000 deductible $0.00. */
export const offerTitle = (t: Text, format: Format, { plan, rate }: Offer): string =>
  t('offer.title', {
    plan: plan.name,
    term: termTitle(t, format, rate.term),
    deductible: deductibleTitle(t, format, rate.deductible),
  })

/** When and at how many miles coverage would end. */
export const expiryTitle = (t: Text, format: Format, { rate }: Offer): string =>
  rate.expirationOdometer === null
    ? format.date(rate.expirationDate)
    : t('offer.expiry', {
        date: format.date(rate.expirationDate),
        miles: format.miles(rate.expirationOdometer),
      })

/** A code such as `DriveAxle` as words: Drive axle. */
export const codeTitle = (code: string): string =>
  code.replace(/([a-z])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)

const amounts = new Set([
  'financedAmount',
  'itemPurchasePrice',
  'deal.financedAmount',
  'deal.price',
  'deal.msrp',
])

/** A value of a rule as people write it. */
function valueTitle(format: Format, reason: RateReason, value: unknown): string {
  if (Array.isArray(value)) return value.map((one) => valueTitle(format, reason, one)).join(', ')
  const text = String(value)
  const number = typeof value === 'number' ? value : /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return format.date(text)
  if (number === undefined) return text
  const { field, rule } = reason
  if (field?.endsWith('odometer')) return format.miles(number)
  if (rule.startsWith('Ltv') || field === 'deal.ltv') return format.percent(number)
  if (amounts.has(field ?? '')) return format.money(number)
  // Years must not be written with a comma.
  return field?.endsWith('year') ? text : format.count(number)
}

export function seenTitle(t: Text, format: Format, reason: RateReason): string {
  const { seen } = reason
  return seen === null || seen === undefined || seen === ''
    ? t('why.nothing')
    : valueTitle(format, reason, seen)
}

/** `<= 100000` as at most 100,000 mi. What is of another kind stays as the service wrote it. */
export function neededTitle(t: Text, format: Format, reason: RateReason): string | undefined {
  const { needed } = reason
  if (needed === null || needed === undefined || needed === '') return undefined
  const limit = limitOf(needed)
  if (!limit) return typeof needed === 'string' ? listTitle(t, needed) : valueTitle(format, reason, needed)
  const value = valueTitle(format, reason, limit.value)
  return t(operators[limit.operator], { value })
}

const operators = {
  '<=': 'needed.atMost',
  '>=': 'needed.atLeast',
  '<': 'needed.below',
  '>': 'needed.above',
  '==': 'needed.exactly',
  '!=': 'needed.not',
} as const satisfies Record<Limit['operator'], TextKey>

/** `in ['A', 'B']` as one of A, B. */
function listTitle(t: Text, needed: string): string {
  const values = /^in \[(.*)\]$/.exec(needed)?.[1]
  return values === undefined ? needed : t('needed.in', { values: values.replaceAll("'", '') })
}
