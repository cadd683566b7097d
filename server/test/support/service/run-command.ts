import { inject, vi } from 'vitest'
import { commandLine } from '../../../src/cli/cli.ts'
import type { Location } from '../../../src/db/connection.ts'
import type { TestService } from './app.ts'

export interface Ran {
  readonly code: number
  readonly out: string
}

const addressOf = (location: Location) => {
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
  let out = ''
  const gather = (text: unknown) => {
    out += String(text)
    return true
  }
  vi.stubEnv('DATABASE_URL', addressOf(location))
  vi.stubEnv('BULWARK_DATA', folder)
  vi.stubEnv('BULWARK_KEYS', inject('keysFile'))
  const writers = [vi.spyOn(process.stdout, 'write'), vi.spyOn(process.stderr, 'write')]
  for (const writer of writers) writer.mockImplementation(gather)
  try {
    const code = await commandLine([...args])
    return { code, out }
  } finally {
    for (const writer of writers) writer.mockRestore()
    vi.unstubAllEnvs()
  }
}
