import type { SingleField } from './fields.ts'
import {
  type ContractForm,
  type FormCancellation,
  type FormCoverage,
  type FormTransfer,
  formTotal,
} from './form.ts'
import { cancellationParagraphs, transferParagraph } from './refunds.ts'
import {
  benefitWords,
  dateWords,
  deductibleWords,
  flagWords,
  limitBasisWords,
  limitScopeWords,
  moneyWords,
  numberWords,
  termWords,
  waitingWords,
} from './words.ts'

// Fields of what is sold: coverage, price, and how it ends.

const numbered = (value: number | null) => (value === null ? null : numberWords(value))
const lines = (texts: readonly string[]) => texts.join('\n')

const coverage = (
  name: string,
  about: string,
  read: (coverage: FormCoverage) => string | null | undefined,
): SingleField => ({ name: `coverage.${name}`, about, value: (form) => read(form.coverage) })

export const coverageFields: readonly SingleField[] = [
  coverage('productType', 'Code of the type of product', ({ productTypeCode }) => productTypeCode),
  coverage('product', 'Name of the product', ({ productName }) => productName),
  coverage('program', 'Name of the program', ({ programName }) => programName),
  coverage('plan', 'Name of the plan', ({ planName }) => planName),
  coverage('type', '`Stated`, `Exclusionary`, `Service` or `Waiver`', ({ coverageType }) => coverageType),
  coverage('saleDate', 'Date of the sale', ({ saleDate }) => dateWords(saleDate)),
  coverage('effectiveDate', 'First day', ({ effectiveDate }) => dateWords(effectiveDate)),
  coverage('expirationDate', 'Last day', ({ expirationDate }) => dateWords(expirationDate)),
  coverage('effectiveOdometer', 'Reading at the start', (it) => numbered(it.effectiveOdometer)),
  coverage('expirationOdometer', 'Reading at which it ends', (it) => numbered(it.expirationOdometer)),
  coverage('usageUnit', '`Miles`, `Km` or `Hours`', ({ usageUnit }) => usageUnit),
  coverage('term', 'The term in words', termWords),
  coverage('termMonths', 'Months of the term', ({ term }) => numberWords(term.months)),
  coverage('termUsage', 'Miles, kilometers or hours of the term', ({ term }) => numbered(term.usage)),
  coverage('deductible', 'The deductible in words', (it) => it.deductible && deductibleWords(it.deductible)),
  coverage(
    'deductibleAmount',
    'The deductible',
    ({ deductible }) => deductible && moneyWords(deductible.amount),
  ),
  coverage(
    'deductibleType',
    '`PerVisit`, `PerComponent`, `Disappearing`, `Reduced` or `PerItem`',
    ({ deductible }) => deductible?.type,
  ),
  coverage('waitingPeriod', 'The waiting period in words', waitingWords),
  coverage('waitingDays', 'Days of it', ({ waitingDays }) => numberWords(waitingDays)),
  coverage('waitingUsage', 'Miles, kilometers or hours of it', (it) => numberWords(it.waitingUsage)),
  coverage('groups', 'All that is covered, a line for each group', ({ groups }) =>
    lines(groups.map(({ name, components }) => [name, components.join(', ')].join(': '))),
  ),
  coverage('surcharges', 'All options and surcharges', ({ surcharges }) =>
    surcharges.map(({ name }) => name).join(', '),
  ),
  coverage('limits', 'All limits of liability, a line each', ({ limits }) =>
    lines(
      limits.map((limit) =>
        [
          limitScopeWords(limit),
          limit.amount === null ? limitBasisWords(limit) : moneyWords(limit.amount),
        ].join(': '),
      ),
    ),
  ),
  coverage('benefits', 'All benefits, a line each', ({ benefits }) =>
    lines(benefits.map((benefit) => `${benefit.name}: ${benefitWords(benefit)}`)),
  ),
  coverage('services', 'All prepaid services, a line each', ({ services }) =>
    lines(services.map(({ name, quantity }) => `${numberWords(quantity)} × ${name}`)),
  ),
  coverage('maximumBenefit', 'The most that a waiver pays', ({ gap }) =>
    gap && gap.maximumBenefit !== null ? moneyWords(gap.maximumBenefit) : null,
  ),
  coverage(
    'insuranceDeductible',
    'What a waiver covers of the deductible of insurance',
    ({ gap }) => gap && moneyWords(gap.deductibleLimit),
  ),
  coverage('maximumLtv', 'The greatest loan-to-value', ({ maximumLtv }) =>
    maximumLtv === null ? null : `${numberWords(maximumLtv)}%`,
  ),
]

const price = (name: string, about: string, read: (price: ContractForm['price']) => string): SingleField => ({
  name: `price.${name}`,
  about,
  value: (form) => read(form.price),
})

export const priceFields: readonly SingleField[] = [
  price('retail', 'Price of the contract', ({ retailPrice }) => moneyWords(retailPrice)),
  price('salesTax', 'Sales tax in all', ({ salesTax }) => moneyWords(salesTax)),
  price('total', 'Price and sales tax', (it) => moneyWords(formTotal(it))),
]

const cancellation = (
  name: string,
  about: string,
  read: (rule: FormCancellation) => string | null,
): SingleField => ({
  name: `cancellation.${name}`,
  about,
  value: ({ cancellation: rule }) => rule && read(rule),
})

export const cancellationFields: readonly SingleField[] = [
  cancellation('freeLookDays', 'Days of the free look', ({ freeLookDays }) => numberWords(freeLookDays)),
  cancellation('freeLookEndDate', 'Its last day', ({ freeLookEndDate }) => dateWords(freeLookEndDate)),
  cancellation('method', 'Name of the method afterwards', ({ method }) => method.name),
  cancellation('maximumFee', 'The highest fee', (it) =>
    it.maximumFee === null ? null : moneyWords(it.maximumFee),
  ),
  cancellation('refundDays', 'Days until the refund is paid', ({ refundDays }) => numberWords(refundDays)),
  cancellation('text', 'All of it in words', (rule) => lines(cancellationParagraphs(rule))),
]

const transfer = (
  name: string,
  about: string,
  read: (transfer: FormTransfer) => string | null,
): SingleField => ({ name: `transfer.${name}`, about, value: ({ transfer: rule }) => rule && read(rule) })

export const transferFields: readonly SingleField[] = [
  transfer('isTransferable', '`Yes` or `No`', ({ isTransferable }) => flagWords(isTransferable)),
  transfer('fee', 'Fee of a transfer', ({ fee }) => (fee === null ? null : moneyWords(fee))),
  transfer('withinDays', 'Days within which it is asked for', ({ withinDays }) => numbered(withinDays)),
  transfer('text', 'All of it in words', transferParagraph),
]
