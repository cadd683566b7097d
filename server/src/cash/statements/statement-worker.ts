import { z } from 'zod'
import { int } from '../../db/columns.ts'
import { job, queueJob } from '../../db/jobs.ts'
import { statement } from '../../db/statement.ts'
import type { Tenant } from '../../db/tenants.ts'
import { throughDoor } from '../../http/limits.ts'
import { makeStatement } from './make-statement.ts'
import type { StatementParts, StatementWorker } from './services.ts'

export function openStatementWorker(parts: StatementParts): StatementWorker {
  const { databases, door } = parts
  const make = (tenant: Tenant, id: number) => throughDoor(door, () => makeStatement(parts, tenant, id))
  const making = job({
    name: 'statements:make',
    payload: z.object({ tenantId: z.number(), statementRequestId: z.number() }),
    run: async ({ tenantId, statementRequestId }) => {
      const tenant = await databases.tenant(tenantId)
      if (tenant) await make(tenant, statementRequestId)
    },
  })
  const queue: StatementWorker['queue'] = (tx, tenantId, statementRequestId) =>
    queueJob(tx, making, { tenantId, statementRequestId }, `${tenantId} ${statementRequestId}`)
  return {
    jobs: [making],
    queue,
    async makeAll() {
      let made = 0
      for (const tenant of await databases.tenants())
        for (const { id } of await WAITING.rows(databases.of(tenant), [])) {
          await make(tenant, id)
          made += 1
        }
      return made
    },
  }
}

const WAITING = statement(
  { id: int },
  `select id from statement_request where status in ('Queued', 'Running') order by id`,
)
