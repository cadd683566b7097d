import { isWorkerAway } from './cluster-errors.ts'
import type { Databases, Tenant } from './tenants.ts'

interface Asked<Row> {
  readonly rows: Row[]
  /** The administrators that were asked. Those of a worker that is away are not among them. */
  readonly reached: readonly Tenant[]
}

/**
 * Asks for rows of administrators with one query, so that no connection is opened needlessly. If a worker of a cluster is
 * away, each is asked by itself, so that the others do not wait for it.
 */
export async function askAll<Row extends object>(
  { platformPool }: Pick<Databases, 'platformPool'>,
  tenants: readonly Tenant[],
  ask: (tenant: Tenant) => string,
): Promise<Asked<Row>> {
  if (tenants.length === 0) return { rows: [], reached: [] }
  try {
    const { rows } = await platformPool.query<Row>(tenants.map(ask).join(' union all '))
    return { rows, reached: tenants }
  } catch (error) {
    if (!isWorkerAway(error)) throw error
  }
  const rows: Row[] = []
  const reached = await forEachReached(tenants, async (tenant) => {
    rows.push(...(await platformPool.query<Row>(ask(tenant))).rows)
  })
  return { rows, reached }
}

/** Does the work for one administrator after the other. Those of a worker that is away wait for the next time. */
export async function forEachReached(
  tenants: readonly Tenant[],
  work: (tenant: Tenant) => Promise<unknown>,
): Promise<Tenant[]> {
  const reached: Tenant[] = []
  for (const tenant of tenants)
    try {
      await work(tenant)
      reached.push(tenant)
    } catch (error) {
      if (!isWorkerAway(error)) throw error
    }
  return reached
}
