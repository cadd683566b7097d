import type { Caller } from '../../service/api.ts'
import { type Model, open, type Row } from './model.ts'

// What the service answers, compared with the model. Every difference is a text.

const cents = (amount: number): number => Math.round(amount * 100)

// biome-ignore lint/suspicious/noExplicitAny: an answered record.
type Any = any

/** What was answered after the last step. */
export interface Seen {
  readonly ledgers: readonly Any[]
}

export async function ledgersNow(staff: Caller, search = ''): Promise<Any[]> {
  const { body, text } = await staff.get(`/ledgers?isMemo=false&pageSize=200${search}`)
  if (!Array.isArray(body) || body.length === 200)
    throw new Error(`Too many rows, or none: ${text.slice(0, 300)}`)
  return body
}

/** Everything that differs, and what was seen. */
export async function differences(
  staff: Caller,
  model: Model,
  before: Seen,
): Promise<{ faults: string[]; seen: Seen }> {
  const ledgers = await ledgersNow(staff)
  const faults = [...adopt(model, ledgers), ...rowFaults(model, ledgers)]
  faults.push(...changedWhilePaid(model, before, ledgers), ...voidFaults(ledgers))
  faults.push(...(await cashFaults(staff, model)), ...(await batchFaults(staff, model)))
  for (const { id, funding, state, isHeld } of model.contracts.values()) {
    const { body } = await staff.get(`/contracts/${id}`)
    const status = isHeld ? 'OnHold' : state
    if (body.fundingStatus !== funding || body.status !== status)
      faults.push(`contract ${id}: ${body.status} ${body.fundingStatus}, not ${status} ${funding}`)
  }
  faults.push(...(await balanceFaults(staff, model, model.today)))
  const { body: books } = await staff.get('/books/verification')
  if (!books.isWhole)
    faults.push(`verification: ${JSON.stringify(books.checks.filter((one: Any) => !one.isWhole))}`)
  return { faults, seen: { ledgers } }
}

/** Gives rows that had to be added their ids. */
function adopt(model: Model, ledgers: readonly Any[]): string[] {
  const faults: string[] = []
  for (const seen of ledgers) {
    if (model.rows.has(seen.id)) continue
    const at = model.unborn.findIndex(
      (row) =>
        row.holder === seen.accountHolder.id &&
        row.direction === seen.direction &&
        row.offsetOf === seen.offsetOfLedgerId &&
        row.amount === cents(seen.amount),
    )
    const [row] = at < 0 ? [] : model.unborn.splice(at, 1)
    if (row) {
      row.id = seen.id
      model.rows.set(seen.id, row)
      // The difference that was written off is paid by the cash that it came with.
      if (row.kind === 'OverShort' && row.paid > 0)
        model.cash.get(seen.details[0].cashTransactionId)?.parts.push({ row: row.id, amount: row.paid })
    } else faults.push(`row ${seen.id} was not expected: ${JSON.stringify(seen)}`)
  }
  for (const row of model.unborn) faults.push(`a row is missing: ${JSON.stringify(row)}`)
  return faults
}

const shown = (row: Row) =>
  `${row.direction} ${row.amount} ${row.paid} ${open(row)} ${row.status} ${row.waits} ${row.batch} ${row.due}`

function rowFaults(model: Model, ledgers: readonly Any[]): string[] {
  const faults: string[] = []
  if (ledgers.length !== model.rows.size) faults.push(`${ledgers.length} rows, not ${model.rows.size}`)
  for (const seen of ledgers) {
    const row = model.rows.get(seen.id)
    if (!row) continue
    const amounts = `${cents(seen.amount)} ${cents(seen.paidAmount)} ${cents(seen.openAmount)}`
    // When a voided row was due matters to nobody.
    const due = row.status === 'Voided' ? row.due : seen.dueDate
    const is = `${seen.direction} ${amounts} ${seen.ledgerStatus} ${seen.waitsFor} ${seen.inProcessCashTransactionId} ${due}`
    if (is !== shown(row)) faults.push(`row ${row.id} (${row.kind} ${row.code}): ${is}, not ${shown(row)}`)
  }
  return faults
}

/** A paid row changes only when its own money is taken back. */
function changedWhilePaid(model: Model, before: Seen, ledgers: readonly Any[]): string[] {
  const now = new Map(ledgers.map((row) => [row.id, row]))
  const faults: string[] = []
  for (const row of before.ledgers)
    if (row.ledgerStatus === 'Paid' && !model.reopened.has(row.id))
      if (JSON.stringify(now.get(row.id)) !== JSON.stringify(row)) faults.push(`paid row ${row.id} changed`)
  return faults
}

