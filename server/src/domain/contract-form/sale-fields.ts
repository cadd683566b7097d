import { moneyOrBlank, numberOrBlank, type SingleField } from './field.ts'
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

// Fields of the sale: coverage, price, cancellation and transfer.

const lines = (texts: readonly string[]) => texts.join('\n')

const coverage = (
  name: string,
  about: string,
  read: (coverage: FormCoverage) => string | null | undefined,
): SingleField => ({ name: `coverage.${name}`, about, value: (form) => read(form.coverage) })

export const coverageFields: readonly SingleField[] = [
  coverage('productType', 'Product type code', ({ productTypeCode }) => productTypeCode),
  coverage('product', 'Product name', ({ productName }) => productName),
  coverage('program', 'Program name', ({ programName }) => programName),
  coverage('plan', 'Plan name', ({ planName }) => planName),
  coverage('type', '`Stated`, `Exclusionary`, `Service` or `Waiver`', ({ coverageType }) => coverageType),
  coverage('saleDate', 'Sale date', ({ saleDate }) => dateWords(saleDate)),
  coverage('effectiveDate', 'Effective date', ({ effectiveDate }) => dateWords(effectiveDate)),
  coverage('expirationDate', 'Expiration date', ({ expirationDate }) => dateWords(expirationDate)),
  coverage('effectiveOdometer', 'Odometer at the start', (it) => numberOrBlank(it.effectiveOdometer)),
  coverage('expirationOdometer', 'Odometer at expiration', (it) => numberOrBlank(it.expirationOdometer)),
  coverage('usageUnit', '`Miles`, `Km` or `Hours`', ({ usageUnit }) => usageUnit),
  coverage('term', 'The term in words', termWords),
  coverage('termMonths', 'Term in months', ({ term }) => numberWords(term.months)),
  coverage('termUsage', 'Term in miles, kilometers or hours', ({ term }) => numberOrBlank(term.usage)),
  coverage('deductible', 'The deductible in words', (it) => it.deductible && deductibleWords(it.deductible)),
  coverage(
    'deductibleAmount',
    'Deductible amount',
    ({ deductible }) => deductible && moneyWords(deductible.amount),
  ),
  coverage(
    'deductibleType',
    '`PerVisit`, `PerComponent`, `Disappearing`, `Reduced` or `PerItem`',
    ({ deductible }) => deductible?.type,
  ),
  coverage('waitingPeriod', 'The waiting period in words', waitingWords),
  coverage('waitingDays', 'Waiting period in days', ({ waitingDays }) => numberWords(waitingDays)),
  coverage('waitingUsage', 'Waiting period in miles, kilometers or hours', (it) =>
    numberWords(it.waitingUsage),
  ),
  coverage('groups', 'All coverage groups, one per line', ({ groups }) =>
    lines(groups.map(({ name, components }) => [name, components.join(', ')].join(': '))),
  ),
  coverage('surcharges', 'All options and surcharges', ({ surcharges }) =>
    surcharges.map(({ name }) => name).join(', '),
  ),
  coverage('limits', 'All limits of liability, one per line', ({ limits }) =>
    lines(
      limits.map((limit) =>
        [
          limitScopeWords(limit),
          limit.amount === null ? limitBasisWords(limit) : moneyWords(limit.amount),
        ].join(': '),
      ),
    ),
  ),
  coverage('benefits', 'All benefits, one per line', ({ benefits }) =>
    lines(benefits.map((benefit) => `${benefit.name}: ${benefitWords(benefit)}`)),
  ),
  coverage('services', 'All prepaid services, one per line', ({ services }) =>
    lines(services.map(({ name, quantity }) => `${numberWords(quantity)} × ${name}`)),
  ),
  coverage('maximumBenefit', 'Maximum benefit of a waiver', ({ gap }) =>
    gap && gap.maximumBenefit !== null ? moneyWords(gap.maximumBenefit) : null,
  ),
  coverage(
    'insuranceDeductible',
    'Insurance deductible that a waiver covers',
    ({ gap }) => gap && moneyWords(gap.deductibleLimit),
  ),
  coverage('maximumLtv', 'Maximum loan-to-value', ({ maximumLtv }) =>
    maximumLtv === null ? null : `${numberWords(maximumLtv)}%`,
  ),
]

const price = (name: string, about: string, read: (price: ContractForm['price']) => string): SingleField => ({
  name: `price.${name}`,
  about,
  value: (form) => read(form.price),
})

export const priceFields: readonly SingleField[] = [
  price('retail', 'Contract price', ({ retailPrice }) => moneyWords(retailPrice)),
  price('salesTax', 'Total sales tax', ({ salesTax }) => moneyWords(salesTax)),
  price('total', 'Contract price plus sales tax', (it) => moneyWords(formTotal(it))),
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
  cancellation('freeLookDays', 'Free look period in days', ({ freeLookDays }) => numberWords(freeLookDays)),
  cancellation('freeLookEndDate', 'Last day of the free look', ({ freeLookEndDate }) =>
    dateWords(freeLookEndDate),
  ),
  cancellation('method', 'Refund method after the free look', ({ method }) => method.name),
  cancellation('maximumFee', 'Maximum cancellation fee', ({ maximumFee }) => moneyOrBlank(maximumFee)),
  cancellation('refundDays', 'Days within which the refund is paid', ({ refundDays }) =>
    numberWords(refundDays),
  ),
  cancellation('text', 'The cancellation terms in words', (rule) => lines(cancellationParagraphs(rule))),
]

const transfer = (
  name: string,
  about: string,
  read: (transfer: FormTransfer) => string | null,
): SingleField => ({ name: `transfer.${name}`, about, value: ({ transfer: rule }) => rule && read(rule) })

export const transferFields: readonly SingleField[] = [
  transfer('isTransferable', '`Yes` or `No`', ({ isTransferable }) => flagWords(isTransferable)),
  transfer('fee', 'Transfer fee', ({ fee }) => moneyOrBlank(fee)),
  transfer('withinDays', 'Days within which a transfer must be requested', ({ withinDays }) =>
    numberOrBlank(withinDays),
  ),
  transfer('text', 'The transfer terms in words', transferParagraph),
]
