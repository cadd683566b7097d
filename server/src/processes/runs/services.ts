import type { Logger } from 'pino'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { Job } from '../../db/jobs.ts'
import type { Keys } from '../../db/keys.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import type { Doorway } from '../../http/limits.ts'
import type { Process } from '../process.ts'
import type { Progress } from './lease.ts'

/** What is needed to work on runs. */
export interface RunParts {
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: Clock
  readonly door: Doorway
  readonly log: Logger
  readonly processes: readonly Process[]
}

export interface WorkOptions {
  /** True ends the work after the current step. The run can go on later. */
  shouldStop(): boolean
  /** Called after each committed step or chunk, with what it added. */
  onProgress?(progress: Progress): void
  /** In the transaction that gives up an unfinished run. */
  onStop?(tx: Tx): Promise<void>
  /** An operator's command. Only a command takes a run that an operator has stopped. */
  readonly isOperator?: boolean
  /** The worker that holds the lease already. */
  readonly worker?: string
}

/** `Stopped` runs go on later. `NotTaken`: someone else works on it, or it has ended. `Lost`: that happened meanwhile. */
export type WorkEnd = 'Finished' | 'Stopped' | 'NotTaken' | 'Lost'

/** Works on the runs that the service has to do itself. */
export interface RunWorker {
  readonly jobs: readonly Job<unknown>[]
  readonly processes: readonly Process[]
  /** Has a run worked on once the transaction commits. */
  queue(tx: Tx, tenantId: number, guid: string): Promise<void>
  /** Has those runs worked on whose worker has died. Gives their number. */
  takeOverLostRuns(): Promise<number>
  /** Works on one run, in this process. */
  work(tenant: Tenant, guid: string, options: WorkOptions): Promise<WorkEnd>
  /** Works on all runs that wait, in this process, until they have ended. Gives their number. */
  workAll(): Promise<number>
}

export interface ProcessServices {
  readonly runs: RunWorker
}
