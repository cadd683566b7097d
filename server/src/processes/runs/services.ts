import type { Logger } from 'pino'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { Job } from '../../db/jobs.ts'
import type { Keys } from '../../db/keys.ts'
import type { Databases } from '../../db/tenants.ts'
import type { Doorway } from '../../http/limits.ts'
import type { Process } from '../process.ts'

/** What is needed to work on runs. */
export interface RunParts {
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: Clock
  readonly door: Doorway
  readonly log: Logger
  readonly processes: readonly Process[]
}

/** Works on the runs that the service has to do itself. */
export interface RunWorker {
  readonly jobs: readonly Job<unknown>[]
  readonly processes: readonly Process[]
  /** Has a run worked on once the transaction commits. */
  queue(tx: Tx, tenantId: number, guid: string): Promise<void>
  /** Has those runs worked on whose worker has died. Gives their number. */
  takeOverLostRuns(): Promise<number>
  /** Works on all runs that wait, in this process, until they have ended. Gives their number. */
  workAll(): Promise<number>
}

export interface ProcessServices {
  readonly runs: RunWorker
}
