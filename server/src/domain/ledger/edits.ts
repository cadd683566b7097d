import type { CalendarDate } from '../dates.ts'
import { type Cents, minus, ZERO } from '../money.ts'
import { withFunding } from './funding.ts'
import { type NewEntry, type NewPosting, type Posting, posting } from './journal.ts'
import {
  bookingAccounts,
  isOfLine,
  type Line,
  ledgerLineKey,
  ledgerLines,
  lineSign,
  netByLine,
  planVoidRow,
  reversals,
  undoLine,
  undoneIn,
} from './lines.ts'
import { moveMarkup } from './markup.ts'
import type { PostingDates } from './periods.ts'
import { type LedgerEdit, type LedgerPlan, ledgerPlan, mergePlans } from './plan.ts'
import { isInBooks, isMarkup, type LedgerRow, SALES_TAX } from './rows.ts'
import { standalonePosting } from './single.ts'

// Manual corrections. The rows of a line are corrected together. Rows that are paid or in a payment are not corrected.

export type EditRefusal =
  | 'Voided'
  | 'Paid'
  | 'PartPaid'
  | 'InProcess'
  | 'OfClaim'
  | 'OfCancel'
  | 'OfCash'
  | 'Offset'
  | 'Markup'
  | 'MarkupTooSmall'
  | 'LineBelowZero'

export interface Correction {
  /** All rows of the row's contract, or the row alone if it has no contract. */
  readonly rows: readonly LedgerRow[]
  readonly row: LedgerRow
  readonly reason: string
  readonly dates: PostingDates
}

type Corrected = LedgerPlan | { readonly refused: EditRefusal }

const undoneElsewhere: Readonly<Partial<Record<LedgerRow['ledgerType'], EditRefusal>>> = {
  Claim: 'OfClaim',
  InspectionFee: 'OfClaim',
  Cancel: 'OfCancel',
  CancelFee: 'OfCancel',
  Reinstatement: 'OfCancel',
  CashOverShort: 'OfCash',
}

function rowRefusal(row: LedgerRow): EditRefusal | undefined {
  if (row.status === 'Voided') return 'Voided'
  if (row.status === 'Paid') return 'Paid'
  if (row.paidAmount > 0) return 'PartPaid'
  if (row.status === 'InProcess') return 'InProcess'
  if (row.cancelId !== null) return 'OfCancel'
  if (row.offsetOfLedgerId !== null) return 'Offset'
  if (isOfLine(row) && isMarkup(row)) return 'Markup'
  return undoneElsewhere[row.ledgerType]
}

const lineOfCorrection = ({ rows, row }: Correction): Line | undefined =>
  isOfLine(row) ? ledgerLines(rows).find(({ id }) => id === row.lineId) : undefined

const rowsIn = ({ dealerSide, share }: Line): LedgerRow[] => (dealerSide ? [dealerSide, share] : [share])

/** Why a row and its line cannot be corrected, or nothing if they can. */
function correctionRefusal(correction: Correction, line: Line | undefined): EditRefusal | undefined {
  const { row, rows } = correction
  const refused = rowRefusal(row) ?? (line && rowsIn(line).map(rowRefusal).find(Boolean))
  return refused ?? (undoneIn(rows).has(row.id) ? 'Offset' : undefined)
}

/** Changes an amount or a due date. The amount changes for the whole line, the due date for the row only. */
export function planEdit(
  correction: Correction,
  wanted: { readonly amount?: Cents | undefined; readonly dueDate?: CalendarDate | undefined },
): Corrected {
  const { row, reason } = correction
  const line = lineOfCorrection(correction)
  const refused = correctionRefusal(correction, line)
  if (refused) return { refused }
  const { dueDate = row.dueDate, amount = row.amount } = wanted
  const own = ledgerPlan({ update: [{ row, changes: { dueDate, reason } }] })
  if (amount === row.amount) return own
  const rest = line ? editLine(correction, line, amount) : editAlone(correction, amount)
  return 'refused' in rest ? rest : withFunding(correction.rows, mergePlans(own, rest))
}

