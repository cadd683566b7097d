import { recordsIn } from '../oracle/lists/csv.ts'
import type { Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { act, cancel } from './cancels.ts'
import { funded, rowsPaid } from './cash-paid.ts'
import { finalize, sellR1, withKey } from './contracts.ts'
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
  const edits = books.journal.filter(({ type }) => type === 'LedgerEdit')
  const finalized = new Map(
    books.journal.flatMap((row) => (row.type === 'Finalize' ? [[row.contract, row.createdAt] as const] : [])),
  )
  const items: PlainItem[] = []
  for (const row of books.rows) {
    if (row.isMemo || row.waitsFor === 'Finalize') continue
    if (day !== undefined && row.accounting > day) continue
    const state = row.status === 'Held' ? 'held' : row.waitsFor === 'Funding' ? 'pending' : 'open'
    if (day === undefined) {
      if (row.status !== 'Voided') items.push({ row, amount: row.amount, paid: row.paid, state })
      continue
    }
    if (row.status === 'Voided') {
      const voided = voids.get(row.id)
      if (!voided || voided.accounting <= day) continue
      const inForce = finalized.get(row.contract)
      const isBooked = inForce !== undefined && inForce < voided.createdAt
      if (row.type === 'ContractDisbursement' && !isBooked) continue
    }
    const own = `${row.direction === 'Receive' ? 'Receivable' : 'Payable'}:${row.holder}`
    const grows = row.direction === 'Receive' ? 1 : -1
    const sideOf = ({ debit, credit }: PlainPosting) => (debit === own ? 1 : credit === own ? -1 : 0)
    let paid = 0
    for (const one of cash.get(row.id) ?? [])
      if (one.accounting <= day) paid -= grows * sideOf(one) * one.amount
    let amount = row.amount
    for (const one of edits)
      if (one.accounting > day && isOfLine(row, one, books)) amount -= grows * sideOf(one) * one.amount
    items.push({ row, amount, paid, state })
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
function isOfLine(row: PlainRow, posting: PlainPosting, { rows }: PlainBooks): boolean {
  if (row.id === posting.ledger) return true
  const first = rows.find(({ id }) => id === posting.ledger)
  return (
    first !== undefined &&
    first.contract !== null &&
    row.offsetOf === null &&
    row.contract === first.contract &&
    row.code === first.code &&
    row.type === first.type &&
    row.direction !== first.direction
  )
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

/** The days on which something happened in the stories. */
export const STORY_DAYS = [
  ...[
    '2024-03-14',
    '2024-03-15',
    '2024-03-19',
    '2024-03-20',
    '2024-04-02',
    '2024-04-11',
    '2024-04-12',
    '2024-05-05',
  ],
  ...[
    '2024-05-06',
    '2024-06-01',
    '2024-06-15',
    '2024-07-01',
    '2024-08-10',
    '2024-09-01',
    '2024-10-01',
    '2024-12-31',
  ],
] as const

/**
 * Contracts of two dealers: in force, corrected, voided before and after the finalize, paid, part-paid, put on hold,
 * refinalized, cancelled, with another payee, and reinstated. Gives the contracts by what happened to them.
 */
export async function tellStories(service: TestService): Promise<Readonly<Record<string, number>>> {
  const admin = service.api.as('sandbox-admin')
  const accounting = service.api.as('sandbox-accounting')
  const sell = async (dealer = 'D1001') => (await must(201, sellR1(admin, {}, dealer))).id as number
  const force = async (dealer?: string) => {
    const id = await sell(dealer)
    await must(200, finalize(admin, id))
    return id
  }
  const rowOf = async (contractId: number, code: string, direction: string): Promise<number> => {
    const path = `/ledgers?contractId=${contractId}&disbursementCode=${code}&direction=${direction}&isMemo=false`
    return (await must(200, accounting.get(path)))[0].id
  }
  const correct = async (contractId: number, [code, direction]: [string, string], patch: object) =>
    must(
      200,
      accounting.patch(`/ledgers/${await rowOf(contractId, code, direction)}`, {
        reason: 'Agreed',
        ...patch,
      }),
    )

  await on(service, '2024-03-15')
  const ids = {
    plain: await force(),
    edited: await force(),
    voided: await force(),
    voidedEarly: await sell(),
    waiting: await sell(),
    paid: await force(),
    partPaid: await force('D1002'),
    held: await force(),
    refinalized: await force('D1002'),
    cancelled: await force(),
    reinstated: await force('D1002'),
  }
  await on(service, '2024-03-20')
  await correct(ids.edited, ['AGENT', 'Pay'], { amount: 80 })
  await must(
    200,
    admin.patch(`/contracts/${ids.voidedEarly}`, { status: 'Voided', voidReason: 'Entered twice' }),
  )
  const manual = { accountHolderId: await dealerOf(service), direction: 'Pay', amount: 44.5, reason: 'Bonus' }
  const bonus = await must(201, accounting.post('/ledgers', manual))
  await on(service, '2024-04-02')
  await correct(ids.edited, ['RESERVE', 'Receive'], { amount: 1000.01 })
  await correct(ids.edited, ['CLIP', 'Receive'], { status: 'Voided' })
  await must(200, accounting.patch(`/ledgers/${bonus.id}`, { amount: 60.25, reason: 'More' }))
  for (const id of [ids.paid, ids.cancelled, ids.reinstated])
    await funded(service, id, { date: '2024-04-12' })
  const half = { date: '2024-04-12', part: 10_00 as never }
  await rowsPaid(service, ids.partPaid, (row) => row.isDealerCost && row.disbursementCode === 'RESERVE', half)
  await on(service, '2024-05-06')
  await rowsPaid(service, ids.paid, (row) => row.disbursementCode === 'AGENT' && row.direction === 'Pay', {
    date: '2024-05-06',
  })
  await must(200, admin.patch(`/contracts/${ids.voided}`, { status: 'Voided', voidReason: 'Entered twice' }))
  const reasons = await holdReasons(admin)
  const hold = {
    holdReasonId: reasons.AUDIT ?? Object.values(reasons)[0],
    disbursementCodes: ['AGENT', 'CLIP'],
  }
  await must(201, admin.post(`/contracts/${ids.held}/holds`, hold))
  await on(service, '2024-06-15')
  await must(200, admin.patch(`/contracts/${ids.refinalized}`, { surchargeCodes: ['SEALS'] }))
  await must(200, admin.post(`/contracts/${ids.refinalized}/refinalize`, {}, withKey()))
  const cancels = { cancelDate: '2024-06-15', cancelReasonCode: 'CUSTREQ', cancelOdometer: 20_000 }
  const first = await must(201, cancel(admin, ids.cancelled, cancels))
  const second = await must(201, cancel(admin, ids.reinstated, cancels))
  await on(service, '2024-08-10')
  await must(
    200,
    act(admin, first.id, {
      ...{ action: 'ChangePayee', paymentId: first.payments[0].id, lienPaidOff: true },
      payments: [{ payee: { type: 'Customer' }, amount: first.payments[0].amount }],
    }),
  )
  await on(service, '2024-09-01')
  await must(200, act(admin, second.id, { action: 'Reinstate', reason: 'Entered twice' }))
  await must(200, accounting.patch(`/ledgers/${bonus.id}`, { status: 'Voided', reason: 'Not earned' }))
  await on(service, '2024-12-31')
  return ids
}

const dealerOf = async ({ api }: TestService): Promise<number> =>
  (await api.as('sandbox-admin').get('/dealers?number=D1001')).body[0].id
