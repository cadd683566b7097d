import { amountOf, type Cents } from '../domain/money.ts'
import type { ClassRow, DisbursementDefinition, SalesTaxRule } from '../domain/rate-book.ts'
import type { ChosenSurcharge, RatedLine, RatedRate } from '../domain/rate-results.ts'
import { totalTax } from '../domain/sales-tax.ts'
import type { Book, ContractField } from './book.ts'
import { deductibleModel } from './plan-models.ts'
import type { Headings, Offered } from './quote-headings.ts'
import { rateIdOf } from './rate-token.ts'

// The rates of a quote as JSON. A quote can have hundreds, of which little but the figures differs from one question to
// the next, so what stays the same is put into words once: for the life of the book what is sold, for one answer what
// comes of the question.

/** What the rates need to be shown. */
export interface RatesShown {
  readonly book: Book
  readonly headings: Headings
  /** Absent: nothing was offered. */
  readonly token: string
  /** Where the sale is taxed. */
  readonly place: { readonly state: string; readonly county: string | null; readonly city: string | null }
  /** Absent: the split of dealer cost is not shown. */
  readonly accounts?: AccountNames
  readonly cancelMethodIds: ReadonlyMap<string, number>
  /** Scoped callers do not see which lines a surcharge goes into. */
  readonly showsFeeds: boolean
  readonly includesRelated: boolean
}

/** Whom a line goes to, by type and number. */
export type AccountNames = (
  type: string,
  number: string | null,
) => { readonly id: number | null; readonly name: string | null }

/** The cents of an amount, as JSON has them behind the whole: nothing, tenths, or hundredths. */
const hundredths = Array.from({ length: 100 }, (_, cents) => String(cents / 100).slice(1))

/** An amount as JSON writes it. */
export function moneyText(cents: Cents): string {
  if (cents < 0) return `-${moneyText(-cents as Cents)}`
  const rest = cents % 100
  return `${(cents - rest) / 100}${hundredths[rest]}`
}

const moneyOrNull = (cents: Cents | null) => (cents === null ? 'null' : moneyText(cents))
/** From millionths. */
const percentOf = (millionths: number) => millionths / 1_000_000

/** The rates in the tree of what is sold. Only products, programs and plans that have rates are in it. */
export function ratesJson(rates: readonly RatedRate[], shown: RatesShown): string {
  const write = rateWriter(rates, shown)
  let json = '['
  rates.forEach((rate, at) => {
    const before = rates[at - 1]
    const { program, plan } = rate
    const isNewProduct = before?.program.product !== program.product
    const isNewProgram = before?.program !== program
    if (before?.plan === plan) json += ','
    else {
      if (before) json += isNewProduct ? ']}]}]},' : isNewProgram ? ']}]},' : ']},'
      if (isNewProduct) json += `${shown.headings.product(program.product)},"programs":[`
      if (isNewProgram) json += `${shown.headings.program(program.program)},"plans":[`
      json += `${shown.headings.plan(program, plan, offeredFrom(rates, at))},"rates":[`
    }
    json += write(rate, at)
  })
  return rates.length > 0 ? `${json}]}]}]}]` : '[]'
}

/** The terms and deductibles of the plan whose rates begin here. */
function offeredFrom(rates: readonly RatedRate[], begin: number): Offered {
  const terms = new Set<string>()
  const deductibles = new Set<RatedRate['deductible']>()
  for (let at = begin; rates[at]?.plan === rates[begin]?.plan; at += 1) {
    terms.add((rates[at] as RatedRate).term.code)
    deductibles.add((rates[at] as RatedRate).deductible)
  }
  return { terms, deductibles }
}