/** Every voided row has one equal row in the other direction, voided as well. */
function voidFaults(ledgers: readonly Any[]): string[] {
  const faults: string[] = []
  for (const row of ledgers) {
    if (row.ledgerStatus !== 'Voided' || row.offsetOfLedgerId !== null) continue
    const offsets = ledgers.filter((one) => one.offsetOfLedgerId === row.id)
    const [offset] = offsets
    const isEqual =
      offsets.length === 1 &&
      offset.amount === row.amount &&
      offset.direction !== row.direction &&
      offset.ledgerStatus === 'Voided'
    if (!isEqual) faults.push(`voided row ${row.id} has no equal offset`)
  }
  return faults
}

async function cashFaults(staff: Caller, model: Model): Promise<string[]> {
  const { body } = await staff.get('/v2/cashtransactions?pageSize=200')
  const faults: string[] = []
  if (body.items.length !== model.cash.size)
    faults.push(`${body.items.length} transactions, not ${model.cash.size}`)
  for (const seen of body.items) {
    const cash = model.cash.get(seen.id)
    if (!cash) {
      faults.push(`cash ${seen.id} was not expected`)
      continue
    }
    if (cents(seen.amount) !== cents(seen.applied) + cents(seen.unapplied))
      faults.push(`cash ${seen.id}: ${seen.amount} is not ${seen.applied} + ${seen.unapplied}`)
    const is = `${seen.type} ${seen.method} ${seen.status} ${cents(seen.amount)} ${cents(seen.applied)}`
    const not = `${cash.type} ${cash.method} ${cash.status} ${cash.amount} ${cash.applied}`
    if (is !== not) faults.push(`cash ${seen.id}: ${is}, not ${not}`)
    const parts = new Map<number, number>()
    for (const { ledgerId, appliedAmount, isReversal } of seen.ledgers)
      parts.set(ledgerId, (parts.get(ledgerId) ?? 0) + (isReversal ? -1 : 1) * cents(appliedAmount))
    for (const { row, amount } of cash.parts)
      if (parts.get(row) !== amount)
        faults.push(`cash ${seen.id}: row ${row} has ${parts.get(row)}, not ${amount}`)
    for (const [row, amount] of parts)
      if (amount !== 0 && !cash.parts.some((part) => part.row === row))
        faults.push(`cash ${seen.id}: row ${row} has ${amount}, not 0`)
  }
  return faults
}

async function batchFaults(staff: Caller, model: Model): Promise<string[]> {
  const { body } = await staff.get('/inprocesscashtransactions?pageSize=200')
  const faults: string[] = []
  const staged = new Map<number, number>()
  if (body.length !== model.batches.size) faults.push(`${body.length} batches, not ${model.batches.size}`)
  for (const seen of body) {
    const batch = model.batches.get(seen.id)
    const items = seen.ledgers.map((one: Any) => `${one.ledgerId} ${cents(one.amount)}`).sort()
    const expected = batch?.items.map(({ row, amount }) => `${row} ${amount}`).sort() ?? []
    if (String(items) !== String(expected)) faults.push(`batch ${seen.id}: ${items}, not ${expected}`)
    if ((seen.status === 'Processed') !== (batch?.isProcessed ?? false))
      faults.push(`batch ${seen.id}: ${seen.status}`)
    if (seen.status === 'Processed') continue
    for (const { ledgerId } of seen.ledgers) staged.set(ledgerId, (staged.get(ledgerId) ?? 0) + 1)
  }
  for (const [row, times] of staged) if (times > 1) faults.push(`row ${row} is in ${times} batches`)
  return faults
}

/** The accounts of account holders and the money, at the end of a day; and all accounts together come to nothing. */
export async function balanceFaults(staff: Caller, model: Model, day: string): Promise<string[]> {
  const { body } = await staff.get(`/trialBalance?asOfDate=${day}`)
  const expected = new Map<string, number>()
  for (const entry of model.entries)
    if (entry.day <= day) expected.set(entry.account, (expected.get(entry.account) ?? 0) + entry.amount)
  const faults: string[] = []
  let all = 0
  for (const { account, balance } of body.accounts) {
    all += cents(balance)
    const isModeled = /^(Receivable|Payable|Unapplied):|^Cash$/.test(account)
    if (isModeled && cents(balance) !== (expected.get(account) ?? 0))
      faults.push(`${account} on ${day}: ${cents(balance)}, not ${expected.get(account) ?? 0}`)
    expected.delete(account)
  }
  for (const [account, amount] of expected)
    if (amount !== 0) faults.push(`${account} on ${day}: nothing, not ${amount}`)
  if (all !== 0 || body.totalDebit !== body.totalCredit)
    faults.push(`the trial balance of ${day} comes to ${all}`)
  return faults
}

export async function verificationFaults(staff: Caller, day: string): Promise<string[]> {
  const { body } = await staff.get(`/books/verification?asOfDate=${day}`)
  const wrong = body.checks.filter((one: Any) => !one.isWhole)
  return wrong.map((one: Any) => `verification of ${day}: ${JSON.stringify(one)}`)
}
