import {
  addDays,
  addMonths,
  type Batch,
  book,
  bookDay,
  bookMoney,
  bookPart,
  type Cash,
  type Contract,
  fundingOf,
  type Model,
  monthOf,
  nextMonth,
  open,
  openFunded,
  type Part,
  type Row,
  release,
  rowOf,
  rowsOf,
} from './model.ts'
import { lineOf, netOf, type Processing, used } from './rules.ts'

// What a request that succeeds does.

/** The funding of a contract after money moved. Holds for missing money end when it is there. */
function follow(model: Model, contracts: ReadonlySet<number>): void {
  for (const id of contracts) {
    const contract = model.contracts.get(id)
    if (!contract) continue
    const before = contract.funding
    contract.funding = fundingOf(model, id)
    if (contract.funding !== 'Funded' || before === 'Funded' || !contract.isHeld) continue
    contract.isHeld = false
    release(model, id)
  }
}

function contractsOf(model: Model, parts: readonly Part[]): Set<number> {
  const ids = new Set<number>()
  for (const { row } of parts) {
    const { contract } = rowOf(model, row)
    if (contract !== null) ids.add(contract)
  }
  return ids
}

/** What is owed for a refund that is paid: ten percent of what was missing as each month after its due day began. */
function penaltyFor(model: Model, { id, amount, refundDue }: Row): number {
  let missing = 0
  for (let months = 0; refundDue !== null; months += 1) {
    const begins = addDays(addMonths(refundDue, months), 1)
    if (begins > model.today) break
    missing += amount
    for (const { date, parts } of model.cash.values())
      for (const part of parts) if (part.row === id && date < begins) missing -= part.amount
  }
  return Math.floor((missing + 5) / 10)
}

/** The holders of these refunds have the penalties that they are owed, as far as those can be changed. */
function followRefunds(model: Model, parts: readonly Part[], date: string): void {
  for (const { row: id } of parts) {
    const { refundDue, cancel, holder, contract } = rowOf(model, id)
    if (refundDue === null) continue
    const day = bookDay(model, date)
    let missing = 0
    const penalties: Row[] = []
    for (const row of [...model.rows.values(), ...model.unborn]) {
      if (row.cancel !== cancel || row.holder !== holder || row.offsetOf !== null) continue
      if (row.refundDue !== null && row.status === 'Paid') missing += penaltyFor(model, row)
      if (row.kind === 'LatePenalty' && row.status !== 'Voided') {
        missing -= row.amount
        penalties.unshift(row)
      }
    }
    for (const row of penalties) {
      if (missing >= 0 || row.paid > 0 || row.status === 'InProcess') continue
      voidRows(model, [row], day)
      missing += row.amount
    }
    if (missing <= 0) continue
    const owed = { holder, contract, cancel, direction: 'Pay', kind: 'LatePenalty' } as const
    addRow(model, { ...EMPTY, ...owed, amount: missing, due: date }, day)
  }
}

/** Pays rows on a day, which counts as another if its month is closed. */
function pay(model: Model, cash: Cash, parts: readonly Part[], date: string): void {
  const day = bookDay(model, date)
  for (const { row: id, amount } of parts) {
    const row = rowOf(model, id)
    bookPart(model, row, amount, day)
    row.paid += amount
    row.batch = null
    if (row.waits === 'Finalize') row.status = 'Pending'
    else row.status = row.paid === row.amount ? 'Paid' : 'Open'
    const before = cash.parts.find((part) => part.row === id)
    if (before) before.amount += amount
    else cash.parts.push({ row: id, amount })
  }
  cash.applied += used(model, cash.type, parts)
  const contracts = contractsOf(model, parts)
  for (const id of contracts) openFunded(model, id)
  follow(model, contracts)
  followRefunds(model, parts, date)
}

/** Money that came or went on a day, and what it pays. */
export function post(model: Model, cash: Cash, date: string, parts: readonly Part[]): void {
  model.cash.set(cash.id, cash)
  bookMoney(model, cash, bookDay(model, date))
  pay(model, cash, parts, date)
}

export const applyLater = (model: Model, cash: Cash, parts: readonly Part[]): void =>
  pay(model, cash, parts, model.today)

export interface End {
  status: 'Voided' | 'Returned'
  fee: boolean
  hold: boolean
}

const NSF_FEE = 3500

