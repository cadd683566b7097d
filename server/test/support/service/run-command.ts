import { inject, vi } from 'vitest'
import { commandLine } from '../../../src/cli/cli.ts'
import type { Location } from '../../../src/db/connection.ts'
import type { TestService } from './app.ts'

export interface Ran {
  readonly code: number
  readonly out: string
}

/** The URL of a database. */
export const addressOf = (location: Location): string => {
  if ('connectionString' in location) return location.connectionString
  const { host, port, user, password, database } = location
  return `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

/** Runs a command like the command line does, on the database of a running service, and collects its output. */
export async function runCommand(
  { location }: TestService,
  folder: string,
  args: readonly string[],
): Promise<Ran> {
  const { code, out, err } = await runHere(args, {
    DATABASE_URL: addressOf(location),
    BULWARK_DATA: folder,
    BULWARK_KEYS: inject('keysFile'),
  })
  return { code, out: err + out }
}

/** Runs a command with these settings in the process of the test, which is quicker than a process of its own. */
export async function runHere(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Ran & { readonly err: string }> {
  const said = { out: '', err: '' }
  const gatherAs = (channel: keyof typeof said) => (text: unknown) => {
    said[channel] += String(text)
    return true
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const writers = [
    vi.spyOn(process.stdout, 'write').mockImplementation(gatherAs('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(gatherAs('err')),
  ]
  try {
    const code = await commandLine([...args])
    return { code, ...said }
  } finally {
    for (const writer of writers) writer.mockRestore()
    vi.unstubAllEnvs()
  }
}
