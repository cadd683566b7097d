import type { Logger } from 'pino'
import type { Clock } from '../db/clock.ts'
import type { Keys } from '../db/keys.ts'
import type { Databases } from '../db/tenants.ts'
import type { Files } from './files.ts'

/** What the operations on documents and files need. */
export interface DocumentServices {
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: Clock
  readonly files: Files
  readonly log: Logger
  /** The address under which callers reach the service. Without one, links are relative to the address in use. */
  readonly publicUrl?: string | undefined
}