/** Everything that the cash paid is open again, today. */
export function end(model: Model, cash: Cash, { status, fee, hold }: End): void {
  const day = bookDay(model, model.today)
  const contracts = contractsOf(model, cash.parts)
  const opened = new Set<number>()
  for (const { row: id } of cash.parts) {
    const row = rowOf(model, id)
    if (row.isCost && row.direction === 'Receive' && row.paid === row.amount) opened.add(row.contract ?? 0)
  }
  const reversed = new Set<number>()
  const { parts } = cash
  for (const { row: id, amount } of parts) {
    const row = rowOf(model, id)
    model.reopened.add(id)
    reversed.add(id)
    bookPart(model, row, -amount, day)
    row.paid -= amount
    if (row.status === 'Paid') row.status = 'Open'
    if (row.kind === 'OverShort') voidRows(model, [row], day)
  }
  for (const contract of contracts)
    for (const row of rowsOf(model, contract))
      waitAgain(model, row, opened.has(contract) || reversed.has(row.id))
  bookMoney(model, cash, day, -1)
  cash.status = status
  cash.applied = 0
  cash.parts = []
  if (fee && status === 'Returned' && cash.type === 'Receipt')
    addRow(model, { ...EMPTY, holder: cash.holder, kind: 'Penalty', amount: NSF_FEE, due: model.today }, day)
  follow(model, contracts)
  followRefunds(model, parts, model.today)
  for (const id of contracts) freeze(model, id)
  if (hold) for (const id of contracts) holdContract(model, id)
}

/** A payable waits for funding when its contract is not funded, as long as nothing of it is paid. */
function waitAgain(model: Model, row: Row, isConcerned: boolean): void {
  if (!isConcerned || row.contract === null || fundingOf(model, row.contract) === 'Funded') return
  if (row.status !== 'Open' || !row.whenFunded || row.paid > 0) return
  row.status = 'Pending'
  row.waits = 'Funding'
}

function holdContract(model: Model, id: number): void {
  const contract = model.contracts.get(id)
  if (!contract || contract.state === 'Cancelled' || contract.isHeld) return
  contract.isHeld = true
  freeze(model, id)
}

/** While a contract is on hold, none of its payables is open or waits: neither those it had, nor those that come back. */
function freeze(model: Model, id: number): void {
  if (!model.contracts.get(id)?.isHeld) return
  for (const row of rowsOf(model, id)) {
    if (row.kind !== 'Line' || row.direction !== 'Pay' || row.offsetOf !== null) continue
    if (row.status === 'Open' || (row.status === 'Pending' && row.waits === 'Funding')) {
      row.status = 'Held'
      row.waits = null
    }
  }
}

export const EMPTY: Row = {
  ...{ id: 0, holder: 0, direction: 'Receive', contract: null, code: null, kind: 'Manual', isCost: false },
  ...{
    whenFunded: false,
    amount: 0,
    paid: 0,
    status: 'Open',
    waits: null,
    due: '',
    batch: null,
    offsetOf: null,
    refundDue: null,
    cancel: null,
  },
}

/** A row that was added. Without an id it is found in the next answer. */
export function addRow(model: Model, row: Row, day: string): void {
  book(model, row, row.amount, day)
  if (row.id === 0) model.unborn.push(row)
  else model.rows.set(row.id, row)
}

/** Voids rows: each has an equal row in the other direction, voided as well. */
function voidRows(model: Model, rows: readonly Row[], day: string): void {
  for (const row of rows) {
    if (row.waits !== 'Finalize') book(model, row, -row.amount, day)
    const direction = row.direction === 'Receive' ? 'Pay' : 'Receive'
    row.status = 'Voided'
    row.waits = null
    model.unborn.push({ ...row, id: 0, direction, offsetOf: row.id, batch: null })
  }
}

export function voidLine(model: Model, row: Row): void {
  const contract = row.kind === 'Line' ? model.contracts.get(row.contract ?? 0) : undefined
  if (contract) contract.markup += row.amount
  voidRows(model, lineOf(model, row), bookDay(model, model.today))
  settleContract(model, contract)
}

