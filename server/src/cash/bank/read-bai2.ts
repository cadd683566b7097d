import { isCalendarDate } from '../../domain/dates.ts'
import type { Cents } from '../../domain/money.ts'
import { type BankLine, balanceFault, type ReadStatement } from './statement.ts'

// Reads a BAI2 file, in which banks report the balances and transactions of an account. Every control total and every
// count of records is checked, so a file of which a part is missing is refused.

class Unreadable extends Error {
  readonly line: number
  constructor(line: number, reason: string) {
    super(reason)
    this.line = line
  }
}

/** A record with its continuations joined to it. */
interface BaiRecord {
  readonly line: number
  readonly code: string
  readonly fields: readonly string[]
  /** The number of physical records, which control records count. */
  readonly parts: number
}

const OPENING_LEDGER = '010'
const CLOSING_LEDGER = '015'
/** The type codes of checks that were paid. Their customer reference is the check number. */
const CHECKS_PAID = ['475', '395']

export function readBai2(text: string): ReadStatement {
  try {
    return readFile(recordsIn(text))
  } catch (error) {
    if (error instanceof Unreadable) return { faults: [{ line: error.line, reason: error.message }] }
    throw error
  }
}

function recordsIn(text: string): BaiRecord[] {
  const records: BaiRecord[] = []
  text.split(/\r?\n/).forEach((raw, at) => {
    const written = raw.trim()
    if (written === '') return
    const line = at + 1
    const code = written.slice(0, 2)
    if (!/^(01|02|03|16|49|88|98|99)$/.test(code) || written[2] !== ',')
      throw new Unreadable(line, `The line does not begin with a BAI2 record code.`)
    const content = written.slice(3).replace(/\/$/, '')
    const last = records.at(-1)
    if (code !== '88') records.push({ line, code, fields: content.split(','), parts: 1 })
    else if (!last) throw new Unreadable(line, 'A continuation record continues nothing.')
    else
      records[records.length - 1] = {
        ...last,
        fields: [...last.fields, ...content.split(',')],
        parts: last.parts + 1,
      }
  })
  return records
}

interface Reading {
  readonly lines: BankLine[]
  date: string | undefined
  account: string | undefined
  opening: Cents | undefined
  closing: Cents | undefined
  statementDate: string
  isOver: boolean
  /** What is open, from the outside in, with what it has counted so far. */
  readonly levels: { readonly code: string; total: number; children: number; records: number }[]
}

/** The control record of each level, and what it counts besides records. */
const CONTROLS: Readonly<Record<string, string>> = { '01': '99', '02': '98', '03': '49' }

function readFile(records: readonly BaiRecord[]): ReadStatement {
  if (records[0]?.code !== '01') throw new Unreadable(1, 'The file does not begin with a BAI2 file header.')
  const reading: Reading = {
    ...{ lines: [], date: undefined, account: undefined, opening: undefined, closing: undefined },
    ...{ statementDate: '', isOver: false, levels: [] },
  }
  for (const record of records) readRecord(reading, record)
  const last = records.at(-1)?.line ?? 1
  if (!reading.isOver) throw new Unreadable(last, 'The file ends before its trailer record.')
  const { lines, statementDate, opening, closing } = reading
  if (opening === undefined || closing === undefined)
    throw new Unreadable(last, 'The file has no opening (010) or closing (015) ledger balance.')
  const statement = { statementDate, openingBalance: opening, closingBalance: closing, lines }
  const fault = balanceFault(statement)
  return fault ? { faults: [{ line: last, reason: fault }] } : { statement }
}

function readRecord(reading: Reading, record: BaiRecord): void {
  const { line, code, parts } = record
  if (reading.isOver) throw new Unreadable(line, 'There is a record behind the trailer record.')
  if (code === '01' || code === '02' || code === '03') open(reading, record)
  for (const level of reading.levels) level.records += parts
  if (code === '02') beginGroup(reading, record)
  else if (code === '03') beginAccount(reading, record)
  else if (code === '16') readDetail(reading, record)
  else if (code !== '01') close(reading, record)
}

const depths = ['01', '02', '03']

