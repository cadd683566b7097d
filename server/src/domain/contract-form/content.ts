import type { Fact, Row, Section } from '../letter.ts'
import { claimSection, exclusionSections } from './claims.ts'
import { coverageSections, periodSection } from './coverage.ts'
import { type ContractForm, formTotal } from './form.ts'
import { cancellationParagraphs, transferParagraph } from './refunds.ts'
import {
  counted,
  dateWords,
  moneyWords,
  numberWords,
  partyLines,
  partyName,
  percentWords,
  shortDateWords,
  usageWords,
} from './words.ts'

// The content of a form from top to bottom, without its layout.

export interface FormContent {
  readonly title: string
  readonly sender: readonly string[]
  readonly heading: string
  readonly subheading: string
  /** Shown beside the heading. */
  readonly references: readonly Fact[]
  /** The key facts, at a glance. */
  readonly glance: readonly Fact[]
  readonly sections: readonly Section[]
  readonly signatures: readonly Signature[]
  /** On every page. */
  readonly footer: string
  readonly draftMark: string | null
}

export interface Signature {
  readonly role: string
  readonly name: string
}

export const DRAFT_MARK = 'DRAFT – not a contract'

export function formContent(form: ContractForm): FormContent {
  const { administrator, contractNumber, formNumber, coverage, isDraft } = form
  return {
    title: [coverage.productName, contractNumber ?? form.status].join(' '),
    sender: [administrator.name, ...partyLines(administrator)],
    heading: coverage.productName,
    subheading: [coverage.planName, coverage.programName].filter((name) => name !== '').join(' · '),
    references: [
      fact('Contract number', contractNumber ?? 'Not issued yet'),
      fact('Form', formNumber),
      fact('Status', form.status),
    ],
    glance: glanceOf(form),
    sections: [
      { heading: 'Parties', blocks: [{ kind: 'facts', columns: 4, facts: parties(form) }] },
      itemSection(form),
      periodSection(form),
      priceSection(form),
      ...financingSections(form),
      ...coverageSections(form),
      ...exclusionSections(form),
      claimSection(form),
      ...conditions(form),
    ],
    signatures: [
      { role: 'Buyer', name: form.customer.name },
      ...(form.cobuyer ? [{ role: 'Co-buyer', name: form.cobuyer.name }] : []),
      { role: 'Dealer, by its authorized representative', name: form.dealer.name },
    ],
    footer: [`Form ${formNumber}`, ...(contractNumber ? [`Contract ${contractNumber}`] : [])].join(' · '),
    draftMark: isDraft ? DRAFT_MARK : null,
  }
}

const fact = (label: string, ...lines: readonly string[]): Fact => ({ label, lines })
/** Empty when the value is not known. */
const known = (label: string, value: string | number | null): Fact[] =>
  value === null || value === '' ? [] : [fact(label, String(value))]
const knownMoney = (label: string, amount: Parameters<typeof moneyWords>[0] | null) =>
  known(label, amount === null ? null : moneyWords(amount))
const knownDate = (label: string, date: string | null) => known(label, date === null ? null : dateWords(date))

function glanceOf({ coverage, price }: ContractForm): Fact[] {
  const { usageUnit, term, effectiveOdometer, expirationOdometer, deductible } = coverage
  const usage = (value: number | null, words: string) =>
    value === null ? [] : [`${words} ${usageWords(value, usageUnit)}`]
  return [
    fact('Term', counted(term.months, 'month'), ...usage(term.usage, 'or')),
    fact('Begins', shortDateWords(coverage.effectiveDate), ...usage(effectiveOdometer, 'at')),
    fact('Ends', shortDateWords(coverage.expirationDate), ...usage(expirationOdometer, 'or at')),
    ...(deductible ? [fact('Deductible', moneyWords(deductible.amount))] : []),
    fact('Total price', moneyWords(formTotal(price))),
  ]
}

function parties(form: ContractForm): Fact[] {
  const { customer, cobuyer, dealer, lienHolder, administrator, obligor, insurer } = form
  const labeled = [
    ['Customer', customer],
    ['Co-buyer', cobuyer],
    ['Selling dealer', dealer],
    ['Lien holder', lienHolder],
    ['Administrator', administrator],
    ['Obligor', obligor],
    ['Insurer', insurer],
  ] as const
  return labeled.flatMap(([label, party]) =>
    party ? [fact(label, partyName(party), ...partyLines(party))] : [],
  )
}

