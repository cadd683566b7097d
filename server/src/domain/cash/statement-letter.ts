import { dateWords, moneyWords } from '../contract-form/words.ts'
import type { CalendarDate } from '../dates.ts'
import { groupBy } from '../group-by.ts'
import type { Letter, Section } from '../letter.ts'
import { type Cents, minus, ZERO } from '../money.ts'
import { groupTitles, type StatementFigures, type StatementLine, statementGroups } from './statement.ts'

/** A statement as one sends it. */
export interface StatementPaper {
  readonly writtenAt: string
  readonly date: CalendarDate
  readonly number: string
  /** Name and address of the administrator, one line each. */
  readonly sender: readonly string[]
  readonly addressee: readonly string[]
  readonly account: string
  readonly fromDate: CalendarDate
  readonly toDate: CalendarDate
  readonly figures: StatementFigures
  readonly lines: readonly StatementLine[]
}

/** The content of the paper: the balances at a glance, the sums, and every line. */
export function statementLetter(paper: StatementPaper): Letter {
  const { figures, fromDate, toDate, account, sender } = paper
  const range = `${dateWords(fromDate)} to ${dateWords(toDate)}`
  return {
    writtenAt: paper.writtenAt,
    title: `Statement ${account} ${fromDate} to ${toDate}`,
    sender: paper.sender,
    date: dateWords(paper.date),
    addressee: paper.addressee,
    references: [
      { label: 'Account', lines: [account] },
      { label: 'Our reference', lines: [paper.number] },
    ],
    heading: 'Statement of account',
    opening: [`This statement shows what happened on your account from ${range}.`],
    glance: [
      { label: `Balance before ${dateWords(fromDate)}`, lines: [moneyWords(figures.openingBalance)] },
      { label: 'Payments', lines: [moneyWords(figures.cash)] },
      { label: `Balance on ${dateWords(toDate)}`, lines: [moneyWords(figures.closingBalance)] },
    ],
    sections: [summary(paper), ...lineSections(paper.lines)],
    closing: [balanceSentence(figures.closingBalance)],
    footer: `${sender[0] ?? ''} · Statement ${account} · ${range}`,
  }
}

function balanceSentence(balance: Cents): string {
  if (balance === 0) return 'Your account is settled.'
  return balance > 0
    ? `You owe us ${moneyWords(balance)}.`
    : `We owe you ${moneyWords(minus(ZERO, balance))}.`
}

function summary({ figures, fromDate, toDate }: StatementPaper): Section {
  const row = (text: string, amount: Cents, isTotal = false) => ({
    cells: [text, moneyWords(amount)],
    isTotal,
  })
  return {
    heading: 'Summary',
    blocks: [
      {
        kind: 'table',
        columns: [
          { heading: 'What', share: 4 },
          { heading: 'Amount', share: 1, isAmount: true },
        ],
        rows: [
          row(`Balance before ${dateWords(fromDate)}`, figures.openingBalance),
          ...statementGroups
            .filter((group) => group !== 'cash')
            .map((group) => row(groupTitles[group], figures[group])),
          row('Payments received, less payments sent', minus(ZERO, figures.cash)),
          row(`Balance on ${dateWords(toDate)}`, figures.closingBalance, true),
        ],
      },
    ],
  }
}

function lineSections(lines: readonly StatementLine[]): Section[] {
  const groups = groupBy(lines, ({ group }) => group)
  return statementGroups.flatMap((group): Section[] => {
    const own = groups.get(group)
    if (!own) return []
    const columns = [
      { heading: 'Date', share: 1 },
      { heading: 'Contract', share: 1.3 },
      { heading: 'What', share: 3.4 },
      { heading: 'Amount', share: 1.1, isAmount: true },
    ]
    const rows = own.map(({ date, contractNumber, text, amount }) => ({
      cells: [date, contractNumber ?? '', text, moneyWords(amount)],
    }))
    return [{ heading: groupTitles[group], blocks: [{ kind: 'table', columns, rows, isLong: true }] }]
  })
}
