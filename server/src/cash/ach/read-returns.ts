import type { BankAccountType } from '../../domain/bank-numbers.ts'
import type { Cents } from '../../domain/money.ts'
import { entryHash, FILLER, RECORD_LENGTH } from './fields.ts'

// Reads the file in which a bank sends entries back (returns), or tells that it has corrected them (notifications of
// change). Nothing of a file is used unless all of it can be read and its totals are right.

export interface ReturnedEntry {
  readonly kind: 'Return'
  /** The trace number of our entry. */
  readonly trace: string
  readonly amount: Cents
  /** Such as R01. */
  readonly code: string
}

export interface CorrectedEntry {
  readonly kind: 'Correction'
  readonly trace: string
  /** Such as C01. */
  readonly code: string
  /** As the bank sent it. */
  readonly correctedData: string
}

export type BankNotice = ReturnedEntry | CorrectedEntry

export interface AchFileFault {
  /** The line of the file, from 1. */
  readonly line: number
  readonly reason: string
}

export type ReadReturns = { readonly notices: readonly BankNotice[] } | { readonly fault: AchFileFault }

/** Whose file it is. One for another company is refused. */
export interface ReturnsAddress {
  readonly origin: string
  readonly companyId: string
}

class Torn extends Error {
  readonly fault: AchFileFault
  constructor(line: number, reason: string) {
    super(reason)
    this.fault = { line, reason }
  }
}

export function readReturns(text: string, ours: ReturnsAddress): ReadReturns {
  try {
    return { notices: readRecords(recordsIn(text), ours) }
  } catch (error) {
    if (error instanceof Torn) return { fault: error.fault }
    throw error
  }
}

interface NumberedRecord {
  readonly line: number
  readonly text: string
}

function recordsIn(text: string): NumberedRecord[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines.map((line, at) => {
    if (line.length !== RECORD_LENGTH)
      throw new Torn(at + 1, `The record has ${line.length} characters. A NACHA record has ${RECORD_LENGTH}.`)
    return { line: at + 1, text: line }
  })
}

/** What the entries of a batch or of the file add up to. */
interface Sums {
  count: number
  banks: string[]
  debit: number
  credit: number
}

const noSums = (): Sums => ({ count: 0, banks: [], debit: 0, credit: 0 })

interface Reading {
  readonly ours: ReturnsAddress
  readonly notices: BankNotice[]
  readonly file: Sums
  batches: number
  batch: Sums | undefined
  /** The entry whose addenda record comes next. */
  entry: { readonly line: number; readonly amount: Cents } | undefined
  isOurs: boolean
  isOver: boolean
}

function readRecords(records: readonly NumberedRecord[], ours: ReturnsAddress): BankNotice[] {
  const [header] = records
  if (header?.text[0] !== '1' || header.text.slice(34, 39) !== '09410')
    throw new Torn(1, 'The file does not begin with a NACHA file header.')
  const reading: Reading = {
    ...{ ours, notices: [], file: noSums(), batches: 0, batch: undefined, entry: undefined },
    isOurs: [header.text.slice(3, 13), header.text.slice(13, 23)].some((id) => id.trim() === ours.origin),
    isOver: false,
  }
  for (const record of records.slice(1)) readRecord(reading, record)
  const last = records.at(-1)?.line ?? 1
  if (!reading.isOver) throw new Torn(last, 'The file ends before its file control record.')
  if (!reading.isOurs) throw new Torn(1, 'The file is for another company.')
  return reading.notices
}

function readRecord(reading: Reading, record: NumberedRecord): void {
  const { line, text } = record
  if (reading.isOver) {
    if (text !== FILLER) throw new Torn(line, 'There is a record behind the file control record.')
    return
  }
  const type = text[0]
  if (reading.entry && type !== '7') throw new Torn(reading.entry.line, 'The entry has no addenda record.')
  if (type === '5') beginBatch(reading, record)
  else if (type === '6') readEntry(reading, record)
  else if (type === '7') readAddenda(reading, record)
  else if (type === '8') endBatch(reading, record)
  else if (type === '9') endFile(reading, record)
  else throw new Torn(line, `There is no NACHA record of type ${type}.`)
}

function beginBatch(reading: Reading, { line, text }: NumberedRecord): void {
  if (reading.batch) throw new Torn(line, 'A batch begins before the last one has ended.')
  reading.batch = noSums()
  if (text.slice(40, 50).trim() === reading.ours.companyId) reading.isOurs = true
}

function openBatch({ batch }: Reading, { line }: NumberedRecord): Sums {
  if (!batch) throw new Torn(line, 'The record belongs to no batch.')
  return batch
}

