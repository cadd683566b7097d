import { forgetGuesses } from '../access/guesses.ts'
import type { AccessServices } from '../access/services.ts'
import type { StatementServices } from '../cash/statements/services.ts'
import type { FormServices } from '../contracts/form/write-form.ts'
import type { SettableClock } from '../db/clock.ts'
import type { Tenant } from '../db/tenants.ts'
import type { DocumentServices } from '../documents/services.ts'
import type { EventServices } from '../events/routes.ts'
import type { WebhookServices } from '../events/webhooks/services.ts'
import type { Doorway } from '../http/limits.ts'
import type { RateServices } from '../rates/routes.ts'
import { saveClock } from './clock.ts'
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
  /** Forgets what was noted of the audit of an administrator, because the reset empties it. */
  forgetAudit(tenant: Tenant): void
}

/** Restores the seed: tables, clock, counts of wrong guesses and all caches. No other request runs meanwhile. */
export async function resetSandbox(services: SandboxServices): Promise<void> {
  const { databases, clock, authenticator, books, facts, overrides, quotes } = services
  await quotes.clear()
  for (const tenant of await databases.tenants())
    if (tenant.isSandbox) {
      await copyPristine(databases, tenant)
      services.forgetAudit(tenant)
    }
  await forgetGuesses(databases)
  await saveClock(databases, clock, null)
  authenticator.forget()
  books.clear()
  facts.forget()
  overrides.clear()
  services.webhooks.forget()
}
