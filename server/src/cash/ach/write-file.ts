import { type BankAccountType, type SecCode, secCodes } from '../../domain/bank-numbers.ts'
import { LAST_TRACE } from '../../domain/cash/ach.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type Cents, sumCents, ZERO } from '../../domain/money.ts'
import {
  BLOCKING_FACTOR,
  bankNumber,
  dateField,
  entryHash,
  FILLER,
  numberField,
  record,
  textField,
} from './fields.ts'

// Writes a NACHA file: what a bank reads to pay and to collect. It is the only place where account numbers leave.

/** Who sends the file, and to which bank. */
export interface AchOriginator {
  readonly destination: string
  readonly destinationName: string
  readonly origin: string
  readonly originName: string
  readonly companyName: string
  readonly companyId: string
}

/** A payment of ours is a credit to the account holder, a receipt is a debit. */
export type AchDirection = 'Credit' | 'Debit'

/** One payment or receipt. An entry of no amount is a prenote: it asks the bank to check the account. */
export interface AchEntry {
  readonly direction: AchDirection
  readonly secCode: SecCode
  readonly routingNumber: string
  readonly accountNumber: string
  readonly accountType: BankAccountType
  readonly amount: Cents
  /** The number by which the account holder knows the payment. */
  readonly individualId: string
  readonly name: string
  /** What is paid, in up to 80 characters. */
  readonly addenda?: string | undefined
}

export interface AchFileFacts {
  /** The day on which the file is made, and the time as `0930`. */
  readonly date: CalendarDate
  readonly time: string
  /** Tells several files of one day apart: A, B, … */
  readonly modifier: string
  readonly effectiveEntryDate: CalendarDate
  /** The first trace number that has never been used. */
  readonly firstTrace: number
}

export interface WrittenAchFile<Entry extends AchEntry> {
  readonly text: string
  readonly batchCount: number
  readonly entryCount: number
  readonly totalDebit: Cents
  readonly totalCredit: Cents
  readonly entryHash: number
  /** Each entry with its trace number, in the order of the file. */
  readonly traces: readonly { readonly entry: Entry; readonly trace: string }[]
}

/** The last trace number. A bank finds an entry by it for years, so none is used twice. */

const serviceClasses: Readonly<Record<AchDirection, string>> = { Credit: '220', Debit: '225' }
const descriptions: Readonly<Record<AchDirection, string>> = { Credit: 'PAYMENTS', Debit: 'RECEIPTS' }

const transactionCodes: Readonly<Record<BankAccountType, Record<AchDirection, readonly [string, string]>>> = {
  Checking: { Credit: ['22', '23'], Debit: ['27', '28'] },
  Savings: { Credit: ['32', '33'], Debit: ['37', '38'] },
}

const transactionCode = ({ accountType, direction, amount }: AchEntry): string => {
  const [live, prenote] = transactionCodes[accountType][direction]
  return amount === 0 ? prenote : live
}

/** Writes all entries, one batch for each kind and direction. */
export function writeAchFile<Entry extends AchEntry>(
  originator: AchOriginator,
  entries: readonly Entry[],
  facts: AchFileFacts,
): WrittenAchFile<Entry> {
  const bank = bankNumber(originator.destination)
  const batches = inBatches(entries)
  const ordered = batches.flat()
  if (facts.firstTrace + ordered.length - 1 > LAST_TRACE) throw new Error('There are no trace numbers left.')
  const traces = new Map(
    ordered.map((entry, at) => [entry, `${bank}${numberField(facts.firstTrace + at, 7)}`] as const),
  )
  const records = [
    fileHeader(originator, facts),
    ...batches.flatMap((batch, at) => batchRecords(originator, facts, { batch, number: at + 1, traces })),
  ]
  const all = totals(ordered)
  const blocks = Math.ceil((records.length + 1) / BLOCKING_FACTOR)
  records.push(fileControl(batches.length, blocks, all))
  while (records.length % BLOCKING_FACTOR !== 0) records.push(FILLER)
  return {
    text: records.map((line) => `${line}\n`).join(''),
    batchCount: batches.length,
    entryCount: ordered.length,
    totalDebit: all.debit,
    totalCredit: all.credit,
    entryHash: all.hash,
    traces: [...traces].map(([entry, trace]) => ({ entry, trace })),
  }
}

