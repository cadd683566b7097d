import { z } from 'zod'
import { askAll } from '../../db/ask-all.ts'
import { job, queueJob } from '../../db/jobs.ts'
import { quoted } from '../../db/migrations.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import { inTransaction } from '../../db/transaction.ts'
import { findLeaseEnd } from './lease.ts'
import type { RunParts, RunWorker } from './services.ts'
import { workOnRun } from './work-on-run.ts'

/** A long run does this much at a time, so that runs take turns and a service can stop. */
const SLICE_MILLISECONDS = 5_000

/** The jobs that work on the runs of the service. Runs of one administrator take turns, however many services there are. */
export function openRunWorker(parts: RunParts): RunWorker {
  const { databases, processes } = parts
  const working = job({
    name: 'processes:work',
    payload: z.object({ tenantId: z.number(), guid: z.string() }),
    async run({ tenantId, guid }, stopping) {
      const tenant = await databases.tenant(tenantId)
      if (!tenant) return
      const end = performance.now() + SLICE_MILLISECONDS
      const ended = await workOnRun(parts, tenant, guid, {
        shouldStop: () => stopping.aborted || performance.now() >= end,
        onStop: (tx) => queue(tx, tenantId, guid),
      })
      if (ended === 'NotTaken') await waitForLease(tenant, guid)
    },
  })
  const queue = (tx: Parameters<RunWorker['queue']>[0], tenantId: number, guid: string, at?: Date) =>
    queueJob(tx, working, { tenantId, guid }, `${tenantId} ${guid}`, {
      queue: `processes ${tenantId}`,
      ...(at ? { at } : {}),
    })
  /** Its worker may have died a moment ago. If so, the run is taken over when the lease ends. */
  async function waitForLease(tenant: Tenant, guid: string): Promise<void> {
    const db = databases.of(tenant)
    const leasedUntil = await findLeaseEnd(db, guid)
    if (leasedUntil) await inTransaction(db, (tx) => queue(tx, tenant.id, guid, leasedUntil))
  }
  async function takeOverLostRuns(): Promise<number> {
    const lost = await waitingRuns(databases)
    for (const { tenant, guid } of lost)
      await inTransaction(databases.of(tenant), (tx) => queue(tx, tenant.id, guid))
    return lost.length
  }
  const takingOver = job({
    name: 'processes:take-over',
    payload: z.object({}),
    schedule: '* * * * *',
    run: takeOverLostRuns,
  })
  return {
    jobs: [working, takingOver],
    processes,
    queue,
    takeOverLostRuns,
    work: (tenant, guid, options) => workOnRun(parts, tenant, guid, options),
    async workAll() {
      const waiting = await waitingRuns(databases)
      for (const { tenant, guid } of waiting)
        await workOnRun(parts, tenant, guid, { shouldStop: () => false })
      return waiting.length
    },
  }
}

interface WaitingRun {
  readonly tenant: Tenant
  readonly guid: string
}

/** The runs of the service that nobody works on, in the order in which they were opened. */
async function waitingRuns(databases: Databases): Promise<WaitingRun[]> {
  const all = await databases.tenants()
  const { rows } = await askAll<{ tenantId: number; guid: string; place: number }>(
    databases,
    all,
    ({ id, schema }) =>
      `select ${Number(id)}::bigint as "tenantId", guid, id as place from ${quoted(schema)}.automatic_process_run
       where status = 'Running' and executor = 'Service' and leased_until <= clock_timestamp()`,
  )
  const inOrder = rows.toSorted((a, b) => a.tenantId - b.tenantId || a.place - b.place)
  return inOrder.flatMap(({ tenantId, guid }) => {
    const tenant = all.find(({ id }) => id === tenantId)
    return tenant ? [{ tenant, guid }] : []
  })
}
