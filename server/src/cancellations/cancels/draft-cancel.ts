import { withNewEvents } from '../../contracts/earnings/facts.ts'
import {
  loadPostingInTurn,
  type PlannedEarnings,
  planCancelEarnings,
  type StoredPosting,
} from '../../contracts/earnings/post-earnings.ts'
import { type ContractEvent, EVENT_IDS } from '../../contracts/record/events.ts'
import { type NewReading, READING_IDS, readingEvent } from '../../contracts/record/odometer.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import { int } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { statement } from '../../db/statement.ts'
import { type TakenNumbers, takeAllNumbers } from '../../db/take-numbers.ts'
import { lockedOnce, provisionalId } from '../../db/unit-of-work.ts'
import { cancelPlan, refundLeavingLine } from '../../domain/cancellation/cancel-plan.ts'
import type { CancelCalculation } from '../../domain/cancellation/results.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { planPayablesRelease } from '../../domain/ledger/holds.ts'
import { type LedgerPlan, ledgerPlan, mergePlans, rowsAfter } from '../../domain/ledger/plan.ts'
import type { LedgerRow } from '../../domain/ledger/rows.ts'
import type { Cents } from '../../domain/money.ts'
import { numbersOfPlan } from '../../ledger/apply-plan.ts'
import { lockLedgerOfLocked } from '../../ledger/load-ledger.ts'
import { type AccountingDates, accountingDatesInTurn } from '../../ledger/periods.ts'
import type { DecidedCancel } from '../decide/decide-cancel.ts'
import { CANCEL_IDS } from './rows.ts'

// What a cancel writes into the books of its contract, decided before anything is written.

/** The books of a contract, as far as a cancel needs them. */
export interface CancelBooks {
  readonly ledger: readonly LedgerRow[]
  readonly posting: StoredPosting
  readonly on: AccountingDates
  /** The administrator's own account, which receives the cancel fees. */
  readonly feeAccountId: number | undefined
}

export const booksName = (contractId: number) => `books of contract ${contractId}`

/** Loads the books with nothing to wait for between the statements. The contract is locked, and months are shared. */
export const loadBooks = (tx: Tx, contractId: number): Promise<CancelBooks> =>
  lockedOnce(tx, booksName(contractId), async () => {
    const [ledger, posting, on, feeAccount] = await runAll([
      lockLedgerOfLocked(tx, contractId),
      loadPostingInTurn(tx, contractId),
      accountingDatesInTurn(tx),
      FEE_ACCOUNT.first(tx, []),
    ])
    return { ledger, posting, on, feeAccountId: feeAccount?.id }
  })

const FEE_ACCOUNT = statement(
  { id: int },
  `select id from account_holder where type = 'DisbursementAccount' and lower(number) = 'admin'`,
)

/** The ids of the rows of a cancel that other rows name. */
export interface CancelIds {
  readonly cancelId: number
  readonly readingId: number
  /** Of the event of the reading, and of the cancel. */
  readonly eventIds: readonly [number, number]
}

/** Stands for ids that are not taken yet. The events come after all that are stored. */
export const NOT_TAKEN: CancelIds = {
  cancelId: 0,
  readingId: 0,
  eventIds: [Number.MAX_SAFE_INTEGER - 1, Number.MAX_SAFE_INTEGER],
}

/** All that a cancel writes into the books. */
export interface CancelDraft {
  readonly plan: LedgerPlan
  readonly events: readonly ContractEvent[]
  readonly earnings: PlannedEarnings
  readonly reading: (NewReading & { readonly id: number }) | undefined
}

export function draftCancel(
  { row, facts, terms, calculation }: DecidedCancel,
  { ledger, posting, on, feeAccountId }: CancelBooks,
  executionDate: CalendarDate,
  { cancelId, readingId, eventIds }: CancelIds,
): CancelDraft {
  const { cancelDate, cancelOdometer: value } = terms
  const refunds = refundsByLine(calculation)
  const reading =
    value === null
      ? undefined
      : { id: readingId, value, date: cancelDate, source: 'Cancel' as const, reason: null }
  const events: ContractEvent[] = [
    ...(reading ? [{ id: eventIds[0], ...readingEvent(reading) }] : []),
    {
      id: eventIds[1],
      kind: 'Cancel',
      date: cancelDate,
      subjectId: cancelId,
      details: { refunds: Object.fromEntries(refunds) },
    },
  ]
  const { unearned, ...earnings } = planCancelEarnings(
    row,
    { ...posting, rows: withNewEvents(posting.rows, row.id, events) },
    { cancelId, cancelDate, refunds },
  )
  // A cancel ends all holds. Rows that wait for another reason go on waiting.
  const released = planPayablesRelease(ledger, [])
  const { shortfallAccount } = facts.settings
  const booked = cancelPlan(
    {
      ...{ contractId: row.id, productId: row.product_id, cancelId, dealerId: row.dealer_id },
      ...{ feeAccountId: feeAccountId ?? shortfallAccount.id, shortfallAccount, calculation, unearned },
      // Effective on the cancel date, and booked on the execution date.
      dates: { effectiveDate: cancelDate, accountingDate: on(executionDate).accountingDate },
    },
    rowsAfter(ledger, released),
  )
  const plan = mergePlans(released, ledgerPlan({ journal: earnings.journal }), booked)
  return { plan, events, earnings, reading }
}

/** What each line gives back. */
export const refundsByLine = ({ lines }: CancelCalculation): ReadonlyMap<string, Cents> =>
  new Map(lines.map((line) => [line.code, refundLeavingLine(line)]))

/** Takes the ids of a cancel and the numbers of its ledger rows and entries. */
export async function takeIds(
  tx: Tx,
  { plan, reading, events }: CancelDraft,
): Promise<{ readonly ids: CancelIds; readonly taken: TakenNumbers }> {
  const trialId = provisionalId(tx)
  const taken = await takeAllNumbers(tx, {
    ...numbersOfPlan(plan),
    ...{ [CANCEL_IDS]: trialId === undefined ? 1 : 0, [READING_IDS]: reading ? 1 : 0 },
    [EVENT_IDS]: events.length,
  })
  const [cancelId = trialId ?? 0] = taken(CANCEL_IDS)
  const [readingId = 0] = taken(READING_IDS)
  const eventIds = taken(EVENT_IDS)
  return { ids: { cancelId, readingId, eventIds: [eventIds[0] ?? 0, eventIds.at(-1) ?? 0] }, taken }
}

/** The columns of the contract that the odometer at cancellation changes. */
export function lastReading(
  { last_odometer_date, sale_date }: ContractRow,
  { value, date, source }: NewReading,
): Partial<ContractRow> {
  if (date < (last_odometer_date ?? sale_date)) return {}
  return { last_odometer: value, last_odometer_date: date, last_odometer_source: source }
}
