import { clearSignInFailures } from '../access/sign-in-failures.ts'
import { saveClock } from './clock.ts'
import { copyPristine } from './pristine.ts'
import type { SandboxServices } from './routes.ts'

export async function resetSandbox(services: SandboxServices): Promise<void> {
  const { databases, clock, authenticator, books, quotes } = services
  await quotes.forget()
  for (const tenant of await databases.tenants()) if (tenant.isSandbox) await copyPristine(databases, tenant)
  await clearSignInFailures(databases)
  await saveClock(databases, clock, null)
  authenticator.forget()
  books.forget()
}
