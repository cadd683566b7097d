import type { Logger } from 'pino'
import type { Clock } from '../../db/clock.ts'
import type { Tx } from '../../db/database.ts'
import type { Job } from '../../db/jobs.ts'
import type { Keys } from '../../db/keys.ts'
import type { Databases } from '../../db/tenants.ts'
import type { DeliveryTimes } from '../../domain/webhooks/retries.ts'
import type { Doorway } from '../../http/limits.ts'
import type { Resolve } from './resolve.ts'

/** Delivers events to webhooks. */
export interface WebhookWorker {
  readonly jobs: readonly Job<unknown>[]
  /** A webhook was changed, or has new deliveries: looks at it after the commit. */
  changed(tx: Tx, tenantId: number): void
  /** Sends everything that is due now, in this process. For tests, and for a service without a job runner. */
  deliverAll(): Promise<void>
  /** After a reset of the sandbox: what was known is no longer true. */
  forget(): void
  close(): void
}

/** What the worker is made of. */
export interface WebhookParts {
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: Clock
  readonly door: Doorway
  readonly log: Logger
  readonly isSandbox: boolean
  /** Only tests set these. */
  readonly resolve?: Resolve
  readonly times?: DeliveryTimes
}

/** What the operations on webhooks need. */
export interface WebhookServices {
  readonly webhooks: WebhookWorker
  readonly keys: Keys
  readonly isSandbox: boolean
}
