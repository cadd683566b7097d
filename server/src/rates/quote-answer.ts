import type { z } from 'zod'
import { amountOf, type Cents } from '../domain/money.ts'
import type { ClassRow } from '../domain/rate-book.ts'
import type { RateRequest } from '../domain/rate-request.ts'
import type { RatedLine, RatedRate } from '../domain/rate-results.ts'
import { totalTax } from '../domain/sales-tax.ts'
import type { Book, ContractField } from './book.ts'
import type { ContractRate, DisbursementShape, RateResponse } from './quote-shapes.ts'
import { rateIdOf } from './rate-token.ts'

type WireRate = z.input<typeof ContractRate>
type WireLine = z.input<typeof DisbursementShape>

/** What an answer needs beyond the rates. */
export interface AnswerParts {
  readonly book: Book
  readonly token: string
  readonly request: RateRequest
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
export type AccountNames = (type: string, number: string | null) => { id: number | null; name: string | null }

const money = (cents: Cents | null) => (cents === null ? null : amountOf(cents))
/** From millionths. */
const percentOf = (millionths: number) => millionths / 1_000_000

/** The rates in the tree of what is sold. Only products, programs and plans that have rates are in it. */
export function productsOf(rates: readonly RatedRate[], parts: AnswerParts) {
  const wire = rates.map((rate, at) => ({ rate, shown: rateOf(rate, at, parts) }))
  const products = distinct(rates.map(({ program }) => program.product))
  return products.map((product) => ({
    id: product.id,
    code: product.code,
    name: product.name,
    productTypeCode: product.productTypeCode,
    programs: distinct(
      rates.filter(({ program }) => program.product === product).map(({ program }) => program),
    ).map((compiled) => ({
      id: compiled.program.id,
      code: compiled.program.code,
      name: compiled.program.name,
      formNumber: compiled.program.formNumber,
      plans: distinct(rates.filter(({ program }) => program === compiled).map(({ plan }) => plan.plan)).map(
        (plan) => ({
          id: plan.id,
          code: plan.code,
          name: plan.name,
          coverageType: plan.coverageType,
          coverageGroups: [...plan.coverageGroups],
          waitingDays: plan.waitingDays,
          waitingMiles: plan.waitingMiles,
          displayOrder: plan.displayOrder,
          rates: wire.filter(({ rate }) => rate.plan.plan === plan).map(({ shown }) => shown),
        }),
      ),
    })),
  })) satisfies z.input<typeof RateResponse>['products']
}

const distinct = <Value>(values: readonly Value[]) => [...new Set(values)]

function rateOf(rate: RatedRate, at: number, parts: AnswerParts): WireRate {
  const { program, plan, term, deductible, retailRule } = rate
  const { product, program: source } = program
  return {
    rateId: rateIdOf(at, parts.token),
    productId: product.id,
    programId: source.id,
    planId: plan.plan.id,
    planCode: plan.plan.code,
    formNumber: source.formNumber,
    term,
    deductible: {
      ...deductible,
      amount: amountOf(deductible.amount),
      reducedAmount: money(deductible.reducedAmount),
    },
    class: rate.classing && {
      classCode: rate.classing.classCode,
      className: `Class ${rate.classing.classCode}`,
      programId: source.id,
      isEligible: true,
      source: 'Table',
      matchedOn: matchedOn(rate.classing.row),
    },
    dealerCost: amountOf(rate.dealerCost),
    suggestedRetail: amountOf(rate.suggested),
    minRetail: amountOf(rate.minimum),
    maxRetail: money(rate.maximum),
    retailRule: retailRule.type,
    regulatedRuleId: retailRule.regulatedRuleId,
    effectiveDate: rate.effectiveDate,
    expirationDate: rate.expirationDate,
    expirationOdometer: rate.expirationOdometer,
    surcharges: rate.surcharges.map(({ surcharge, isSelected }) => ({
      id: surcharge.id,
      code: surcharge.code,
      name: surcharge.name,
      amount: amountOf(surcharge.amount),
      retailAmount: money(surcharge.retailAmount),
      isMandatory: surcharge.isMandatory,
      isOption: !surcharge.isMandatory,
      isSelected,
      feeds: parts.showsFeeds
        ? surcharge.feeds.map(({ disbursementCode, amount }) => ({
            disbursementCode,
            amount: amountOf(amount),
          }))
        : [],
      criteria: surcharge.criteria,
    })),
    ...(parts.accounts
      ? { disbursements: rate.lines.map((line) => lineOf(line, rate, parts, parts.accounts as AccountNames)) }
      : {}),
    ...(plan.plan.services.length > 0
      ? { ppmServices: plan.plan.services.map((service) => ({ ...service, price: amountOf(service.price) })) }
      : {}),
    rateFields: fieldsFor(parts.book, product.code),
    relatedRates: parts.includesRelated ? relatedOf(rate, parts.book) : [],
    salesTax: taxOf(rate, parts),
  }
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

function lineOf(
  { definition, amount }: RatedLine,
  rate: RatedRate,
  parts: AnswerParts,
  accounts: AccountNames,
): WireLine {
  const { calculation, to } = definition
  const tables = rate.program.program.factorTables
  const idOfTable = (code: string | null | undefined) =>
    tables.find((table) => table.code === code)?.id ?? null
  const account = accounts(to.type, to.number)
  return {
    id: definition.id,
    code: definition.code,
    label: definition.label,
    groupCode: parts.book.disbursementCodes.find(({ code }) => code === definition.code)?.groupCode ?? null,
    amount: amountOf(amount),
    calculationType: calculation.type,
    percent: calculation.type === 'PercentOf' ? percentOf(calculation.percent) : null,
    percentBase:
      calculation.type === 'PercentOf'
        ? typeof calculation.base === 'string'
          ? calculation.base
          : [...calculation.base]
        : null,
    factorTableId: calculation.type === 'FactorTable' ? idOfTable(calculation.tables[0]) : null,
    toAccount: { accountHolderType: to.type, accountHolderId: account.id, name: account.name },
    includedInDealerCost: definition.includedInDealerCost,
    earningMethodCode: definition.earningMethodCode,
    earningFactorTableId: idOfTable(definition.earningFactorTable),
    cancelRule: definition.cancelRule,
    cancelMethodId:
      definition.cancelMethodCode === null
        ? null
        : (parts.cancelMethodIds.get(definition.cancelMethodCode) ?? null),
    payWhen: definition.payWhen,
    sequence: definition.sequence,
    effectiveFrom: definition.effectiveFrom,
    effectiveTo: definition.effectiveTo,
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

const relatedOf = ({ program }: RatedRate, book: Book) =>
  program.program.related.flatMap(({ relationType, product, plan, discount }) => {
    const found = book.products.find(({ code }) => code === product)
    const plans = found?.programs.flatMap(({ plans: all }) => all) ?? []
    return found
      ? [
          {
            relationType,
            productId: found.id,
            planId: plans.find(({ code }) => code === plan)?.id ?? null,
            rateId: null,
            discountAmount: money(discount),
          },
        ]
      : []
  })

const taxOf = ({ suggested, taxes }: RatedRate, { place }: AnswerParts) => ({
  jurisdiction: place,
  taxable: amountOf(suggested),
  totalTax: amountOf(totalTax(taxes)),
  details: taxes.map(({ rule, taxable, tax }) => ({
    taxTypeCode: rule.type,
    ruleId: rule.id,
    rate: percentOf(rule.rate),
    taxable: amountOf(taxable),
    tax: amountOf(tax),
  })),
})
