import { type Batch, type Cash, type Model, open, type Part, type Row } from './model.ts'

// Why the rules refuse a request. All reasons are given; the service may name any of them. None: it must succeed.

export interface Post {
  type: 'Receipt' | 'Payment'
  method: string
  holder: number
  date: string
  amount: number
  parts: Part[]
  checkNumber: string | null
  allowUnapplied: boolean
}

/** Whether a row can be paid at all. */
const isOpen = (row: Row): boolean =>
  open(row) > 0 &&
  (row.status === 'Open' ||
    (row.status === 'Pending' && row.waits === 'Finalize' && row.direction === 'Receive'))

/** What parts use up of cash: its own direction less the other. */
export function used(model: Model, type: 'Receipt' | 'Payment', parts: readonly Part[]): number {
  let sum = 0
  for (const { row, amount } of parts) {
    const isOwn = (model.rows.get(row)?.direction === 'Receive') === (type === 'Receipt')
    sum += isOwn ? amount : -amount
  }
  return sum
}

function partFaults(model: Model, holder: number, parts: readonly Part[]): string[] {
  const faults: string[] = []
  for (const part of parts) {
    const row = model.rows.get(part.row)
    if (!row) faults.push('UnknownReference')
    else if (row.holder !== holder) faults.push('LedgerOfOther')
    else if (row.status === 'InProcess') faults.push('LedgerInOtherBatch')
    else if (!isOpen(row)) faults.push('LedgerNotOpen')
    else if (part.amount > open(row)) faults.push('OverApplied')
  }
  return faults
}

function isCheckUsed(model: Model, number: string | null, but = 0): boolean {
  if (number === null) return false
  for (const one of model.cash.values())
    if (
      one.id !== but &&
      one.type === 'Payment' &&
      one.method === 'Check' &&
      one.status !== 'Voided' &&
      one.checkNumber === number
    )
      return true
  return false
}

export function postFaults(model: Model, post: Post): string[] {
  const faults = partFaults(model, post.holder, post.parts)
  const applied = used(model, post.type, post.parts)
  if (applied < 0 || applied > post.amount || (applied < post.amount && !post.allowUnapplied))
    faults.push('AmountMismatch')
  if (post.type === 'Payment' && post.parts.length === 0) faults.push('AmountMismatch')
  if (post.date > model.today) faults.push('DateInFuture')
  if (post.type === 'Payment' && post.method === 'Check' && isCheckUsed(model, post.checkNumber))
    faults.push('DuplicateCheckNumber')
  return faults
}

export function applyFaults(model: Model, cash: Cash, parts: readonly Part[]): string[] {
  const faults = partFaults(model, cash.holder, parts)
  if (cash.status === 'Voided' || cash.status === 'Returned') faults.push('InvalidTransition')
  const applied = used(model, cash.type, parts)
  if (applied < 0 || applied > cash.amount - cash.applied) faults.push('AmountMismatch')
  return faults
}

export const endFaults = (cash: Cash): string[] =>
  cash.status === 'Voided' || cash.status === 'Returned' ? ['InvalidTransition'] : []

export function stageFaults(
  model: Model,
  { holder, direction }: Pick<Batch, 'holder' | 'direction'>,
  ids: readonly number[],
): string[] {
  const faults: string[] = []
  for (const id of ids) {
    const row = model.rows.get(id)
    if (!row) faults.push('UnknownReference')
    else if (row.holder !== holder) faults.push('LedgerOfOther')
    else if (row.status === 'InProcess') faults.push('LedgerInOtherBatch')
    else if (direction !== 'Net' && row.direction !== direction) faults.push('DirectionMismatch')
    else if (!isOpen(row)) faults.push('LedgerNotOpen')
    else if (direction === 'Net' && row.status === 'Pending') faults.push('LedgerNotOpen')
  }
  if (ids.length === 0) faults.push('NothingSelected')
  return faults
}

export interface Processing {
  confirmed: number
  received: number
  writeOff: boolean
  date: string
  checkNumber: string | null
}

/** What is received of a batch less what is paid. Below zero, we pay. */
export function netOf(model: Model, { items }: Batch): number {
  let net = 0
  for (const { row, amount } of items) net += model.rows.get(row)?.direction === 'Receive' ? amount : -amount
  return net
}

export const TOLERANCE = 500

export function processFaults(model: Model, batch: Batch, given: Processing): string[] {
  if (batch.isProcessed) return ['AlreadyProcessed']
  const faults: string[] = []
  const net = netOf(model, batch)
  const due = net < 0 ? -net : net
  const pays = net < 0 || batch.direction === 'Pay'
  if (given.confirmed !== due) faults.push('AmountChanged')
  if (given.date > model.today) faults.push('DateInFuture')
  const gap = given.received - due
  if (gap !== 0 && pays) faults.push('AmountMismatch')
  else if (gap !== 0 && given.writeOff && (gap > TOLERANCE || gap < -TOLERANCE))
    faults.push('DifferenceTooLarge')
  else if (gap < 0 && !given.writeOff && batch.direction === 'Net') faults.push('AmountMismatch')
  if (pays && isCheckUsed(model, given.checkNumber)) faults.push('DuplicateCheckNumber')
  return faults
}

/** The rows that are corrected together: both rows of a line, or the row alone. */
export function lineOf(model: Model, row: Row): Row[] {
  if (row.kind !== 'Line' || row.offsetOf !== null) return [row]
  const line: Row[] = []
  for (const one of model.rows.values())
    if (
      one.kind === 'Line' &&
      one.contract === row.contract &&
      one.code === row.code &&
      one.offsetOf === null
    )
      line.push(one)
  return line
}

/** `grows`: by how much its line grows. The dealer keeps that much less. */
export function correctFaults(model: Model, row: Row, grows: number): string[] {
  for (const one of lineOf(model, row))
    if (one.status === 'Voided' || one.status === 'Paid' || one.status === 'InProcess' || one.paid > 0)
      return ['LedgerNotEditable']
  if (['Cancel', 'LatePenalty', 'OverShort'].includes(row.kind) || row.offsetOf !== null)
    return ['LedgerNotEditable']
  const contract = row.kind === 'Line' ? model.contracts.get(row.contract ?? 0) : undefined
  return contract && contract.markup < grows ? ['LedgerNotEditable'] : []
}
