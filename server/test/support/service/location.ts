import type { Location } from '../../../src/db/connection.ts'

/** Another database of the same server. */
export function at(server: Location, database: string): Location {
  if (!('connectionString' in server)) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.toString() }
}
