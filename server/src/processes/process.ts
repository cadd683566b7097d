import type { Db, Tx } from '../db/database.ts'
import type { ProcessType } from '../domain/process-types.ts'
import type { Acting } from '../http/caller.ts'

/** The parameters of a run as they are stored. Each process says which it knows. */
export type RunParameters = Readonly<Record<string, unknown>>

/** What a step answers: the same as the operation for one candidate, for example `{contractId, result: 'Expired'}`. */
export type StepResult = Readonly<Record<string, unknown>>

/**
 * A process that works candidate by candidate. Each step is a transaction of its own, which also stores the progress of the
 * run. A step that throws the problem NotEligible is counted as skipped, any other problem as failed; both change nothing.
 */
export interface StepProcess {
  readonly kind: 'steps'
  readonly type: ProcessType
  /** What is wrong with the parameters: the message for each one, by its name. */
  parameterFaults?(parameters: RunParameters): Readonly<Record<string, string>>
  /** The ids of candidates after `after`, ascending, at most `limit`. */
  candidates(
    db: Db,
    acting: Acting,
    parameters: RunParameters,
    page: { readonly after: number; readonly limit: number },
  ): Promise<readonly number[]>
  /** Must be safe to call again for a candidate that is done: it is not eligible any more. */
  step(tx: Tx, acting: Acting, parameters: RunParameters, id: number): Promise<StepResult>
}

/** The result of one chunk. Without `last` the work is done. */
export interface ChunkResult {
  /** The last id that was worked on. The next chunk begins after it. */
  readonly last?: number
  readonly succeeded: number
  readonly skipped: number
  readonly errors: readonly { readonly entityId: number; readonly code: string; readonly message: string }[]
}

/** A process that works on many rows with one statement. Each chunk is one transaction, which also stores the progress. */
export interface ChunkProcess {
  readonly kind: 'chunks'
  readonly type: ProcessType
  parameterFaults?(parameters: RunParameters): Readonly<Record<string, string>>
  chunk(tx: Tx, acting: Acting, parameters: RunParameters, after: number): Promise<ChunkResult>
}

export type Process = StepProcess | ChunkProcess
