import { isInForce } from '../../domain/in-force.ts'
import type { PayWhen } from '../../domain/ledger/rows.ts'
import { amountOf, amountOrNull } from '../../domain/money.ts'
import type { Book, ContractField } from '../../domain/rate-book/book.ts'
import type { ClassRow, Program } from '../../domain/rate-book/rate-book.ts'
import type { RatedLine } from '../../domain/rating/lines.ts'
import type { ChosenSurcharge, RatedRate } from '../../domain/rating/results.ts'
import { calculationFigures } from '../disbursements/calculation-figures.ts'
import { deductibleModel } from '../lists/plan-models.ts'
import { formatRateId } from './rate-token.ts'

// The parts of a rate, as a quote answers them.

/** Finds the account holder that a line is paid to, by type and number. */
export type AccountNames = (
  type: string,
  number: string | null,
) => { readonly id: number | null; readonly name: string | null }

export const percentFromMillionths = (millionths: number) => millionths / 1_000_000

/** The part of a rate that is the same in every quote of the book. */
export function soldPart({ program, plan, term, deductible }: RatedRate, book: Book) {
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
    rateFields: rateFields(book, product.code),
  }
}

/** The custom fields that a contract of this product has. */
const rateFields = ({ contractFields }: Book, productCode: string) =>
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

export const surchargePart = ({ surcharge, isSelected }: ChosenSurcharge, showsFeeds: boolean) => ({
  id: surcharge.id,
  code: surcharge.code,
  name: surcharge.name,
  amount: amountOf(surcharge.amount),
  retailAmount: amountOrNull(surcharge.retailAmount),
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

export const classPart = ({ classing, program }: RatedRate) =>
  classing && {
    classCode: classing.classCode,
    className: classDisplayName(program.program, classing.classCode),
    programId: program.program.id,
    isEligible: true,
    source: 'Table' as const,
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

/** The products related to this one on the sale date, each with its first rate in the same quote. */
export function relatedRates(
  { program, effectiveDate }: RatedRate,
  rates: readonly RatedRate[],
  { book, token }: { readonly book: Book; readonly token: string },
) {
  return program.program.related.flatMap(({ relationType, product, plan, discount, ...dates }) => {
    const found = book.products.find(({ code }) => code === product)
    if (!found || !isInForce(dates, effectiveDate)) return []
    const plans = found.programs.flatMap((related) => related.plans)
    const index = rates.findIndex(
      (other) => other.program.product.id === found.id && (plan === null || other.plan.plan.code === plan),
    )
    return [
      {
        relationType,
        productId: found.id,
        planId: plans.find(({ code }) => code === plan)?.id ?? null,
        rateId: index < 0 ? null : formatRateId(index, token),
        discountAmount: amountOrNull(discount),
      },
    ]
  })
}

/** A line without its amount: the members before it and after it. */
export function linePartsAroundAmount(
  { definition, calculation }: RatedLine,
  { program }: RatedRate,
  {
    book,
    cancelMethodIds,
    accounts,
    payWhen,
  }: {
    readonly book: Book
    readonly cancelMethodIds: ReadonlyMap<string, number>
    readonly accounts: AccountNames
    /** When lines are paid of which the book does not say it. */
    readonly payWhen: PayWhen
  },
) {
  const { to, earningFactorTable } = definition
  const tables = program.program.factorTables
  const account = accounts(to.type, to.number)
  const { amount: _, ...figures } = calculationFigures(calculation, program.program)
  return {
    before: {
      id: definition.id,
      code: definition.code,
      label: definition.label,
      groupCode: book.disbursementCodes.find(({ code }) => code === definition.code)?.groupCode ?? null,
    },
    behind: {
      ...figures,
      toAccount: { accountHolderType: to.type, accountHolderId: account.id, name: account.name },
      includedInDealerCost: definition.includedInDealerCost,
      earningMethodCode: definition.earningMethodCode,
      earningFactorTableId: tables.find(({ code }) => code === earningFactorTable)?.id ?? null,
      cancelRule: definition.cancelRule,
      cancelMethodId: cancelMethodIds.get(definition.cancelMethodCode ?? '') ?? null,
      payWhen: definition.payWhen ?? payWhen,
      sequence: definition.sequence,
      effectiveFrom: definition.effectiveFrom,
      effectiveTo: definition.effectiveTo,
    },
  }
}

/** What a class is called in a program. */
export const classDisplayName = ({ classNames }: Pick<Program, 'classNames'>, classCode: string): string =>
  Object.hasOwn(classNames, classCode) ? (classNames[classCode] ?? classCode) : `Class ${classCode}`
