import type pg from 'pg'
import { distributeSchema } from '../db/cluster.ts'
import {
  type ClusterStatus,
  loadClusterStatus,
  type Placed,
  sizeText,
  statusLines,
} from './cluster-status.ts'
import {
  type Opened,
  type Options,
  type Outcome,
  refused,
  refuseNeverSetUp,
  UsageRefused,
  withDatabases,
} from './command.ts'

/** What a command on a cluster works with. */
interface Cluster extends Opened {
  readonly status: ClusterStatus
}

function withCluster(work: (cluster: Cluster) => Promise<Outcome>): Promise<Outcome> {
  return withDatabases(async (opened) => {
    await refuseNeverSetUp(opened.databases)
    const status = await loadClusterStatus(opened.databases)
    if (!status) return refused('This database is one server, not a cluster. See docs/operating.md.')
    return work({ ...opened, status })
  })
}

const shown = (status: ClusterStatus): Outcome => ({
  lines: statusLines(status),
  data: status,
  faults: false,
})

export const showCluster = (): Promise<Outcome> => withCluster(async ({ status }) => shown(status))

/** Puts administrators that are still on the coordinator on workers, one after the other. */
export const distributeTenants = (options: Options): Promise<Outcome> =>
  withCluster(async ({ databases, status }) => {
    const { administrators, nodes } = status
    const named = options.tenant === undefined ? administrators : numbered(administrators, options.tenant)
    if (named.length === 0) return refused(`There is no administrator ${options.tenant}.`)
    if (!nodes.some(({ isCoordinator, takesAdministrators }) => !isCoordinator && takesAdministrators))
      return refused('The cluster has no worker. Add one with citus_add_node.')
    const waiting = named.filter(({ node }) => node === null)
    for (const [at, { number, schema }] of waiting.entries()) {
      say(`${at + 1} of ${waiting.length}: ${number} …`)
      await inSession(databases.platformPool, (client) => distributeSchema(client, schema))
    }
    const now = (await loadClusterStatus(databases)) ?? status
    const lines = [
      waiting.length === 0 ? 'All are on workers already.' : `${waiting.length} moved to workers.`,
      ...statusLines(now),
    ]
    return { lines, data: now, faults: false }
  })

/** Moves an administrator to another worker while it works. Its writes wait for a moment at the end. */
export function moveTenant({ tenant, to }: Options): Promise<Outcome> {
  if (!tenant || !to) throw new UsageRefused('cluster move needs --tenant and --to.')
  return withCluster(async ({ databases, status }) => {
    const [placed] = numbered(status.administrators, tenant)
    if (!placed) return refused(`There is no administrator ${tenant}.`)
    const target = status.nodes.find(({ name, isCoordinator }) => name === to && !isCoordinator)
    const workers = status.nodes.filter(({ isCoordinator }) => !isCoordinator).map(({ name }) => name)
    if (!target) return refused(`There is no worker ${to}. The workers are ${workers.join(', ')}.`)
    if (!target.takesAdministrators) return refused(`${to} takes no administrators.`)
    if (placed.node === null)
      return refused(
        `${placed.number} is not distributed yet. Run "cluster distribute --tenant ${placed.number}".`,
      )
    if (placed.node === to) return refused(`${placed.number} is on ${to} already.`)
    const [host = '', port] = splitAddress(to)
    await withProgress(databases.platformPool, placed, () =>
      inSession(databases.platformPool, (client) =>
        client.query('select citus_schema_move($1::text::regnamespace, $2::text, $3::int)', [
          placed.schema,
          host,
          port,
        ]),
      ),
    )
    return shown((await loadClusterStatus(databases)) ?? status)
  })
}

const numbered = (administrators: readonly Placed[], number: string) =>
  administrators.filter((one) => one.number.toLowerCase() === number.toLowerCase())

/** The host may be an address with colons. */
function splitAddress(address: string): [host: string, port: number] {
  const at = address.lastIndexOf(':')
  return [address.slice(0, at), Number(address.slice(at + 1))]
}

const say = (line: string) => process.stderr.write(`${line}\n`)

/** A connection of its own: what it has prepared belongs to tables that are elsewhere afterwards. */
async function inSession(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<unknown>): Promise<void> {
  const client = await pool.connect()
  try {
    await work(client)
  } finally {
    client.release(true)
  }
}

const SHOW_EVERY_MILLISECONDS = 1_000

/** Says every second how much has arrived. */
async function withProgress(
  pool: pg.Pool,
  { number, bytes }: Placed,
  work: () => Promise<void>,
): Promise<void> {
  const show = async () => {
    const { rows } = await pool.query<{ arrived: number }>(
      'select coalesce(sum(target_shard_size), 0)::bigint as arrived from get_rebalance_progress()',
    )
    say(`${number}: ${sizeText(rows[0]?.arrived ?? 0)} of ${sizeText(bytes)}`)
  }
  const timer = setInterval(() => void show().catch(() => undefined), SHOW_EVERY_MILLISECONDS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
}
