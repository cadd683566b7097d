import { forgetGuesses } from '../access/guesses.ts'
import type { AccessServices } from '../access/services.ts'
import type { StatementServices } from '../cash/statements/services.ts'
import type { FormServices } from '../contracts/form/write-form.ts'
import type { SettableClock } from '../db/clock.ts'
import type { Peers } from '../db/peers.ts'
import type { Tenant } from '../db/tenants.ts'
import type { DocumentServices } from '../documents/services.ts'
import type { EventServices } from '../events/routes.ts'
import type { WebhookServices } from '../events/webhooks/services.ts'
import type { Doorway } from '../http/limits.ts'
import type { RateServices } from '../rates/routes.ts'
import { loadClock, saveClock } from './clock.ts'
import { copyPristine } from './pristine.ts'

export interface SandboxServices
  extends AccessServices,
    DocumentServices,
    RateServices,
    FormServices,
    StatementServices,
    EventServices,
    WebhookServices {
  readonly clock: SettableClock
  readonly door: Doorway
  /** The other processes of the service, if there are any. */
  readonly peers: Peers | undefined
  /** Forgets what was noted of the audit of an administrator, because the reset empties it. */
  forgetAudit(tenant: Tenant): void
}

/** Restores the seed: tables, clock, counts of wrong guesses and all caches. No other request runs meanwhile. */
export async function resetSandbox(services: SandboxServices): Promise<void> {
  const { databases, clock, quotes } = services
  await quotes.clear()
  for (const tenant of await databases.tenants())
    if (tenant.isSandbox) {
      await copyPristine(databases, tenant)
      services.forgetAudit(tenant)
    }
  await forgetGuesses(databases)
  await saveClock(databases, clock, null)
  forgetEverything(services)
}

/** Drops all caches. */
function forgetEverything({ authenticator, books, facts, overrides, webhooks }: SandboxServices): void {
  authenticator.forget()
  books.clear()
  facts.forget()
  overrides.clear()
  webhooks.forget()
}

/** Lets other processes set the clock of the sandbox and reset it. While one resets it, this one lets nobody in. */
export function followSandbox(services: SandboxServices, peers: Peers): void {
  const { databases, clock, door, quotes, log } = services
  let open: () => void = () => undefined
  peers.on('clock', () => loadClock(databases, clock))
  peers.on(
    'close',
    () =>
      new Promise<void>((isClosed) => {
        const closed = door.whileClosed(async () => {
          await quotes.clear()
          const opened = new Promise<void>((resolve) => {
            open = resolve
          })
          isClosed()
          await opened
          forgetEverything(services)
          await loadClock(databases, clock)
        })
        closed.catch((error: unknown) => log.error({ err: error, event: 'reset not followed' }))
      }),
  )
  peers.on('open', () => open())
}
