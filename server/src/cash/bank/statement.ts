import type { CalendarDate } from '../../domain/dates.ts'
import { amountOf, type Cents, plus, sumCents } from '../../domain/money.ts'

// What a bank says happened on an account, whatever the format of its file.

/** Money in is positive, money out is negative. */
export interface BankLine {
  readonly date: CalendarDate
  readonly amount: Cents
  readonly checkNumber: string | null
  readonly reference: string | null
  readonly description: string
}

export interface BankStatement {
  readonly statementDate: CalendarDate
  readonly openingBalance: Cents
  readonly closingBalance: Cents
  readonly lines: readonly BankLine[]
}

export interface BankFileFault {
  readonly line: number
  readonly reason: string
}

export type ReadStatement =
  | { readonly statement: BankStatement }
  | { readonly faults: readonly BankFileFault[] }

/** A file whose lines do not lead from the opening to the closing balance has lost some of them. */
export function balanceFault({ openingBalance, closingBalance, lines }: BankStatement): string | undefined {
  const reached = plus(openingBalance, sumCents(lines.map(({ amount }) => amount)))
  if (reached === closingBalance) return undefined
  const dollars = (cents: Cents) => amountOf(cents).toFixed(2)
  return `The opening balance ${dollars(openingBalance)} and the lines give ${dollars(reached)}, but the closing balance is ${dollars(closingBalance)}.`
}
