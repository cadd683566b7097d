import type pg from 'pg'
import type { SeedPlan } from '../../../src/sandbox/seed.ts'
import { pristineSchema } from '../../../src/sandbox/seed-tables.ts'
import { startService } from '../service/app.ts'
import { reopenSandbox } from '../service/reopen-sandbox.ts'
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

/** Seeds the sandbox again, as if it were started for the first time at this moment. */
export async function seedAgain(
  { service, tenant, admin, query }: Awaited<ReturnType<typeof ownSandbox>>,
  plan: SeedPlan,
  startedAt: Date,
): Promise<void> {
  await query(`comment on schema ${pristineSchema(tenant)} is 'an older version'`)
  await reopenSandbox(service, { plan })
  await admin.post('/sandbox/reset')
  await admin.put('/sandbox/clock', { now: startedAt.toISOString() })
}