function open({ levels }: Reading, { line, code }: BaiRecord): void {
  if (levels.length !== depths.indexOf(code))
    throw new Unreadable(line, `A record ${code} cannot stand here.`)
  const parent = levels.at(-1)
  if (parent) parent.children += 1
  levels.push({ code, total: 0, children: 0, records: 0 })
}

/** Checks a control record against what was read, and passes its total on. */
function close(reading: Reading, { line, code, fields }: BaiRecord): void {
  const level = reading.levels.at(-1)
  if (!level || CONTROLS[level.code] !== code)
    throw new Unreadable(line, `A record ${code} cannot stand here.`)
  const [total = '', ...counts] = fields
  const stated = [amountIn(line, total), ...counts.map((count) => amountIn(line, count))]
  const found = code === '49' ? [level.total, level.records] : [level.total, level.children, level.records]
  const names =
    code === '49'
      ? ['control total', 'number of records']
      : ['control total', code === '98' ? 'number of accounts' : 'number of groups', 'number of records']
  names.forEach((name, at) => {
    if (stated[at] !== found[at])
      throw new Unreadable(line, `The ${name} should be ${stated[at]} and is ${found[at]}.`)
  })
  reading.levels.pop()
  const parent = reading.levels.at(-1)
  if (parent) parent.total += level.total
  else reading.isOver = true
}

function beginGroup(reading: Reading, { line, fields }: BaiRecord): void {
  const written = fields[3] ?? ''
  const date = `20${written.slice(0, 2)}-${written.slice(2, 4)}-${written.slice(4, 6)}`
  if (written.length !== 6 || !isCalendarDate(date))
    throw new Unreadable(line, `The as-of date ${JSON.stringify(written)} is not a date such as 240315.`)
  reading.date = date
  if (date > reading.statementDate) reading.statementDate = date
}

/** Balances come as type, amount, item count and funds type, again and again. */
function beginAccount(reading: Reading, { line, fields }: BaiRecord): void {
  const [account = '', , ...balances] = fields
  if (reading.account !== undefined && reading.account !== account)
    throw new Unreadable(line, 'The file has more than one account. Send a file for each account.')
  reading.account = account
  for (let at = 0; at < balances.length; ) {
    const [type = '', amount = ''] = balances.slice(at, at + 2)
    const cents = amount === '' ? 0 : amountIn(line, amount)
    count(reading, cents)
    if (type === OPENING_LEDGER) reading.opening ??= cents as Cents
    if (type === CLOSING_LEDGER) reading.closing = cents as Cents
    at += 3
    at += fundsLength(balances.slice(at))
  }
}

/** How many fields the availability of funds takes. */
function fundsLength(fields: readonly string[]): number {
  const [type = '', first = '0'] = fields
  if (type === 'S') return 4
  if (type === 'V') return 3
  return type === 'D' ? 2 + 2 * Number(first) : 1
}

function readDetail(reading: Reading, { line, fields }: BaiRecord): void {
  const [type = '', amount = '', ...rest] = fields
  if (reading.levels.at(-1)?.code !== '03' || !reading.date)
    throw new Unreadable(line, 'The transaction belongs to no account.')
  const cents = amountIn(line, amount)
  count(reading, cents)
  const [bankReference = '', customerReference = '', ...text] = rest.slice(fundsLength(rest))
  const isDebit = Number(type) >= 400
  if (!/^\d{3}$/.test(type) || Number(type) < 100 || Number(type) > 699)
    throw new Unreadable(line, `There is no transaction type ${JSON.stringify(type)}.`)
  if (cents === 0) return
  const isCheck = CHECKS_PAID.includes(type)
  reading.lines.push({
    date: reading.date,
    amount: (isDebit ? -cents : cents) as Cents,
    checkNumber: isCheck && customerReference !== '' ? customerReference.replace(/^0+(?=.)/, '') : null,
    reference: (isCheck ? bankReference : customerReference || bankReference) || null,
    description: text.join(',').trim(),
  })
}

function count({ levels }: Reading, cents: number): void {
  const account = levels.at(-1)
  if (account) account.total += cents
}

function amountIn(line: number, text: string): number {
  if (!/^[+-]?\d{1,15}$/.test(text))
    throw new Unreadable(line, `The amount ${JSON.stringify(text)} is not a whole number of cents.`)
  return Number(text)
}
