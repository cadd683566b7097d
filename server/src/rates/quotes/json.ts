import type { PayWhen } from '../../domain/ledger/rows.ts'
import type { Cents } from '../../domain/money.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { Calculation, DisbursementDefinition, SalesTaxRule } from '../../domain/rate-book/rate-book.ts'
import type { RatedLine } from '../../domain/rating/lines.ts'
import type { RatedRate } from '../../domain/rating/results.ts'
import { totalTax } from '../../domain/tax/sales-tax.ts'
import type { JsonBytes } from '../../http/json-bytes.ts'
import type { Headings, OfferedCells } from './headings.ts'
import {
  type AccountNames,
  classPart,
  linePartsAroundAmount,
  percentFromMillionths,
  relatedRates,
  soldPart,
  surchargePart,
} from './rate-parts.ts'

// Writes the rates of a quote as JSON. A quote can have hundreds, and little but the figures differs between them. So
// the parts that stay the same are written once: parts of the book for the life of the book, parts of the request for
// one answer.

/** What the JSON of the rates depends on besides the rates. */
interface RatesContext {
  readonly book: Book
  readonly headings: Headings
  readonly token: string
  /** Where the sale is taxed. */
  readonly place: { readonly state: string; readonly county: string | null; readonly city: string | null }
  /** Absent: the answer has no split of dealer cost. */
  readonly accounts?: AccountNames
  readonly cancelMethodIds: ReadonlyMap<string, number>
  /** When lines are paid of which the book does not say it. */
  readonly payWhen: PayWhen
  /** Limited callers do not see which lines a surcharge is paid into. */
  readonly showsFeeds: boolean
  readonly includesRelated: boolean
}

const bytesOf = (text: string): Buffer => Buffer.from(text)

/** Writes the rates in their tree of products, programs and plans, as far as these have rates. */
export function writeRates(json: JsonBytes, rates: readonly RatedRate[], context: RatesContext): void {
  const write = rateWriter(json, rates, context)
  json.ascii('[')
  rates.forEach((rate, at) => {
    const before = rates[at - 1]
    const { program, plan } = rate
    const isNewProduct = before?.program.product !== program.product
    const isNewProgram = before?.program !== program
    if (before?.plan === plan) json.ascii(',')
    else {
      if (before) json.ascii(isNewProduct ? ']}]}]},' : isNewProgram ? ']}]},' : ']},')
      if (isNewProduct) json.text(`${context.headings.product(program.product)},"programs":[`)
      if (isNewProgram) json.text(`${context.headings.program(program.program)},"plans":[`)
      json.text(`${context.headings.plan(program, plan, offeredCells(rates, at))},"rates":[`)
    }
    write(rate, at)
  })
  json.ascii(rates.length > 0 ? ']}]}]}]' : ']')
}

/** The terms and deductibles of the plan whose rates begin at this index. */
function offeredCells(rates: readonly RatedRate[], begin: number): OfferedCells {
  const terms = new Set<string>()
  const deductibles = new Set<RatedRate['deductible']>()
  for (let at = begin; rates[at]?.plan === rates[begin]?.plan; at += 1) {
    terms.add((rates[at] as RatedRate).term.code)
    deductibles.add((rates[at] as RatedRate).deductible)
  }
  return { terms, deductibles }
}

const label = (name: string) => bytesOf(`,"${name}":`)
const LABELS = {
  dealerCost: label('dealerCost'),
  suggestedRetail: label('suggestedRetail'),
  minRetail: label('minRetail'),
  maxRetail: label('maxRetail'),
  effectiveDate: bytesOf(',"effectiveDate":"'),
  expirationDate: bytesOf('","expirationDate":"'),
  expirationOdometer: bytesOf('","expirationOdometer":'),
  rateId: bytesOf(',"rateId":"r_'),
  totalTax: label('totalTax'),
  tax: label('tax'),
  details: bytesOf(',"details":['),
} as const

function rateWriter(json: JsonBytes, rates: readonly RatedRate[], context: RatesContext) {
  const tail = bytesOf(`.${context.token}"}`)
  const writeLines = context.accounts && lineWriter(json, context, context.accounts)
  const writeTax = taxWriter(json, context)
  const amount = (name: Uint8Array, cents: Cents | null) => {
    json.bytes(name)
    if (cents === null) json.ascii('null')
    else json.hundredths(cents)
  }
  let before: RatedRate | undefined
  let ofPlan: SoldInPlan = new Map()
  let ofTerm: SoldInTerm = new Map()
  let ofSale = bytesOf('')
  let rule = bytesOf('')
  return (rate: RatedRate, at: number) => {
    if (rate.plan !== before?.plan) ofPlan = soldIn(rate.plan)
    if (rate.plan !== before?.plan || rate.term !== before.term) ofTerm = inner(ofPlan, rate.term)
    if (rate.program !== before?.program || rate.surcharges !== before.surcharges)
      ofSale = bytesOf(saleText(rate, rates, context))
    if (rate.retailRule !== before?.retailRule) rule = bytesOf(ruleText(rate))
    before = rate
    json.bytes(ofTerm.get(rate.deductible) ?? soldBytes(ofTerm, rate, context.book))
    json.bytes(ofSale)
    writeLines?.(rate)
    amount(LABELS.dealerCost, rate.dealerCost)
    amount(LABELS.suggestedRetail, rate.suggested)
    amount(LABELS.minRetail, rate.minimum)
    amount(LABELS.maxRetail, rate.maximum)
    json.bytes(rule)
    json.bytes(LABELS.effectiveDate)
    json.ascii(rate.effectiveDate)
    json.bytes(LABELS.expirationDate)
    json.ascii(rate.expirationDate)
    json.bytes(LABELS.expirationOdometer)
    if (rate.expirationOdometer === null) json.ascii('null')
    else json.whole(rate.expirationOdometer)
    writeTax(rate)
    json.bytes(LABELS.rateId)
    json.whole(at)
    json.bytes(tail)
  }
}

