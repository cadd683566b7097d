import type { FormAddress, FormParty } from '../contract-form/form.ts'
import { addressLines, dateWords, moneyWords, partyLines } from '../contract-form/words.ts'
import type { CalendarDate } from '../dates.ts'
import type { Direction, LedgerType } from '../ledger/rows.ts'
import type { Fact, Row, Section } from '../letter.ts'
import { type Cents, minus, sumCents, ZERO } from '../money.ts'
import { amountInWords } from './amount-in-words.ts'

// What a printed check says. The line that machines read is left to the printer's stock.

/** What the check pays of a ledger row. */
export interface PaidRow {
  readonly contractNumber: string | null
  readonly ledgerType: LedgerType
  readonly direction: Direction
  /** Null for the rows of dealer cost, which a payee sees as one. */
  readonly disbursementCode: string | null
  readonly isDealerCost: boolean
  /** Of the claim or the cancel. */
  readonly sourceNumber: string | null
  readonly reason: string | null
  readonly amount: Cents
}

export interface CheckFacts {
  /** The creation time written into the file. */
  readonly writtenAt: string
  readonly administrator: FormParty
  /** Of the cash transaction. */
  readonly number: string
  readonly checkNumber: string | null
  readonly date: CalendarDate
  readonly payee: string
  readonly mailTo: FormAddress | null
  readonly amount: Cents
  readonly memo: string | null
  readonly isVoid: boolean
  readonly rows: readonly PaidRow[]
}

/** A check from top to bottom, without its layout. */
export interface Check {
  readonly writtenAt: string
  readonly title: string
  /** The payer's name, then the address and contact lines. */
  readonly sender: readonly string[]
  readonly checkNumber: string
  readonly date: string
  readonly payee: string
  readonly mailTo: readonly string[]
  readonly amount: string
  readonly amountInWords: string
  readonly memo: string
  /** Printed across every page. */
  readonly mark: 'VOID' | null
  readonly stubFacts: readonly Fact[]
  readonly stub: Section
  /** Printed on every page. */
  readonly footer: string
}

export function printedCheck(facts: CheckFacts): Check {
  const { administrator, number, payee, mailTo, amount, memo, isVoid } = facts
  const checkNumber = facts.checkNumber ?? ''
  const title = checkNumber === '' ? `Check ${number}` : `Check ${checkNumber}`
  const [date, figures] = [dateWords(facts.date), moneyWords(amount)]
  const fact = (label: string, line: string): Fact[] => (line === '' ? [] : [{ label, lines: [line] }])
  return {
    ...{ writtenAt: facts.writtenAt, title, checkNumber, date, payee, amount: figures },
    sender: [administrator.name, ...partyLines(administrator)],
    mailTo: mailTo ? addressLines(mailTo) : [],
    amountInWords: `${amountInWords(amount)} dollars`,
    memo: memo ?? '',
    mark: isVoid ? 'VOID' : null,
    stubFacts: [
      ...fact('Check number', checkNumber),
      ...[...fact('Date', date), ...fact('Payment', number), ...fact('Amount', figures)],
    ],
    stub: stubOf(facts),
    footer: `${administrator.name} · ${title} · ${payee}`,
  }
}

function stubOf({ rows, amount, memo }: CheckFacts): Section {
  // Rows in the other direction were netted.
  const signed = rows.map((row) => (row.direction === 'Pay' ? row.amount : minus(ZERO, row.amount)))
  const left = minus(amount, sumCents(signed))
  const lines: Row[] = rows.map((row, at) => ({
    cells: [row.contractNumber ?? '', rowWords(row), moneyWords(signed[at] ?? ZERO)],
  }))
  if (left !== 0) lines.push({ cells: ['', 'On account', moneyWords(left)] })
  return {
    heading: 'What this check pays',
    blocks: [
      ...(memo === null ? [] : [{ kind: 'text', paragraphs: [memo] } as const]),
      {
        kind: 'table',
        columns: [
          { heading: 'Contract', share: 3 },
          { heading: 'Description', share: 7 },
          { heading: 'Amount', share: 2, isAmount: true },
        ],
        rows: [...lines, { cells: ['', 'Total', moneyWords(amount)], isTotal: true }],
      },
    ],
  }
}

const typeWords: Readonly<Record<LedgerType, string>> = {
  ContractDisbursement: 'Contract',
  Refinalize: 'Change of contract',
  Cancel: 'Cancellation',
  CancelFee: 'Cancellation fee',
  Reinstatement: 'Reinstatement',
  Claim: 'Claim',
  InspectionFee: 'Inspection fee',
  TransferFee: 'Transfer fee',
  SalesTax: 'Sales tax',
  Adjustment: 'Adjustment',
  Penalty: 'Penalty',
  CashOverShort: 'Difference written off',
}

/** `Claim CLM-000311`, `Contract, AGENT`, `Adjustment: Bonus for March`. */
function rowWords({ ledgerType, sourceNumber, disbursementCode, isDealerCost, reason }: PaidRow): string {
  const words = sourceNumber === null ? typeWords[ledgerType] : `${typeWords[ledgerType]} ${sourceNumber}`
  if (isDealerCost) return `${words}, dealer cost`
  if (ledgerType === 'Adjustment' && reason !== null) return `${words}: ${reason}`
  return disbursementCode === null ? words : `${words}, ${disbursementCode}`
}