function editLine(correction: Correction, line: Line, amount: Cents): Corrected {
  const { row, dates } = correction
  const by = (lineSign(line) * (amount - row.amount)) as Cents
  const markup = effectOnMarkup(correction, line, by)
  if ('refused' in markup) return markup
  const update = rowsIn(line).map((lineRow) => ({ row: lineRow, changes: { amount } }))
  const postings = line.dealerSide && isInBooks(line.share) ? [difference(line.dealerSide, line, amount)] : []
  return mergePlans(
    markup,
    ledgerPlan({
      update,
      journal: [correctionEntry('LedgerEdit', row, dates, postings)],
      edits: recordedEdits(correction, line, 'Edit', amount),
    }),
  )
}

/** An increase is booked like the line, a decrease the other way around. */
function difference(dealerSide: LedgerRow, { id, share }: Line, amount: Cents): NewPosting {
  const { debit, credit } = bookingAccounts(dealerSide, share)
  return signedPosting(posting(debit, credit, ZERO, id), minus(amount, dealerSide.amount))
}

const signedPosting = (as: NewPosting, by: Cents): NewPosting =>
  by > 0
    ? { ...as, amount: by }
    : { ...as, debit: as.credit, credit: as.debit, amount: Math.abs(by) as Cents }

function editAlone({ row, reason, dates }: Correction, amount: Cents): LedgerPlan {
  const by = minus(amount, row.amount)
  const postings = [signedPosting(standalonePosting(row, ZERO, row.id), by)]
  const edit: LedgerEdit = {
    ...{ kind: 'Edit', ledgerId: row.id, contractId: null, disbursementCode: null, by, reason },
    ...{ date: dates.effectiveDate, accountingDate: dates.accountingDate },
    ...{ oldAmount: row.amount, newAmount: amount },
  }
  return ledgerPlan({
    update: [{ row, changes: { amount } }],
    journal: [correctionEntry('LedgerEdit', row, dates, postings)],
    edits: [edit],
  })
}

/** Voids a row together with its line. */
export function planVoidByHand(correction: Correction, standing: readonly Posting[]): Corrected {
  const { row, reason, dates } = correction
  const line = lineOfCorrection(correction)
  const refused = correctionRefusal(correction, line)
  if (refused) return { refused }
  if (!line) {
    const journal = [correctionEntry('LedgerDelete', row, dates, reversals(standing, row.lineId))]
    return mergePlans(planVoidRow(row, dates, reason), ledgerPlan({ journal }))
  }
  const by = (-lineSign(line) * row.amount) as Cents
  const markup = effectOnMarkup(correction, line, by)
  if ('refused' in markup) return markup
  const { plan, postings } = undoLine(line, standing, dates, reason)
  const journal = [correctionEntry('LedgerDelete', row, dates, postings)]
  const edits = recordedEdits(correction, line, 'Delete', ZERO)
  return withFunding(correction.rows, mergePlans(markup, plan, ledgerPlan({ journal, edits })))
}

/** Neither the line nor the markup may go below zero. Sales tax is not part of the price, so it leaves the markup alone. */
function effectOnMarkup({ rows, dates }: Correction, line: Line, by: Cents): Corrected {
  const net = netByLine(ledgerLines(rows)).get(ledgerLineKey(line))
  if ((net?.amount ?? 0) + by < 0) return { refused: 'LineBelowZero' }
  if (line.code === SALES_TAX) return ledgerPlan({})
  return moveMarkup(rows, minus(ZERO, by), { line, dates }) ?? { refused: 'MarkupTooSmall' }
}

function recordedEdits(
  { row, reason, dates }: Correction,
  line: Line,
  kind: LedgerEdit['kind'],
  newAmount: Cents,
): LedgerEdit[] {
  const { id: ledgerId, code: disbursementCode, share } = line
  if (row.contractId === null || !isInBooks(share)) return []
  const { contractId, amount: oldAmount } = row
  const { effectiveDate: date, accountingDate } = dates
  const by = (lineSign(line) * (newAmount - oldAmount)) as Cents
  const what = { kind, ledgerId, contractId, disbursementCode, date, accountingDate }
  return [{ ...what, oldAmount, newAmount, by, reason }]
}

const correctionEntry = (
  entryType: NewEntry['entryType'],
  { contractId, claimId }: LedgerRow,
  dates: PostingDates,
  postings: readonly NewPosting[],
): NewEntry => ({ entryType, ...dates, contractId, claimId, postings })
