import { date, instant, int, json, oneOf, orNull, storedObject, text, withDefault } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { insertAll, insertAllWithIds, table } from '../../db/table.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { EarningLine, EarningTerms } from '../../domain/earning/events.ts'
import type { Cents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import type { PendingChanges } from './stored.ts'

/** What a contract's earnings depended on at one time. */
export interface EarningState {
  readonly terms: EarningTerms
  readonly lines: readonly LineWithAccount[]
}

/** A line with its account holder, which is not stored anywhere else once a refinalize has dropped the line. */
export interface LineWithAccount extends EarningLine {
  readonly accountHolderId: number
  readonly isInternal: boolean
}

/** An event that affects a contract's earnings, with its details. */
export type NewContractEvent = { readonly date: CalendarDate } & (
  | { readonly kind: 'Refinalize'; readonly subjectId: null; readonly details: RefinalizeDetails }
  | {
      readonly kind: 'LedgerEdit' | 'LedgerDelete'
      /** The ledger row. */
      readonly subjectId: number
      readonly details: LedgerEditDetails
    }
  | {
      readonly kind: 'Hold'
      readonly subjectId: number
      readonly details: { readonly mode: 'Freeze' | 'Suspend'; readonly codes: readonly string[] | null }
    }
  | {
      readonly kind: 'Resolve'
      /** The hold. */
      readonly subjectId: number
      readonly details: { readonly resolveId: number; readonly extendsDays: number }
    }
  | {
      readonly kind: 'Cancel'
      readonly subjectId: number
      readonly details: { readonly refunds: Readonly<Record<string, Cents>> }
    }
  | {
      readonly kind: 'Reinstatement' | 'ReinstatementHold'
      /** The cancel. */
      readonly subjectId: number
      readonly details: {
        readonly reinstatementId: number
        readonly gapDays: number
        /** How many of these days extend the contract; absent: all. The rest were suspended anyway. */
        readonly extendsDays?: number
      }
    }
  | { readonly kind: 'Void' | 'Reopen'; readonly subjectId: null; readonly details: object }
  | {
      readonly kind: 'Expire'
      readonly subjectId: null
      readonly details: ExpireDetails
    }
  | {
      readonly kind: 'Odometer'
      readonly subjectId: number
      readonly details: { readonly value: number; readonly isCorrection: boolean }
    }
)

/** Of a contract that a paid total loss ended: what it returns to if the money comes back. Otherwise empty. */
export interface ExpireDetails {
  /** Of one that had expired: its status reason. */
  readonly formerReason?: string | null
  /** Of one that was in force: the holds that were open, and the pending changes. */
  readonly endedHoldIds?: readonly number[]
  readonly pendingChanges?: PendingChanges | null
}

interface RefinalizeDetails {
  readonly before: EarningState
  readonly after: EarningState
}

interface LedgerEditDetails {
  readonly code: string
  /** The change of the line's amount. */
  readonly by: Cents
  readonly oldAmount: Cents
  readonly newAmount: Cents
}

/** A stored event. Ids give the order in which events happened. */
export type ContractEvent = NewContractEvent & { readonly id: number }

const contractEventKinds = [
  'Refinalize',
  'LedgerEdit',
  'LedgerDelete',
  'Hold',
  'Resolve',
  'Cancel',
  'Reinstatement',
  'ReinstatementHold',
  'Void',
  'Expire',
  'Reopen',
  'Odometer',
] as const satisfies readonly ContractEvent['kind'][]

export const eventTable = table('contract_event', {
  id: withDefault(int),
  contract_id: int,
  kind: oneOf(contractEventKinds),
  event_date: date,
  subject_id: orNull(int),
  /** Which details an event has follows from its kind. */
  details: json(storedObject<ContractEvent['details']>()),
  created_at: instant,
  created_by: text,
})

type WritingEvents = Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name'> }

/** Stores events in the order in which they happened. */
export async function recordEvents(
  tx: Tx,
  writing: WritingEvents,
  contractId: number,
  events: readonly NewContractEvent[],
): Promise<void> {
  await insertAll(
    tx,
    eventTable,
    events.map((event) => newRow(writing, contractId, event)),
  )
}

/** Where events have their ids from. */
export const EVENT_IDS = 'contract_event_id_seq'

/** Stores events whose ids were taken before. */
export const insertEvents = (
  tx: Tx,
  writing: WritingEvents,
  contractId: number,
  events: readonly ContractEvent[],
): Promise<void> =>
  insertAllWithIds(
    tx,
    eventTable,
    events.map((event) => ({ id: event.id, ...newRow(writing, contractId, event) })),
  )

const newRow = (
  { now, caller }: WritingEvents,
  contractId: number,
  { kind, date: event_date, subjectId, details }: NewContractEvent,
) => ({
  ...{ contract_id: contractId, kind, event_date, subject_id: subjectId, details },
  ...{ created_at: now, created_by: caller.name },
})

const SUSPENDED_DAYS = statement(
  { days: int },
  `select coalesce(sum(coalesce(details -> 'extendsDays', details -> 'gapDays')::integer), 0)::integer as days
   from contract_event where contract_id = $1 and kind in ('Resolve', 'Reinstatement', 'ReinstatementHold')`,
)

/** The days the contract was suspended or cancelled. It expires that many days later. */
export const loadSuspendedDays = async (tx: Tx, contractId: number): Promise<number> =>
  (await SUSPENDED_DAYS.first(tx, [contractId]))?.days ?? 0
