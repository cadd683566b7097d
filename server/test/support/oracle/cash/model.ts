// A second, plain model of what is owed, paid and in the books. It knows the rules from their text and shares no code with
// the product. Amounts are whole cents; days are texts like 2024-03-15.

export interface Row {
  id: number
  holder: number
  direction: 'Receive' | 'Pay'
  contract: number | null
  /** The code of its line. Both rows of a line have it. */
  code: string | null
  /** `Line`: of a contract. The others have no second row. */
  kind: 'Line' | 'Manual' | 'Penalty' | 'OverShort' | 'Cancel' | 'LatePenalty'
  /** The dealer's side of a line. */
  isCost: boolean
  whenFunded: boolean
  amount: number
  paid: number
  status: 'Pending' | 'Open' | 'Held' | 'InProcess' | 'Paid' | 'Voided'
  waits: 'Finalize' | 'Funding' | null
  due: string
  batch: number | null
  offsetOf: number | null
  /** Of a refund: the last day on which it is paid in time. */
  refundDue: string | null
  /** Of a refund and of its penalties: the cancel. */
  cancel: number | null
}

export interface Part {
  row: number
  amount: number
}

export interface Cash {
  id: number
  type: 'Receipt' | 'Payment'
  method: string
  checkNumber: string | null
  holder: number
  date: string
  amount: number
  applied: number
  status: 'Posted' | 'Cleared' | 'Voided' | 'Returned'
  /** What each row has of it now. */
  parts: Part[]
}

export interface Batch {
  id: number
  holder: number
  direction: 'Receive' | 'Pay' | 'Net'
  items: Part[]
  isProcessed: boolean
  createdOn: string
}

export interface Contract {
  id: number
  dealer: number
  state: 'Pending' | 'Active' | 'Cancelled'
  isHeld: boolean
  soldOn: string
  /** What the dealer keeps. Lines can grow only by it. */
  markup: number
  funding: string
}

export interface Entry {
  account: string
  day: string
  /** Debit above zero. */
  amount: number
}

export interface Model {
  today: string
  closedThrough: string | null
  rows: Map<number, Row>
  /** Rows that must have been added, and whose ids are not known yet. */
  unborn: Row[]
  cash: Map<number, Cash>
  batches: Map<number, Batch>
  contracts: Map<number, Contract>
  entries: Entry[]
  /** The rows that this step gives money back to. Only these may change although they were paid. */
  reopened: Set<number>
}

export const newModel = (today: string): Model => ({
  ...{ today, closedThrough: null, rows: new Map(), unborn: [], cash: new Map(), batches: new Map() },
  ...{ contracts: new Map(), entries: [], reopened: new Set() },
})

export const open = (row: Row): number => (row.status === 'Voided' ? 0 : row.amount - row.paid)
export const rowOf = (model: Model, id: number): Row => {
  const row = model.rows.get(id)
  if (!row) throw new Error(`The model has no row ${id}.`)
  return row
}
export const rowsOf = (model: Model, contract: number): Row[] => {
  const found: Row[] = []
  for (const row of model.rows.values()) if (row.contract === contract) found.push(row)
  return found
}

export const monthOf = (day: string): string => day.slice(0, 7)
export function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The same day of a later month, or its last day if it is shorter. */
export function addMonths(day: string, months: number): string {
  let month = monthOf(day)
  for (let count = 0; count < months; count += 1) month = nextMonth(month)
  const last = addDays(`${nextMonth(month)}-01`, -1)
  const same = `${month}${day.slice(7)}`
  return same < last ? same : last
}

/** The day on which something counts: a closed month takes nothing more. */
export function bookDay({ closedThrough }: Model, day: string): string {
  if (closedThrough === null || monthOf(day) > closedThrough) return day
  return `${nextMonth(closedThrough)}-01`
}

const add = (model: Model, account: string, day: string, amount: number) =>
  model.entries.push({ account, day, amount })

/** A row in the books adds to what its holder owes or is owed. */
export function book(model: Model, row: Row, amount: number, day: string): void {
  if (row.direction === 'Receive') add(model, `Receivable:${row.holder}`, day, amount)
  else add(model, `Payable:${row.holder}`, day, -amount)
}

/** Money that came (or went, or went back) is unapplied at first. `sign` is -1 when it is taken back. */
export function bookMoney(model: Model, { type, holder, amount }: Cash, day: string, sign = 1): void {
  const money = (type === 'Receipt' ? amount : -amount) * sign
  add(model, 'Cash', day, money)
  add(model, `Unapplied:${holder}`, day, -money)
}

/** Applying takes from the unapplied money. What waits for the finalize is not in the books. */
export function bookPart(model: Model, row: Row, amount: number, day: string): void {
  if (row.waits === 'Finalize') return
  const sign = row.direction === 'Receive' ? 1 : -1
  add(model, `Unapplied:${row.holder}`, day, amount * sign)
  add(model, `${row.direction === 'Receive' ? 'Receivable' : 'Payable'}:${row.holder}`, day, -amount * sign)
}

export function fundingOf(model: Model, contract: number): string {
  let owed = 0
  let voided = 0
  let unpaid = 0
  let paid = 0
  for (const row of rowsOf(model, contract)) {
    if (!row.isCost || row.direction !== 'Receive' || row.offsetOf !== null) continue
    owed += 1
    if (row.status === 'Voided') voided += 1
    if (open(row) > 0) unpaid += 1
    if (row.paid > 0) paid += 1
  }
  if (unpaid === 0 && (owed === 0 || voided < owed)) return 'Funded'
  return paid > 0 ? 'PartiallyFunded' : 'NotFunded'
}

/** What waited for the dealer's money opens with it. */
export function openFunded(model: Model, contract: number): void {
  if (fundingOf(model, contract) !== 'Funded') return
  for (const row of rowsOf(model, contract))
    if (row.status === 'Pending' && row.waits === 'Funding') {
      row.status = 'Open'
      row.waits = null
    }
}

/** Rows that no hold keeps any longer. */
export function release(model: Model, contract: number): void {
  const isFunded = fundingOf(model, contract) === 'Funded'
  for (const row of rowsOf(model, contract)) {
    if (row.status !== 'Held') continue
    const waits = row.whenFunded && !isFunded
    row.status = waits ? 'Pending' : 'Open'
    row.waits = waits ? 'Funding' : null
  }
}
