import { seedCodeVersion } from '../../../../scripts/setup.mjs'
import { openClock, type SettableClock } from '../../../src/db/clock.ts'
import { openDatabases } from '../../../src/db/tenants.ts'
import { openSandbox } from '../../../src/sandbox/open.ts'
import type { Seeding } from '../../../src/sandbox/seed.ts'
import { limits } from '../hostile/limits.ts'
import type { TestService } from './app.ts'
import { quickPasswords } from './passwords.ts'

interface Choices extends Pick<Seeding, 'plan'> {
  readonly clock?: SettableClock
}

/** Opens the sandbox of a running service as a restart would. Gives the lines that were logged. */
export async function reopenSandbox(
  { app, location, keys }: TestService,
  { clock = openClock(), ...seeding }: Choices = {},
): Promise<string[]> {
  const lines: string[] = []
  const databases = openDatabases(location, limits)
  try {
    await openSandbox({
      databases,
      ...{ ...seeding, passwords: quickPasswords, keys, files: app.services.files },
      codeVersion: seedCodeVersion(),
      clock,
      log: (line) => lines.push(line),
    })
  } finally {
    await databases.close()
  }
  return lines
}
