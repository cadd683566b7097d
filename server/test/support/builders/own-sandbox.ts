import type pg from 'pg'
import { startService } from '../service/app.ts'
import { sandboxOf } from '../service/sandbox.ts'

/** A service with a database of its own, for tests that change the seed or how the sandbox is opened. */
export async function ownSandbox() {
  const service = await startService()
  const { tenant } = await sandboxOf(service)
  return {
    ...{ service, tenant, admin: service.api.as('sandbox-admin') },
    query: async <Row extends pg.QueryResultRow>(text: string): Promise<Row[]> =>
      (await service.databases.platformPool.query<Row>(text)).rows,
    async close(): Promise<void> {
      await service.app.server.close()
      await service.databases.close()
    },
  }
}
