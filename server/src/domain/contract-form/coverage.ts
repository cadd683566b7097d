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

// The middle of a form: for how long, what is covered, and up to which amounts.

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
  Stated: 'Covered are the parts named here, and no others.',
  Exclusionary:
    'Covered are all parts of the vehicle but those that the terms exclude; among them are the parts named here.',
  Service: 'Covered are the services named below.',
  Waiver: 'After a total loss, what remains of the loan beyond the settlement of your insurance is waived.',
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
      : [{ cells: ['Loan-to-value', 'Of the value of the vehicle', `${numberWords(maximumLtv)}%`] }]),
  ]
  if (rows.length === 0) return []
  const columns = [
    { heading: 'Limit', share: 4 },
    { heading: 'Basis', share: 4 },
    { heading: 'At most', share: 2, isAmount: true },
  ]
  return [{ kind: 'table', columns, rows }]
}

const gapRows = ({ maximumBenefit, deductibleLimit }: NonNullable<FormCoverage['gap']>) => [
  ...(maximumBenefit === null
    ? []
    : [{ cells: ['Benefit', 'For one total loss', moneyWords(maximumBenefit)] }]),
  { cells: ['Deductible of your insurance', 'Covered', moneyWords(deductibleLimit)] },
]

function benefits({ benefits: all }: FormCoverage): Block[] {
  if (all.length === 0) return []
  const rows = all.map((benefit) => ({ cells: [benefit.name, benefitWords(benefit)] }))
  const columns = [
    { heading: 'Benefit', share: 2 },
    { heading: 'What we pay', share: 6 },
  ]
  return [{ kind: 'table', columns, rows }]
}

function services({ services: all, usageUnit }: FormCoverage): Block[] {
  if (all.length === 0) return []
  const rows = all.map((service) => ({
    cells: [service.name, serviceIntervalWords(service, usageUnit), numberWords(service.quantity)],
  }))
  const columns = [
    { heading: 'Service', share: 3 },
    { heading: 'When', share: 5 },
    { heading: 'How often', share: 2, isAmount: true },
  ]
  return [{ kind: 'table', columns, rows }]
}