/** Transaction codes that end in 1 to 4 are credits, those that end in 6 to 9 are debits. */
function readEntry(reading: Reading, record: NumberedRecord): void {
  const { line, text } = record
  const batch = openBatch(reading, record)
  const amount = digits(record, 29, 39, 'amount')
  const isCredit = /[1-4]/.test(text[2] ?? '')
  for (const sums of [batch, reading.file]) {
    sums.count += 1
    sums.banks.push(String(digits(record, 3, 11, 'routing number')))
    if (isCredit) sums.credit += amount
    else sums.debit += amount
  }
  reading.entry = { line, amount: amount as Cents }
}

function readAddenda(reading: Reading, record: NumberedRecord): void {
  const { line, text } = record
  const batch = openBatch(reading, record)
  const { entry } = reading
  if (!entry) throw new Torn(line, 'The addenda record belongs to no entry.')
  batch.count += 1
  reading.file.count += 1
  const [kind, code, trace] = [text.slice(1, 3), text.slice(3, 6), text.slice(6, 21)]
  if (!/^\d{15}$/.test(trace)) throw new Torn(line, 'The original trace number is not 15 digits.')
  if (kind === '99' && /^R\d\d$/.test(code))
    reading.notices.push({ kind: 'Return', trace, amount: entry.amount, code })
  else if (kind === '98' && /^C\d\d$/.test(code))
    reading.notices.push({ kind: 'Correction', trace, code, correctedData: text.slice(35, 64).trimEnd() })
  else
    throw new Torn(
      line,
      `The record is neither a return (99, R01 …) nor a notification of change (98, C01 …).`,
    )
  reading.entry = undefined
}

function endBatch(reading: Reading, record: NumberedRecord): void {
  const batch = openBatch(reading, record)
  requireSums(record, batch, { count: [4, 10], hash: [10, 20], debit: [20, 32], credit: [32, 44] })
  reading.batch = undefined
  reading.batches += 1
}

function endFile(reading: Reading, record: NumberedRecord): void {
  const { line } = record
  if (reading.batch) throw new Torn(line, 'The file ends before its last batch has ended.')
  const batches = digits(record, 1, 7, 'number of batches')
  if (batches !== reading.batches)
    throw new Torn(line, `The file should have ${batches} batches and has ${reading.batches}.`)
  requireSums(record, reading.file, { count: [13, 21], hash: [21, 31], debit: [31, 43], credit: [43, 55] })
  reading.isOver = true
}

type Places = Readonly<Record<'count' | 'hash' | 'debit' | 'credit', readonly [from: number, to: number]>>

function requireSums(record: NumberedRecord, sums: Sums, places: Places): void {
  const found = { ...sums, hash: entryHash(sums.banks) }
  const names = {
    count: 'number of records',
    hash: 'entry hash',
    debit: 'sum of debits',
    credit: 'sum of credits',
  }
  for (const name of ['count', 'hash', 'debit', 'credit'] as const) {
    const stated = digits(record, ...places[name], names[name])
    if (stated !== found[name])
      throw new Torn(record.line, `The ${names[name]} should be ${stated} and is ${found[name]}.`)
  }
}

function digits({ line, text }: NumberedRecord, from: number, to: number, what: string): number {
  const field = text.slice(from, to)
  // What stands there is not repeated: in a torn line it may be part of an account number.
  if (!/^\d+$/.test(field)) throw new Torn(line, `The ${what} is not a number.`)
  return Number(field)
}

/** What a notification of change says about a bank account. */
export interface BankAccountChange {
  readonly routingNumber?: string
  readonly accountNumber?: string
  readonly accountType?: BankAccountType
}

/** The fields of the corrected data, by change code. Other codes (a name, an id) change no bank account. */
export function bankAccountChange({ code, correctedData: data }: CorrectedEntry): BankAccountChange {
  const routingNumber = data.slice(0, 9)
  switch (code) {
    case 'C01':
      return { accountNumber: data.slice(0, 17).trim() }
    case 'C02':
      return { routingNumber }
    case 'C03':
      return { routingNumber, accountNumber: data.slice(12, 29).trim() }
    case 'C05':
      return accountTypeIn(data.slice(0, 2))
    case 'C06':
      return { accountNumber: data.slice(0, 17).trim(), ...accountTypeIn(data.slice(20, 22)) }
    case 'C07':
      return { routingNumber, accountNumber: data.slice(9, 26).trim(), ...accountTypeIn(data.slice(26, 28)) }
    default:
      return {}
  }
}

function accountTypeIn(transactionCode: string): Pick<BankAccountChange, 'accountType'> {
  if (transactionCode.startsWith('2')) return { accountType: 'Checking' }
  return transactionCode.startsWith('3') ? { accountType: 'Savings' } : {}
}