export function editLine(model: Model, row: Row, amount: number): void {
  const contract = row.kind === 'Line' ? model.contracts.get(row.contract ?? 0) : undefined
  const by = amount - row.amount
  if (contract) contract.markup -= by
  for (const one of lineOf(model, row)) {
    if (one.waits !== 'Finalize') book(model, one, by, bookDay(model, model.today))
    one.amount = amount
  }
  if (by !== 0) settleContract(model, contract)
}

function settleContract(model: Model, contract: Contract | undefined): void {
  if (!contract) return
  openFunded(model, contract.id)
  contract.funding = fundingOf(model, contract.id)
}

/** The contract is in force: its rows are booked, and what was paid ahead is applied. */
export function finalize(model: Model, contract: Contract, date: string): void {
  const day = bookDay(model, date)
  const isFunded = fundingOf(model, contract.id) === 'Funded'
  contract.state = 'Active'
  for (const row of rowsOf(model, contract.id)) {
    if (row.waits !== 'Finalize') continue
    row.waits = null
    book(model, row, row.amount, day)
    if (row.paid > 0) bookPart(model, row, row.paid, day)
    row.due = row.holder === contract.dealer ? `${nextMonth(monthOf(date))}-15` : date
    if (row.status === 'InProcess') continue
    if (row.paid === row.amount) row.status = 'Paid'
    else if (row.whenFunded && !isFunded) {
      row.status = 'Pending'
      row.waits = 'Funding'
    } else row.status = 'Open'
  }
}

export function stage(model: Model, batch: Omit<Batch, 'items'>, ids: readonly number[]): void {
  const items: Part[] = []
  for (const id of ids) {
    const row = rowOf(model, id)
    items.push({ row: id, amount: open(row) })
    row.status = 'InProcess'
    row.batch = batch.id
  }
  model.batches.set(batch.id, { ...batch, items })
}

function unstage(model: Model, ids: readonly number[]): void {
  for (const id of ids) {
    const row = rowOf(model, id)
    row.status = row.waits === null ? 'Open' : 'Pending'
    row.batch = null
    waitAgain(model, row, true)
    if (row.contract !== null) freeze(model, row.contract)
  }
}

export function dropBatch(model: Model, batch: Batch): void {
  unstage(
    model,
    batch.items.map(({ row }) => row),
  )
  model.batches.delete(batch.id)
}

/** Pays a batch: what came, for the rows that are due first. */
export function processBatch(model: Model, batch: Batch, given: Processing, cashId: number): void {
  const net = netOf(model, batch)
  const due = net < 0 ? -net : net
  const type = net < 0 || batch.direction === 'Pay' ? 'Payment' : 'Receipt'
  const method = batch.direction === 'Net' && net === 0 && given.received === 0 ? 'Netting' : 'Check'
  let parts = batch.items.map((item) => ({ ...item }))
  const gap = given.received - due
  if (gap < 0 && !given.writeOff) {
    const inOrder = [...parts].sort((one, two) => {
      const [first, second] = [rowOf(model, one.row), rowOf(model, two.row)]
      if (first.due !== second.due) return first.due < second.due ? -1 : 1
      return first.id - second.id
    })
    let left = given.received
    parts = []
    for (const item of inOrder) {
      const amount = Math.min(left, item.amount)
      if (amount > 0) parts.push({ row: item.row, amount })
      else unstage(model, [item.row])
      left -= amount
    }
  }
  const cash: Cash = {
    ...{ id: cashId, type, method, checkNumber: given.checkNumber, holder: batch.holder, date: given.date },
    ...{ amount: given.received, applied: 0, status: 'Posted', parts: [] },
  }
  post(model, cash, given.date, parts)
  batch.isProcessed = true
  if (gap !== 0 && given.writeOff) writeOff(model, cash, gap, given.date)
}

/** The difference is a row of the holder, paid by the same cash. */
function writeOff(model: Model, cash: Cash, gap: number, date: string): void {
  const day = bookDay(model, date)
  const amount = gap < 0 ? -gap : gap
  const direction = gap < 0 ? 'Pay' : 'Receive'
  const row: Row = {
    ...EMPTY,
    ...{ holder: cash.holder, direction, kind: 'OverShort', amount, paid: amount, status: 'Paid', due: date },
  }
  addRow(model, row, day)
  bookPart(model, row, amount, day)
  cash.applied += direction === 'Receive' ? amount : -amount
}

/** The holds of a contract end with its cancel. */
export const released = (model: Model, { id }: Contract): void => release(model, id)
