import { recordsIn } from '../oracle/lists/csv.ts'
import type { Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { act, cancel } from './cancels.ts'
import { type AnsweredLedger, detailsOf, openCash } from './cash.ts'
import { finalize, withKey } from './contracts.ts'
import { holdReasons, setClock } from './held-contracts.ts'

// Open items of contracts whose books have changed on many days, and a second calculation of what they were worth, in
// plain loops over the exported ledger and journal.

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

type Day = string
const cents = (amount: string) => Math.round(Number(amount) * 100)

export interface PlainRow {
  readonly id: number
  readonly holder: number
  readonly contract: number | null
  readonly type: string
  readonly status: string
  readonly waitsFor: string
  readonly direction: string
  readonly code: string | null
  readonly product: number | null
  readonly amount: number
  readonly paid: number
  readonly effective: Day
  readonly accounting: Day
  readonly due: Day
  readonly isMemo: boolean
  readonly offsetOf: number | null
  readonly createdAt: string
}

interface PlainPosting {
  readonly type: string
  readonly debit: string
  readonly credit: string
  readonly amount: number
  readonly accounting: Day
  readonly contract: number | null
  readonly ledger: number | null
  readonly createdAt: string
}

export interface PlainBooks {
  readonly rows: readonly PlainRow[]
  readonly journal: readonly PlainPosting[]
}

const orNull = (text: string | undefined) => (text ? Number(text) : null)

async function exported(caller: Caller, path: string): Promise<Record<string, string>[]> {
  const { status, text } = await caller.get(path, { headers: { accept: 'text/csv' } })
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return recordsIn(text)
}

/** The rows of the ledger as this caller sees them, with no postings. */
export async function exportedLedger(caller: Caller): Promise<PlainRow[]> {
  return (await exported(caller, '/ledgers')).map((row) => ({
    id: Number(row.id),
    holder: Number(row['accountHolder.id']),
    contract: orNull(row['contract.id']),
    type: row.ledgerType ?? '',
    status: row.ledgerStatus ?? '',
    waitsFor: row.waitsFor ?? '',
    direction: row.direction ?? '',
    code: row.disbursementCode || null,
    product: orNull(row.productId),
    amount: cents(row.amount ?? ''),
    paid: cents(row.paidAmount ?? ''),
    effective: row.effectiveDate ?? '',
    accounting: row.accountingDate ?? '',
    due: row.dueDate ?? '',
    isMemo: row.isMemo === 'true',
    offsetOf: orNull(row.offsetOfLedgerId),
    createdAt: row.createdAt ?? '',
  }))
}

export async function exportedBooks(service: TestService): Promise<PlainBooks> {
  const accounting = service.api.as('sandbox-accounting')
  const journal = (await exported(accounting, '/journal')).map((row) => ({
    type: row.entryType ?? '',
    debit: row.debitAccount ?? '',
    credit: row.creditAccount ?? '',
    amount: cents(row.amount ?? ''),
    accounting: row.accountingDate ?? '',
    contract: orNull(row.contractId),
    ledger: orNull(row.ledgerId),
    createdAt: row.createdAt ?? '',
  }))
  return { rows: await exportedLedger(accounting), journal }
}

export interface PlainItem {
  readonly row: PlainRow
  readonly amount: number
  readonly paid: number
  readonly state: 'open' | 'held' | 'pending'
}

/** What the rows were worth on a day, or are worth now. */
export function plainItems(books: PlainBooks, day?: Day): PlainItem[] {
  const voids = new Map(
    books.rows.flatMap((row) =>
      row.offsetOf !== null && row.status === 'Voided' ? [[row.offsetOf, row] as const] : [],
    ),
  )
  const cash = postingsBy(books.journal.filter(({ type }) => type === 'Cash'))
  const edits = editsByRow(books)
  const finalized = new Map(
    books.journal.flatMap((row) => (row.type === 'Finalize' ? [[row.contract, row.createdAt] as const] : [])),
  )
  const isBookedOn = (row: PlainRow, on: Day): boolean => {
    if (row.accounting > on) return false
    if (row.status !== 'Voided') return true
    const voided = voids.get(row.id)
    if (!voided || voided.accounting <= on) return false
    const inForce = finalized.get(row.contract)
    return row.type !== 'ContractDisbursement' || (inForce !== undefined && inForce < voided.createdAt)
  }
  const items: PlainItem[] = []
  for (const row of books.rows) {
    if (row.isMemo || row.waitsFor === 'Finalize') continue
    const state = row.status === 'Held' ? 'held' : row.waitsFor === 'Funding' ? 'pending' : 'open'
    if (day === undefined) {
      if (row.status !== 'Voided') items.push({ row, amount: row.amount, paid: row.paid, state })
      continue
    }
    const own = `${row.direction === 'Receive' ? 'Receivable' : 'Payable'}:${row.holder}`
    const grows = row.direction === 'Receive' ? 1 : -1
    const sideOf = ({ debit, credit }: PlainPosting) => (debit === own ? 1 : credit === own ? -1 : 0)
    let paid = 0
    for (const one of cash.get(row.id) ?? [])
      if (one.accounting <= day) paid -= grows * sideOf(one) * one.amount
    let amount = row.amount
    for (const one of edits.get(row.id) ?? [])
      if (one.accounting > day) amount -= grows * sideOf(one) * one.amount
    // Cash can be dated before the row that it pays.
    if (isBookedOn(row, day)) items.push({ row, amount, paid, state })
    else if (paid !== 0) items.push({ row, amount: 0, paid, state })
  }
  return items
}

function postingsBy(journal: readonly PlainPosting[]): Map<number, PlainPosting[]> {
  const found = new Map<number, PlainPosting[]>()
  for (const row of journal)
    if (row.ledger !== null) found.set(row.ledger, [...(found.get(row.ledger) ?? []), row])
  return found
}

/** A posting names the first row of a line. The other row has the same contract, code and type. */
function editsByRow({ rows, journal }: PlainBooks): Map<number, PlainPosting[]> {
  const found = new Map<number, PlainPosting[]>()
  for (const posting of journal.filter(({ type }) => type === 'LedgerEdit')) {
    const first = rows.find(({ id }) => id === posting.ledger)
    const line = rows.filter(
      (row) =>
        row === first ||
        (first !== undefined &&
          first.contract !== null &&
          row.offsetOf === null &&
          row.contract === first.contract &&
          row.code === first.code &&
          row.type === first.type &&
          row.direction !== first.direction),
    )
    for (const { id } of line) found.set(id, [...(found.get(id) ?? []), posting])
  }
  return found
}

const on = (service: TestService, day: Day) => setClock(service, `${day}T15:00:00Z`)

async function must(
  status: number,
  answer: Promise<{ status: number; text: string; body: Any }>,
): Promise<Any> {
  const { status: answered, text, body } = await answer
  if (answered !== status) throw new Error(`${answered} instead of ${status}: ${text}`)
  return body
}

/** The days on which something happened in the stories, and days between them. */
export const STORY_DAYS = [
  ...['2024-03-14', '2024-03-15', '2024-03-19', '2024-03-20', '2024-04-01', '2024-04-02', '2024-04-11'],
  ...['2024-04-12', '2024-05-05', '2024-05-06', '2024-06-01', '2024-06-15', '2024-07-01', '2024-08-10'],
  ...['2024-09-01', '2024-10-01', '2024-12-31'],
] as const

/**
 * Contracts of two dealers: in force, corrected, voided before and after the finalize, put on hold, refinalized, cancelled,
 * with another payee, and reinstated; paid, in part, ahead, by cash that was returned, voided or applied later, netted,
 * short, and in a batch. Gives the contracts by what happened to them.
 */
export async function tellStories(service: TestService): Promise<Readonly<Record<string, number>>> {
  const admin = service.api.as('sandbox-admin')
  const cash = openCash(service)
  const { books } = cash
  const [d1001, d1002] = [await dealerOf(service, 'D1001'), await dealerOf(service, 'D1002')]
  const force = async (dealer?: string) => {
    const id = await cash.sell(dealer)
    await must(200, finalize(admin, id))
    return id
  }
  const rowOf = async (contractId: number, code: string, direction: string): Promise<number> => {
    const path = `/ledgers?contractId=${contractId}&disbursementCode=${code}&direction=${direction}&isMemo=false`
    return (await must(200, books.get(path)))[0].id
  }
  const correct = async (contractId: number, [code, direction]: [string, string], patch: object) =>
    must(
      200,
      books.patch(`/ledgers/${await rowOf(contractId, code, direction)}`, { reason: 'Agreed', ...patch }),
    )
  /** The dealer pays these rows with one check. */
  const receive = async (date: Day, some: readonly AnsweredLedger[], changes: object = {}) => {
    const [first] = some
    const body = { type: 'Receipt', method: 'Check', accountHolderId: first?.accountHolder.id, date }
    const amount = some.reduce((sum, row) => sum + cents(String(row.openAmount)), 0) / 100
    return must(201, cash.post({ ...body, amount, details: detailsOf(some), ...changes }))
  }

  await on(service, '2024-03-15')
  const ids = {
    plain: await force(),
    edited: await force(),
    voided: await force(),
    voidedEarly: await cash.sell(),
    waiting: await cash.sell(),
    ahead: await cash.sell('D1002'),
    paid: await force(),
    partPaid: await force('D1002'),
    returned: await force('D1002'),
    cashVoided: await force(),
    held: await force(),
    refinalized: await force('D1002'),
    cancelled: await force(),
    reinstated: await force('D1002'),
    short: await force('D1002'),
    inBatch: await force(),
  }

  await on(service, '2024-03-20')
  await correct(ids.edited, ['AGENT', 'Pay'], { amount: 80 })
  await must(200, admin.patch(`/contracts/${ids.voidedEarly}`, { status: 'Voided', voidReason: 'Twice' }))
  const manual = { accountHolderId: d1001, direction: 'Pay', amount: 44.5, reason: 'Bonus' }
  const bonus = await must(201, books.post('/ledgers', manual))
  const netted = await must(201, books.post('/ledgers', { ...manual, accountHolderId: d1002, amount: 20 }))

  await on(service, '2024-04-02')
  await correct(ids.edited, ['RESERVE', 'Receive'], { amount: 1000.01 })
  await correct(ids.edited, ['CLIP', 'Receive'], { status: 'Voided' })
  await must(200, books.patch(`/ledgers/${bonus.id}`, { amount: 60.25, reason: 'More' }))

  await on(service, '2024-04-12')
  for (const id of [ids.paid, ids.cancelled, ids.reinstated, ids.ahead])
    await receive('2024-04-12', await cash.owed(id))
  const [reserve] = await cash.owed(ids.partPaid)
  await receive('2024-04-12', [], {
    ...{ accountHolderId: d1002, amount: 25, allowUnapplied: true },
    details: [{ ledgerId: reserve?.id, amount: 10 }],
  })
  const bounced = await receive('2024-04-12', await cash.owed(ids.returned))
  const mistaken = await receive('2024-04-12', await cash.owed(ids.cashVoided))
  const later = { accountHolderId: d1001, amount: 300, details: [], allowUnapplied: true }
  const early = await receive('2024-04-12', [], later)
  const batch = { accountHolderId: d1002, direction: 'Net' }
  const rows = [...(await cash.owed(ids.short)).map(({ id }) => id), netted.id]
  const staged = await must(201, cash.stage({ ...batch, ledgerIds: rows }))
  const received = { amountConfirmed: staged.netAmount, amountReceived: staged.netAmount - 1 }
  await must(200, cash.process(staged.id, { ...received, writeOffDifference: true }))

  await on(service, '2024-05-06')
  await must(200, cash.patch(bounced.id, { status: 'Returned', returnCode: 'R01', reason: 'NSF' }))
  const agent = await rowOf(ids.paid, 'AGENT', 'Pay')
  const paid = (await cash.ledgersOf(`contractId=${ids.paid}&direction=Pay`)).filter(({ id }) => id === agent)
  await receive('2024-05-06', paid, { type: 'Payment', checkNumber: '5001' })
  const applied = [{ ledgerId: await rowOf(ids.plain, 'RESERVE', 'Receive'), amount: 123.45 }]
  await must(200, cash.patch(early.id, { applyDetails: applied }))
  // Finalized as of a day before the dealer paid.
  await must(200, finalize(admin, ids.ahead, { finalizeDate: '2024-04-01' }))
  await must(200, admin.patch(`/contracts/${ids.voided}`, { status: 'Voided', voidReason: 'Twice' }))
  const reasons = await holdReasons(admin)
  const hold = { holdReasonId: reasons.AUDIT ?? Object.values(reasons)[0] }
  await must(
    201,
    admin.post(`/contracts/${ids.held}/holds`, { ...hold, disbursementCodes: ['AGENT', 'CLIP'] }),
  )

  await on(service, '2024-06-15')
  await must(200, cash.patch(mistaken.id, { status: 'Voided', reason: 'Of another dealer' }))
  await correct(ids.cashVoided, ['ROADSIDE', 'Receive'], { amount: 17.5 })
  await must(200, admin.patch(`/contracts/${ids.refinalized}`, { surchargeCodes: ['SEALS'] }))
  await must(200, admin.post(`/contracts/${ids.refinalized}/refinalize`, {}, withKey()))
  const cancels = { cancelDate: '2024-06-15', cancelReasonCode: 'CUSTREQ', cancelOdometer: 20_000 }
  // A check that came before the row that it pays.
  const added = (await cash.ledgersOf(`contractId=${ids.refinalized}&ledgerType=Refinalize`)).filter(
    (row) => row.direction === 'Receive' && !row.isMemo,
  )
  await receive('2024-06-01', added.slice(0, 1))
  const first = await must(201, cancel(admin, ids.cancelled, cancels))
  const second = await must(201, cancel(admin, ids.reinstated, cancels))

  await on(service, '2024-08-10')
  const [payment] = first.payments
  const customer = { payee: { type: 'Customer' }, amount: payment.amount }
  const change = { action: 'ChangePayee', paymentId: payment.id, lienPaidOff: true, payments: [customer] }
  await must(200, act(admin, first.id, change))

  await on(service, '2024-09-01')
  await must(200, act(admin, second.id, { action: 'Reinstate', reason: 'Entered twice' }))
  await must(200, books.patch(`/ledgers/${bonus.id}`, { status: 'Voided', reason: 'Not earned' }))

  await on(service, '2024-12-31')
  const waiting = (await cash.owed(ids.inBatch)).map(({ id }) => id)
  await must(201, cash.stage({ accountHolderId: d1001, direction: 'Receive', ledgerIds: waiting }))
  return ids
}

const dealerOf = async ({ api }: TestService, number: string): Promise<number> =>
  (await api.as('sandbox-admin').get(`/dealers?number=${number}`)).body[0].id
