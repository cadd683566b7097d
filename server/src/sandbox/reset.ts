import { clearSignInFailures } from '../access/sign-in-failures.ts'
import { saveClock } from './clock.ts'
import { copyPristine } from './pristine.ts'
import type { SandboxServices } from './routes.ts'

/** Back to the seed: tables, clock, failed sign-ins and everything remembered. Nobody else is inside meanwhile. */
export async function resetSandbox(services: SandboxServices): Promise<void> {
  const { databases, clock, authenticator, books, facts, overrides, quotes } = services
  await quotes.clear()
  for (const tenant of await databases.tenants()) if (tenant.isSandbox) await copyPristine(databases, tenant)
  await clearSignInFailures(databases)
  await saveClock(databases, clock, null)
  authenticator.forget()
  books.clear()
  facts.forget()
  overrides.clear()
}