/** The parts that all rates of a program share: the class, the surcharges and the related rates. */
function saleText(rate: RatedRate, rates: readonly RatedRate[], context: RatesContext): string {
  const surcharges = rate.surcharges.map((surcharge) => surchargePart(surcharge, context.showsFeeds))
  const related = context.includesRelated ? relatedRates(rate, rates, context) : []
  return `,"class":${JSON.stringify(classPart(rate))},"surcharges":${JSON.stringify(surcharges)},"relatedRates":${JSON.stringify(related)}`
}

const ruleText = ({ retailRule: { type, regulatedRuleId } }: RatedRate) =>
  `,"retailRule":"${type}","regulatedRuleId":${JSON.stringify(regulatedRuleId)}`

type SoldInTerm = Map<RatedRate['deductible'], Buffer>
type SoldInPlan = Map<RatedRate['term'], SoldInTerm>

// The bytes of each combination of plan, term and deductible, for the life of the book.
const sold = new WeakMap<RatedRate['plan'], SoldInPlan>()

const inner = (ofPlan: SoldInPlan, term: RatedRate['term']): SoldInTerm => {
  const known = ofPlan.get(term) ?? new Map()
  ofPlan.set(term, known)
  return known
}

function soldIn(plan: RatedRate['plan']): SoldInPlan {
  const known = sold.get(plan) ?? new Map()
  sold.set(plan, known)
  return known
}

function soldBytes(ofTerm: SoldInTerm, rate: RatedRate, book: Book): Buffer {
  const bytes = bytesOf(JSON.stringify(soldPart(rate, book)).slice(0, -1))
  ofTerm.set(rate.deductible, bytes)
  return bytes
}

/** Only the amounts and calculations of lines differ from rate to rate. */
function lineWriter(json: JsonBytes, context: RatesContext, accounts: AccountNames) {
  const known = new Map<DisbursementDefinition, Map<Calculation, Around>>()
  const partsAround = (line: RatedLine, rate: RatedRate): Around => {
    const ofLine = known.get(line.definition) ?? new Map<Calculation, Around>()
    known.set(line.definition, ofLine)
    const around = ofLine.get(line.calculation) ?? aroundBytes(line, rate, { ...context, accounts })
    ofLine.set(line.calculation, around)
    return around
  }
  return (rate: RatedRate) => {
    rate.lines.forEach((line, at) => {
      const { before, behind } = partsAround(line, rate)
      json.ascii(at === 0 ? ',"disbursements":[' : ',')
      json.bytes(before)
      json.hundredths(line.amount)
      json.bytes(behind)
    })
    json.ascii(rate.lines.length === 0 ? ',"disbursements":[]' : ']')
  }
}

interface Around {
  readonly before: Buffer
  readonly behind: Buffer
}

function aroundBytes(...line: Parameters<typeof linePartsAroundAmount>): Around {
  const { before, behind } = linePartsAroundAmount(...line)
  return {
    before: bytesOf(`${JSON.stringify(before).slice(0, -1)},"amount":`),
    behind: bytesOf(`,${JSON.stringify(behind).slice(1)}`),
  }
}

function taxWriter(json: JsonBytes, { place }: RatesContext) {
  const { state, county, city } = place
  const head = bytesOf(`,"salesTax":{"jurisdiction":${JSON.stringify({ state, county, city })},"taxable":`)
  // The rates of a program have the same taxes in the same order.
  const rules: SalesTaxRule[] = []
  const before: Buffer[] = []
  const beforeTaxable = (rule: SalesTaxRule, at: number): Buffer => {
    const known = before[at]
    if (known && rules[at] === rule) return known
    const bytes = bytesOf(`${at > 0 ? '},' : ''}${taxText(rule)}`)
    rules[at] = rule
    before[at] = bytes
    return bytes
  }
  return ({ suggested, taxes }: RatedRate) => {
    json.bytes(head)
    json.hundredths(suggested)
    json.bytes(LABELS.totalTax)
    json.hundredths(totalTax(taxes))
    json.bytes(LABELS.details)
    for (let at = 0; at < taxes.length; at += 1) {
      const { rule, taxable, tax } = taxes[at] as RatedRate['taxes'][number]
      json.bytes(beforeTaxable(rule, at))
      json.hundredths(taxable)
      json.bytes(LABELS.tax)
      json.hundredths(tax)
    }
    json.ascii(taxes.length > 0 ? '}]}' : ']}')
  }
}

const taxText = ({ type, id, rate, roundMode }: SalesTaxRule) =>
  `{"taxTypeCode":"${type}","ruleId":${id},"rate":${percentFromMillionths(rate)},"roundMode":"${roundMode}","taxable":`
