import type { Clock } from '../db/clock.ts'
import type { Keys } from '../db/keys.ts'
import type { Databases } from '../db/tenants.ts'
import type { Authenticator } from './authenticate.ts'
import type { Guesses } from './guesses.ts'
import type { Passwords } from './passwords.ts'
import type { Tokens } from './secrets/tokens.ts'

/** What sign-in needs from the service. */
export interface AccessServices {
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: Clock
  readonly tokens: Tokens
  readonly passwords: Passwords
  readonly authenticator: Authenticator
  readonly guesses: Guesses
  readonly isSandbox: boolean
  /**
   * Where people reach the service, for mail. Never from a request: whoever asks for a reset could name a host of their own.
   * Absent: the mail does not say.
   */
  readonly mailedUrl: string | undefined
  /** Callers use TLS, so cookies have the prefix `__Host-` and are Secure. */
  readonly secureCookies: boolean
  /** A session that is not used for longer has ended. */
  readonly sessionIdleMinutes: number
}
