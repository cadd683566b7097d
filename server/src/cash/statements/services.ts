import type { Logger } from 'pino'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { Job } from '../../db/jobs.ts'
import type { Keys } from '../../db/keys.ts'
import type { Databases } from '../../db/tenants.ts'
import type { Files } from '../../documents/files.ts'
import type { FormPrinter } from '../../forms/printer.ts'
import type { Doorway } from '../../http/limits.ts'

/** Makes the documents of statements. */
export interface StatementWorker {
  readonly jobs: readonly Job<unknown>[]
  /** Queues the job that makes a document, with the transaction that asks for it. */
  queue(tx: Tx, tenantId: number, statementRequestId: number): Promise<void>
  /** Makes every document that is waiting, and returns how many those were. */
  makeAll(): Promise<number>
}

/** What the worker is made of. */
export interface StatementParts {
  readonly databases: Databases
  readonly keys: Pick<Keys, 'data'>
  readonly clock: Clock
  readonly door: Doorway
  readonly files: Files
  readonly printer: FormPrinter
  readonly log: Logger
}

/** What the operations on statements need. */
export interface StatementServices {
  readonly statements: StatementWorker
}
