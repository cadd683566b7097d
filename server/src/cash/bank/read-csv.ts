import { isCalendarDate } from '../../domain/dates.ts'
import { type Cents, centsOf } from '../../domain/money.ts'
import { readCsv } from '../../files/csv.ts'
import { type BankFileFault, type BankLine, balanceFault, type ReadStatement } from './statement.ts'

export interface CsvBalances {
  readonly openingBalance: Cents
  readonly closingBalance: Cents
}

const COLUMNS = ['date', 'amount', 'check number', 'reference', 'description'] as const
type Column = (typeof COLUMNS)[number]
const REQUIRED: readonly Column[] = ['date', 'amount']

/** Reads a bank's lines from CSV. The file has no balances, so they are given. Every fault is reported. */
export function readBankCsv(text: string, balances: CsvBalances): ReadStatement {
  const { records, faults: broken } = readCsv(text)
  const faults: BankFileFault[] = [...broken]
  const [header, ...rows] = records
  const names = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  for (const name of REQUIRED)
    if (!names.includes(name))
      faults.push({ line: 1, reason: `The file has no column ${JSON.stringify(name)}.` })
  for (const name of names)
    if (!COLUMNS.some((column) => column === name))
      faults.push({
        line: 1,
        reason: `There is no column ${JSON.stringify(name)}. The columns are ${COLUMNS.join(', ')}.`,
      })
  if (faults.length > 0) return { faults }
  if (rows.length === 0) return { faults: [{ line: 1, reason: 'The file has no lines.' }] }
  const lines = rows.flatMap(({ line, cells }) => {
    if (cells.length !== names.length)
      faults.push({ line, reason: `The line has ${cells.length} cells instead of ${names.length}.` })
    const cell = (name: Column) => cells[names.indexOf(name)]?.trim() ?? ''
    return bankLine(cell, (reason) => faults.push({ line, reason }))
  })
  if (faults.length > 0) return { faults }
  const dates = lines.map(({ date }) => date).sort()
  const statement = { ...balances, statementDate: dates.at(-1) ?? '', lines }
  const fault = balanceFault(statement)
  return fault ? { faults: [{ line: records.at(-1)?.line ?? 1, reason: fault }] } : { statement }
}

function bankLine(cell: (name: Column) => string, report: (reason: string) => void): BankLine[] {
  const date = dateIn(cell('date'))
  const amount = centsIn(cell('amount'))
  if (date === undefined)
    report(`The date ${JSON.stringify(cell('date'))} is not a date such as 2024-03-15 or 03/15/2024.`)
  if (amount === undefined)
    report(`The amount ${JSON.stringify(cell('amount'))} is not an amount such as 1234.56 or -1234.56.`)
  if (amount === 0) report('The amount is 0.')
  if (date === undefined || !amount) return []
  const orNull = (text: string) => (text === '' ? null : text)
  return [
    {
      ...{ date, amount, description: cell('description') },
      ...{ checkNumber: orNull(cell('check number')), reference: orNull(cell('reference')) },
    },
  ]
}

/** A date as in our own files, or as banks in the United States write it. */
function dateIn(text: string): string | undefined {
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const [, month = '', day = '', year = ''] = american ?? []
  const date = american ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
  return isCalendarDate(date) ? date : undefined
}

/** An amount with at most two decimals; thousands may be set off with commas. */
function centsIn(text: string): Cents | undefined {
  if (!/^[+-]?(\d{1,12}|\d{1,3}(,\d{3}){1,3})(\.\d{1,2})?$/.test(text)) return undefined
  return centsOf(Number(text.replaceAll(',', '')))
}
