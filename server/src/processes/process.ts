import type { Change } from '../db/audit.ts'
import type { Db, Tx } from '../db/database.ts'
import type { ProcessType } from '../domain/process-types.ts'
import type { Acting } from '../http/caller.ts'

/** The parameters of a run as they are stored. Each process says which it knows. */
export type RunParameters = Readonly<Record<string, unknown>>

/** What a step answers: the same as the operation for one candidate, for example `{contractId, result: 'Expired'}`. */
export type StepResult = Readonly<Record<string, unknown>>

interface AnyProcess {
  readonly type: ProcessType
  /** What is wrong with the parameters: the message for each one, by its name. */
  parameterFaults?(parameters: RunParameters): Readonly<Record<string, string>>
  /**
   * The parameters that are not given, as of the opening of a run: `{asOfDate: today}`. They are stored with the run, so that
   * a run which goes on tomorrow goes on with the same ones.
   */
  defaults?(acting: Acting): RunParameters
}

/**
 * A process that works candidate by candidate. Each step is a transaction of its own, which also stores the progress of the
 * run. A step that throws the problem NotEligible is counted as skipped, any other problem as failed; both change nothing.
 */
export interface StepProcess extends AnyProcess {
  readonly kind: 'steps'
  /** The ids of candidates after `after`, ascending, at most `limit`. Fewer than `limit` are the last ones. */
  candidates(
    db: Db,
    acting: Acting,
    parameters: RunParameters,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly number[]>
  /** Must be safe to call again for a candidate that is done: it is not eligible any more. */
  step(tx: Tx, acting: Acting, parameters: RunParameters, id: number): Promise<StepResult>
  /** What the audit record of a step is about. Without it, `contracts/{id}`. */
  subject?(id: number): string
  /** What the audit record of a step says. Called after the step, in its transaction. Without it, what the step answered. */
  changes?(tx: Tx, acting: Acting, id: number, result: StepResult): Promise<readonly Change[]>
}

/** The result of one chunk. Without `last` the work is done. */
export interface ChunkResult {
  /** The last id that was worked on. The next chunk begins after it. */
  readonly last?: number
  readonly succeeded: number
  /** What was done to each that succeeded, if they have numbers as ids. A dry run keeps it. */
  readonly done?: readonly { readonly entityId: number; readonly result: StepResult }[]
  readonly skipped: number
  readonly errors: readonly { readonly entityId: number; readonly code: string; readonly message: string }[]
}

/** A process that works on many rows with one statement. Each chunk is one transaction, which also stores the progress. */
export interface ChunkProcess extends AnyProcess {
  readonly kind: 'chunks'
  chunk(tx: Tx, acting: Acting, parameters: RunParameters, after: number): Promise<ChunkResult>
}

export type Process = StepProcess | ChunkProcess