function rateWriter(rates: readonly RatedRate[], shown: RatesShown) {
  const { token, accounts } = shown
  const surcharges = remembered(new Map<readonly ChosenSurcharge[], string>(), (chosen) =>
    JSON.stringify(chosen.map((one) => surchargeOf(one, shown.showsFeeds))),
  )
  const classes = remembered(new Map<RatedRate['classing'], string>(), (_, rate: RatedRate) =>
    JSON.stringify(classOf(rate)),
  )
  const related = remembered(new Map<RatedRate['program'], string>(), (_, rate: RatedRate) =>
    JSON.stringify(shown.includesRelated ? relatedOf(rate, rates, shown) : []),
  )
  const line = accounts && lineWriter(shown, accounts)
  const tax = taxWriter(shown)
  return (rate: RatedRate, at: number) =>
    `{"rateId":"${rateIdOf(at, token)}",${soldText(rate, shown.book)}` +
    `,"class":${classes(rate.classing, rate)},"dealerCost":${moneyText(rate.dealerCost)}` +
    `,"suggestedRetail":${moneyText(rate.suggested)},"minRetail":${moneyText(rate.minimum)}` +
    `,"maxRetail":${moneyOrNull(rate.maximum)},"retailRule":"${rate.retailRule.type}"` +
    `,"regulatedRuleId":${JSON.stringify(rate.retailRule.regulatedRuleId)}` +
    `,"effectiveDate":"${rate.effectiveDate}","expirationDate":"${rate.expirationDate}"` +
    `,"expirationOdometer":${rate.expirationOdometer},"surcharges":${surcharges(rate.surcharges)}` +
    `${line ? `,"disbursements":[${rate.lines.map((one) => line(one, rate)).join()}]` : ''}` +
    `,"relatedRates":${related(rate.program, rate)},"salesTax":${tax(rate)}}`
}

/** A text for each key, made once. */
function remembered<Key, More extends unknown[]>(
  known: { get(key: Key): string | undefined; set(key: Key, text: string): unknown },
  make: (key: Key, ...more: More) => string,
): (key: Key, ...more: More) => string {
  return (key, ...more) => {
    const text = known.get(key) ?? make(key, ...more)
    known.set(key, text)
    return text
  }
}

// For the life of the book: what is sold in a cell.
const sold = new WeakMap<RatedRate['plan'], Map<RatedRate['term'], Map<RatedRate['deductible'], string>>>()

function soldText(rate: RatedRate, book: Book): string {
  const ofPlan = sold.get(rate.plan) ?? new Map()
  sold.set(rate.plan, ofPlan)
  const ofTerm: Map<RatedRate['deductible'], string> = ofPlan.get(rate.term) ?? new Map()
  ofPlan.set(rate.term, ofTerm)
  const text = ofTerm.get(rate.deductible) ?? JSON.stringify(soldOf(rate, book)).slice(1, -1)
  ofTerm.set(rate.deductible, text)
  return text
}

function soldOf({ program, plan, term, deductible }: RatedRate, book: Book) {
  const { product, program: source } = program
  const { id, code, months, miles, hours, basis } = term
  return {
    productId: product.id,
    programId: source.id,
    planId: plan.plan.id,
    planCode: plan.plan.code,
    formNumber: source.formNumber,
    term: { id, code, months, miles, hours, basis },
    deductible: deductibleModel(deductible),
    ...(plan.plan.services.length > 0
      ? { ppmServices: plan.plan.services.map((service) => ({ ...service, price: amountOf(service.price) })) }
      : {}),
    rateFields: fieldsFor(book, product.code),
  }
}

/** The inputs that a contract of this product still needs. */
const fieldsFor = ({ contractFields }: Book, productCode: string) =>
  contractFields
    .filter(({ product }: ContractField) => product === null || product === productCode)
    .map(({ code, name, dataType, isRequired, options }) => ({
      name: code,
      label: name,
      dataType,
      isRequired,
      value: null,
      options: options === null ? null : [...options],
    }))

const surchargeOf = ({ surcharge, isSelected }: ChosenSurcharge, showsFeeds: boolean) => ({
  id: surcharge.id,
  code: surcharge.code,
  name: surcharge.name,
  amount: amountOf(surcharge.amount),
  retailAmount: surcharge.retailAmount === null ? null : amountOf(surcharge.retailAmount),
  isMandatory: surcharge.isMandatory,
  isOption: !surcharge.isMandatory,
  isSelected,
  ...(showsFeeds
    ? {
        feeds: surcharge.feeds.map(({ disbursementCode, amount }) => ({
          disbursementCode,
          amount: amountOf(amount),
        })),
      }
    : {}),
  criteria: surcharge.criteria,
})

