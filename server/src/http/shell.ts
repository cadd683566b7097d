import type { Logger } from 'pino'
import type { Clock } from '../db/clock.ts'
import type { Keys } from '../db/keys.ts'
import type { Databases } from '../db/tenants.ts'
import type { Authenticate } from './caller.ts'
import type { Doorway, RateLimiter } from './limits.ts'
import type { AllProblemTexts } from './problems.ts'

/** What the HTTP shell stands on. */
export interface Shell {
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: Clock
  readonly authenticate: Authenticate
  readonly door: Doorway
  readonly limiter: RateLimiter
  readonly log: Logger
  readonly settings: ShellSettings
  readonly problems: AllProblemTexts
  /** Why requests cannot be served yet or any more; nothing when they can. */
  notReady(): string | undefined
}

export interface ShellSettings {
  readonly mode: 'sandbox' | 'production'
  readonly version: string
  readonly bodyBytes: number
  /** The largest file; the JSON that carries one may be longer by what base64 adds. */
  readonly fileBytes: number
  /** How callers reach the service, where it cannot be told from their requests. */
  readonly publicUrl?: string | undefined
  /** Checks each answer against its declared shape: in tests, where a wrong one should be loud. */
  readonly checkAnswers: boolean
}
