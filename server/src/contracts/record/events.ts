import { run, type Tx } from '../../db/database.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { EarningLine, EarningTerms } from '../../domain/earning/events.ts'
import type { Cents } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'

/** A contract at one time, as far as its earnings follow from it. */
export interface EarningState {
  readonly terms: EarningTerms
  readonly lines: readonly KeptLine[]
}

/** A line with whom it goes to: one that a refinalize drops is known no other way. */
export interface KeptLine extends EarningLine {
  readonly accountHolderId: number
  readonly isInternal: boolean
}

/** What happens to a contract that its earnings follow, with what is kept of it. */
export type NewContractEvent = { readonly date: CalendarDate } & (
  | { readonly kind: 'Refinalize'; readonly subjectId: null; readonly details: RefinalizeDetails }
  | {
      readonly kind: 'LedgerEdit' | 'LedgerDelete'
      /** The row of the ledger. */
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
        /** Of these, those by which it ends later; absent: all. Others were suspended anyway. */
        readonly extendsDays?: number
      }
    }
  | { readonly kind: 'Void' | 'Expire' | 'Reopen'; readonly subjectId: null; readonly details: object }
  | {
      readonly kind: 'Odometer'
      readonly subjectId: number
      readonly details: { readonly value: number; readonly isCorrection: boolean }
    }
)

export interface RefinalizeDetails {
  readonly before: EarningState
  readonly after: EarningState
}

export interface LedgerEditDetails {
  readonly code: string
  /** What the line has more, or, below zero, less. */
  readonly by: Cents
  readonly oldAmount: Cents
  readonly newAmount: Cents
}

/** The same as it is kept: ids say in which order things were done. */
export type ContractEvent = NewContractEvent & { readonly id: number }

const INSERT = `
  insert into contract_event (contract_id, kind, event_date, subject_id, details, created_at, created_by)
  select $1, new.kind, new.event_date, new.subject_id, new.details, $2, $3
  from unnest($4::text[], $5::date[], $6::bigint[], $7::jsonb[]) with ordinality
    as new (kind, event_date, subject_id, details, position)
  order by new.position`

/** Keeps what has happened, in the order in which it did. */
export async function recordEvents(
  tx: Tx,
  { now, caller }: Pick<Acting, 'now'> & { readonly caller: Pick<Acting['caller'], 'name'> },
  contractId: number,
  happened: readonly NewContractEvent[],
): Promise<void> {
  if (happened.length === 0) return
  await run(tx, INSERT, [
    contractId,
    now,
    caller.name,
    happened.map(({ kind }) => kind),
    happened.map(({ date }) => date),
    happened.map(({ subjectId }) => subjectId),
    happened.map(({ details }) => JSON.stringify(details)),
  ])
}
