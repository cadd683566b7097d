import type { Block, Fact, Section } from '../letter.ts'
import type { ContractForm, FormCoverage } from './form.ts'
import {
  benefitWords,
  dateWords,
  deductibleWords,
  limitBasisWords,
  limitScopeWords,
  meterWords,
  moneyWords,
  numberWords,
  serviceIntervalWords,
  termWords,
  usageWords,
  waitingWords,
} from './words.ts'

// The coverage sections of a form: the period, what is covered, and the limits.

export const periodSection = ({ coverage, stateOfSale }: ContractForm): Section => ({
  heading: 'Coverage period',
  blocks: [{ kind: 'facts', columns: 4, facts: period(coverage, stateOfSale) }],
})

export function coverageSections({ coverage }: ContractForm): Section[] {
  return [
    ...section('What is covered', covered(coverage)),
    ...section('Options and surcharges', surcharges(coverage)),
    ...section('Limits of liability', limits(coverage)),
    ...section('Benefits', benefits(coverage)),
    ...section('Prepaid services', services(coverage)),
  ]
}

const section = (heading: string, blocks: readonly Block[]): Section[] =>
  blocks.length > 0 ? [{ heading, blocks }] : []

const fact = (label: string, value: string): Fact => ({ label, lines: [value] })

function period(coverage: FormCoverage, stateOfSale: string | null): Fact[] {
  const { usageUnit, effectiveOdometer, expirationOdometer, deductible } = coverage
  const meter = meterWords(usageUnit)
  return [
    fact('Sale date', dateWords(coverage.saleDate)),
    fact('Effective date', dateWords(coverage.effectiveDate)),
    fact('Expiration date', dateWords(coverage.expirationDate)),
    ...(effectiveOdometer === null
      ? []
      : [fact(`${meter} at start`, usageWords(effectiveOdometer, usageUnit))]),
    ...(expirationOdometer === null
      ? []
      : [fact(`${meter} at expiration`, usageWords(expirationOdometer, usageUnit))]),
    fact('Waiting period', waitingWords(coverage)),
    ...(stateOfSale === null ? [] : [fact('State of sale', stateOfSale)]),
    fact('Term', termWords(coverage)),
    ...(deductible === null ? [] : [fact('Deductible', deductibleWords(deductible))]),
  ]
}

const introductions: Readonly<Record<FormCoverage['coverageType'], string>> = {
  Stated: 'This contract covers only the parts listed here.',
  Exclusionary:
    'This contract covers all parts of the vehicle except those that the terms exclude. The parts listed here are among those covered.',
  Service: 'This contract covers the services listed below.',
  Waiver:
    'After a total loss, we waive the part of your loan balance that your insurance settlement does not pay.',
}

function covered({ coverageType, groups }: FormCoverage): Block[] {
  const words: Block = { kind: 'text', paragraphs: [introductions[coverageType]] }
  if (groups.length === 0) return coverageType === 'Stated' ? [] : [words]
  const rows = groups.map(({ name, components, viaSurcharge }) => ({
    cells: [viaSurcharge === null ? name : `${name} (option: ${viaSurcharge})`, components.join(', ')],
  }))
  const columns = [
    { heading: 'Group', share: 2 },
    { heading: 'Components', share: 6 },
  ]
  return [words, { kind: 'table', columns, rows }]
}

function surcharges({ surcharges: chosen }: FormCoverage): Block[] {
  if (chosen.length === 0) return []
  const rows = chosen.map(({ code, name, retailAmount }) => ({
    cells: [name, code, retailAmount === null ? 'Included' : moneyWords(retailAmount)],
  }))
  const columns = [
    { heading: 'Option or surcharge', share: 5 },
    { heading: 'Code', share: 3 },
    { heading: 'Price', share: 2, isAmount: true },
  ]
  return [{ kind: 'table', columns, rows }]
}

function limits({ limits: rules, gap, maximumLtv }: FormCoverage): Block[] {
  const rows = [
    ...rules.map((rule) => ({
      cells: [
        limitScopeWords(rule),
        limitBasisWords(rule),
        rule.amount === null ? 'At the time of loss' : moneyWords(rule.amount),
      ],
    })),
    ...(gap === null ? [] : gapRows(gap)),
    ...(maximumLtv === null
      ? []
      : [{ cells: ['Loan-to-value', 'Percent of the vehicle’s value', `${numberWords(maximumLtv)}%`] }]),
  ]
  if (rows.length === 0) return []
  const columns = [
    { heading: 'Limit', share: 4 },
    { heading: 'Basis', share: 4 },
    { heading: 'Maximum', share: 2, isAmount: true },
  ]
  return [{ kind: 'table', columns, rows }]
}

const gapRows = ({ maximumBenefit, deductibleLimit }: NonNullable<FormCoverage['gap']>) => [
  ...(maximumBenefit === null
    ? []
    : [{ cells: ['Maximum benefit', 'Per total loss', moneyWords(maximumBenefit)] }]),
  { cells: ['Your insurance deductible', 'Covered up to', moneyWords(deductibleLimit)] },
]

function benefits({ benefits: paid }: FormCoverage): Block[] {
  if (paid.length === 0) return []
  const rows = paid.map((benefit) => ({ cells: [benefit.name, benefitWords(benefit)] }))
  const columns = [
    { heading: 'Benefit', share: 2 },
    { heading: 'What we pay', share: 6 },
  ]
  return [{ kind: 'table', columns, rows }]
}

function services({ services: prepaid, usageUnit }: FormCoverage): Block[] {
  if (prepaid.length === 0) return []
  const rows = prepaid.map((service) => ({
    cells: [service.name, serviceIntervalWords(service, usageUnit), numberWords(service.quantity)],
  }))
  const columns = [
    { heading: 'Service', share: 3 },
    { heading: 'When', share: 5 },
    { heading: 'Number', share: 2, isAmount: true },
  ]
  return [{ kind: 'table', columns, rows }]
}
