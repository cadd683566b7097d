import { seedCodeVersion } from '../../../../scripts/setup.mjs'
import { openPasswords } from '../../../src/access/passwords.ts'
import { openClock, type SettableClock } from '../../../src/db/clock.ts'
import { openDatabases } from '../../../src/db/tenants.ts'
import { openSandbox } from '../../../src/sandbox/open.ts'
import { limits } from '../hostile/limits.ts'
import type { TestService } from './app.ts'

/** Opens the sandbox of a running service as a restart would. Gives the lines that were logged. */
export async function reopenSandbox(
  { location, keys }: TestService,
  clock: SettableClock = openClock(),
): Promise<string[]> {
  const lines: string[] = []
  const databases = openDatabases(location, limits)
  await openSandbox({
    databases,
    passwords: openPasswords(),
    keys,
    codeVersion: seedCodeVersion(),
    clock,
    log: (line) => lines.push(line),
  })
  await databases.close()
  return lines
}
