import type { Logger } from 'pino'
import type { Clock } from '../db/clock.ts'
import type { Keys } from '../db/keys.ts'
import type { Peers } from '../db/peers.ts'
import type { Databases } from '../db/tenants.ts'
import type { Network } from '../domain/trusted-proxies.ts'
import type { Authenticate } from './caller.ts'
import type { Doorway, RateLimiter } from './limits.ts'
import type { RoomGauge } from './metrics.ts'
import type { AllProblemTexts } from './problems.ts'
import type { Route } from './route.ts'

/** What the HTTP shell needs from the service. */
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
  /** The other processes of the service, if there are any. */
  readonly peers?: Peers | undefined
  /** Figures of the rooms in the metrics. */
  readonly gauges?: readonly RoomGauge[]
  /** The OpenAPI document of these routes. */
  openApi(routes: readonly Route[]): unknown
  /** Whether the database of the service is away because its disk is full. */
  readonly isDiskFull?: () => boolean
  /** Why requests cannot be served now; nothing if they can. */
  notReady(): string | undefined
}

interface ShellSettings {
  readonly mode: 'sandbox' | 'production'
  readonly version: string
  readonly bodyBytes: number
  /** The largest file. JSON that contains one may be larger by what base64 adds. */
  readonly fileBytes: number
  /** The address of the service in links. If absent, links are relative. It never comes from a request. */
  readonly publicUrl?: string | undefined
  /** Callers reach the service with TLS. */
  readonly isHttps?: boolean
  /** The proxies that are believed; none if absent. */
  readonly trustedProxies?: readonly Network[]
  /** How long a reader of a CSV answer may take nothing; a minute if absent. */
  readonly stallMilliseconds?: number
  /** Checks each answer against its schema. For tests. */
  readonly checkAnswers: boolean
}