function itemSection({ item }: ContractForm): Section {
  const name = [item.year, item.make, item.model, item.kind === 'Vehicle' ? item.trim : null]
  const itemName = name.filter((part) => part !== null && part !== '').join(' ')
  const bought = [
    ...knownDate('Purchase date', item.purchaseDate),
    ...knownMoney('Purchase price', item.purchasePrice),
  ]
  const facts =
    item.kind === 'Vehicle'
      ? [
          ...known('Vehicle', itemName),
          ...known('Vehicle identification number (VIN)', item.vin),
          ...known('Body style', item.bodyStyle),
          ...known('Engine', item.engine),
          ...known('Fuel', item.fuelType),
          ...known('Drive type', item.driveType),
          ...known('Condition', item.condition),
          ...known('Use', item.vehicleUse),
          ...knownDate('In-service date', item.inServiceDate),
          ...bought,
        ]
      : [
          ...known('Type of item', item.typeName),
          ...known('Item', itemName),
          ...known(identifierNames[item.identifierType], item.identifier),
          ...bought,
        ]
  const heading = item.kind === 'Vehicle' ? 'Covered vehicle' : 'Covered item'
  return { heading, blocks: [{ kind: 'facts', columns: 4, facts }] }
}

const identifierNames = {
  VIN: 'Vehicle identification number (VIN)',
  HIN: 'Hull identification number (HIN)',
  SerialNumber: 'Serial number',
} as const

function priceSection({ price }: ContractForm): Section {
  const { retailPrice, salesTax, taxes } = price
  const rows: Row[] = [
    { cells: ['Contract price', '', moneyWords(retailPrice)] },
    ...taxes.map(({ jurisdiction, type, rate, taxable, tax }) => ({
      cells: [
        `Sales tax, ${jurisdiction} (${type.toLowerCase()})`,
        `${percentWords(rate)} of ${moneyWords(taxable)}`,
        moneyWords(tax),
      ],
    })),
    ...(taxes.length === 1
      ? []
      : [{ cells: [taxes.length > 1 ? 'Total sales tax' : 'Sales tax', '', moneyWords(salesTax)] }]),
    { cells: ['Total price', '', moneyWords(formTotal(price))], isTotal: true },
  ]
  const columns = [
    { heading: 'What you pay', share: 5 },
    { heading: 'How it is calculated', share: 3 },
    { heading: 'Amount', share: 2, isAmount: true },
  ]
  return { heading: 'Price', blocks: [{ kind: 'table', columns, rows }] }
}

const dealTypes = { Cash: 'Cash', Loan: 'Loan', Lease: 'Lease', Balloon: 'Balloon loan' } as const

function financingSections({ financing }: ContractForm): Section[] {
  if (financing === null) return []
  const facts = [
    fact('Deal type', dealTypes[financing.dealType]),
    ...knownMoney('Amount financed', financing.amountFinanced),
    ...known('Annual percentage rate', financing.apr === null ? null : `${numberWords(financing.apr)}%`),
    ...known('Term', financing.termMonths === null ? null : counted(financing.termMonths, 'month')),
    ...knownMoney('Monthly payment', financing.monthlyPayment),
    ...knownDate('First payment', financing.firstPaymentDate),
    ...knownDate('Maturity date', financing.maturityDate),
    ...knownMoney('Down payment', financing.downPayment),
    ...knownMoney('Trade-in', financing.tradeIn),
    ...knownMoney('Residual value', financing.residualValue),
    ...knownMoney('Balloon payment', financing.balloonAmount),
  ]
  return [{ heading: 'Financing', blocks: [{ kind: 'facts', columns: 4, facts }] }]
}

function conditions({ cancellation, transfer, notices, customFields }: ContractForm): Section[] {
  const text = (heading: string, paragraphs: readonly string[]): Section => ({
    heading,
    blocks: [{ kind: 'text', paragraphs }],
  })
  const facts = customFields.flatMap(({ name, value }) => known(name, value))
  return [
    ...(cancellation ? [text('Cancellation and refund', cancellationParagraphs(cancellation))] : []),
    ...(transfer ? [text('Transfer', [transferParagraph(transfer)])] : []),
    ...notices.map((notice) => text(notice.heading, notice.text.split(/\r\n|[\n\r\u2028\u2029]/))),
    ...(facts.length > 0
      ? [{ heading: 'Other details', blocks: [{ kind: 'facts' as const, columns: 4, facts }] }]
      : []),
  ]
}