function inBatches<Entry extends AchEntry>(entries: readonly Entry[]): Entry[][] {
  const kinds = secCodes.flatMap((secCode) =>
    (['Credit', 'Debit'] as const).map((direction) => ({ secCode, direction })),
  )
  return kinds
    .map(({ secCode, direction }) =>
      entries.filter((entry) => entry.secCode === secCode && entry.direction === direction),
    )
    .filter((batch) => batch.length > 0)
}

interface Totals {
  /** Entries and addenda. */
  readonly count: number
  readonly hash: number
  readonly debit: Cents
  readonly credit: Cents
}

function totals(entries: readonly AchEntry[]): Totals {
  const sum = (direction: AchDirection) =>
    sumCents(entries.map((entry) => (entry.direction === direction ? entry.amount : ZERO)))
  return {
    count: entries.length + entries.filter(({ addenda }) => addenda !== undefined).length,
    hash: entryHash(entries.map(({ routingNumber }) => bankNumber(routingNumber))),
    debit: sum('Debit'),
    credit: sum('Credit'),
  }
}

const fileHeader = (originator: AchOriginator, { date, time, modifier }: AchFileFacts) =>
  record(
    ...['1', '01', originator.destination.padStart(10), originator.origin.padStart(10)],
    ...[dateField(date), time, modifier, '094', '10', '1'],
    ...[textField(originator.destinationName, 23), textField(originator.originName, 23), ' '.repeat(8)],
  )

interface Batch<Entry> {
  readonly batch: readonly Entry[]
  readonly number: number
  readonly traces: ReadonlyMap<Entry, string>
}

function batchRecords<Entry extends AchEntry>(
  originator: AchOriginator,
  { date, effectiveEntryDate }: AchFileFacts,
  { batch, number, traces }: Batch<Entry>,
): string[] {
  const [first] = batch
  if (!first) return []
  const { direction, secCode } = first
  const { count, hash, debit, credit } = totals(batch)
  const serviceClass = serviceClasses[direction]
  const companyId = textField(originator.companyId, 10)
  const end = [bankNumber(originator.destination), numberField(number, 7)]
  return [
    record(
      ...['5', serviceClass, textField(originator.companyName, 16), ' '.repeat(20), companyId, secCode],
      ...[textField(descriptions[direction], 10), dateField(date), dateField(effectiveEntryDate), '   ', '1'],
      ...end,
    ),
    ...batch.flatMap((entry) => entryRecords(entry, traces.get(entry) ?? '')),
    record(
      ...['8', serviceClass, numberField(count, 6), numberField(hash, 10)],
      ...[numberField(debit, 12), numberField(credit, 12), companyId, ' '.repeat(25), ...end],
    ),
  ]
}

function entryRecords(entry: AchEntry, trace: string): string[] {
  const { routingNumber, accountNumber, amount, individualId, name, addenda } = entry
  const own = record(
    ...['6', transactionCode(entry), routingNumber, textField(accountNumber, 17), numberField(amount, 10)],
    ...[textField(individualId, 15), textField(name, 22), '  ', addenda === undefined ? '0' : '1', trace],
  )
  if (addenda === undefined) return [own]
  return [own, record('7', '05', textField(addenda, 80), '0001', trace.slice(-7))]
}

const fileControl = (batches: number, blocks: number, { count, hash, debit, credit }: Totals) =>
  record(
    ...['9', numberField(batches, 6), numberField(blocks, 6), numberField(count, 8), numberField(hash, 10)],
    ...[numberField(debit, 12), numberField(credit, 12), ' '.repeat(39)],
  )