const classOf = ({ classing, program }: RatedRate) =>
  classing && {
    classCode: classing.classCode,
    className: `Class ${classing.classCode}`,
    programId: program.program.id,
    isEligible: true,
    source: 'Table',
    matchedOn: matchedOn(classing.row),
  }

const matchedOn = ({ make, model, trim, series, engine, fuelType, driveType }: ClassRow) => ({
  make,
  model,
  trim,
  series,
  engine,
  fuelType,
  driveType,
})

function relatedOf({ program }: RatedRate, rates: readonly RatedRate[], { book, token }: RatesShown) {
  return program.program.related.flatMap(({ relationType, product, plan, discount }) => {
    const found = book.products.find(({ code }) => code === product)
    if (!found) return []
    const plans = found.programs.flatMap(({ plans: all }) => all)
    const at = rates.findIndex(
      (other) => other.program.product.id === found.id && (plan === null || other.plan.plan.code === plan),
    )
    return [
      {
        relationType,
        productId: found.id,
        planId: plans.find(({ code }) => code === plan)?.id ?? null,
        rateId: at < 0 ? null : rateIdOf(at, token),
        discountAmount: discount === null ? null : amountOf(discount),
      },
    ]
  })
}

/** Lines differ in their amounts only. */
function lineWriter(shown: RatesShown, accounts: AccountNames) {
  const around = new Map<DisbursementDefinition, readonly [string, string]>()
  return ({ definition, amount }: RatedLine, rate: RatedRate) => {
    const known = around.get(definition) ?? aroundLine(definition, rate, shown, accounts)
    around.set(definition, known)
    return `${known[0]}${moneyText(amount)}${known[1]}`
  }
}

function aroundLine(
  definition: DisbursementDefinition,
  rate: RatedRate,
  { book, cancelMethodIds }: RatesShown,
  accounts: AccountNames,
): readonly [string, string] {
  const { calculation, to } = definition
  const tables = rate.program.program.factorTables
  const idOfTable = (code: string | null | undefined) =>
    tables.find((table) => table.code === code)?.id ?? null
  const account = accounts(to.type, to.number)
  const head = {
    id: definition.id,
    code: definition.code,
    label: definition.label,
    groupCode: book.disbursementCodes.find(({ code }) => code === definition.code)?.groupCode ?? null,
  }
  const tail = {
    calculationType: calculation.type,
    percent: calculation.type === 'PercentOf' ? percentOf(calculation.percent) : null,
    percentBase: calculation.type === 'PercentOf' ? calculation.base : null,
    factorTableId: calculation.type === 'FactorTable' ? idOfTable(calculation.tables[0]) : null,
    toAccount: { accountHolderType: to.type, accountHolderId: account.id, name: account.name },
    includedInDealerCost: definition.includedInDealerCost,
    earningMethodCode: definition.earningMethodCode,
    earningFactorTableId: idOfTable(definition.earningFactorTable),
    cancelRule: definition.cancelRule,
    cancelMethodId: cancelMethodIds.get(definition.cancelMethodCode ?? '') ?? null,
    payWhen: definition.payWhen,
    sequence: definition.sequence,
    effectiveFrom: definition.effectiveFrom,
    effectiveTo: definition.effectiveTo,
  }
  return [`${JSON.stringify(head).slice(0, -1)},"amount":`, `,${JSON.stringify(tail).slice(1)}`]
}

function taxWriter({ place }: RatesShown) {
  const { state, county, city } = place
  const head = `{"jurisdiction":${JSON.stringify({ state, county, city })},"taxable":`
  const rules = remembered(
    new Map<SalesTaxRule, string>(),
    ({ type, id, rate }) =>
      `{"taxTypeCode":"${type}","ruleId":${id},"rate":${JSON.stringify(percentOf(rate))},"taxable":`,
  )
  return ({ suggested, taxes }: RatedRate) => {
    const details = taxes.map(
      ({ rule, taxable, tax }) => `${rules(rule)}${moneyText(taxable)},"tax":${moneyText(tax)}}`,
    )
    return `${head}${moneyText(suggested)},"totalTax":${moneyText(totalTax(taxes))},"details":[${details.join()}]}`
  }
}
