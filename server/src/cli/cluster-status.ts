import type pg from 'pg'
import { IS_CLUSTER } from '../db/cluster.ts'
import type { Databases, Tenant } from '../db/tenants.ts'

/** A node of a cluster. The coordinator is the one that services connect to. */
export interface ClusterNode {
  /** Its address, e.g. `10.0.0.12:5432`. */
  readonly name: string
  readonly isCoordinator: boolean
  /** Whether administrators can be on it. */
  readonly takesAdministrators: boolean
}

/** Where an administrator is. */
export interface Placed {
  readonly number: string
  readonly schema: string
  /** Null: on the coordinator, not distributed. */
  readonly node: string | null
  readonly bytes: number
}

export interface ClusterStatus {
  readonly nodes: readonly ClusterNode[]
  readonly administrators: readonly Placed[]
}

/** Undefined if the database is not a cluster. */
export async function loadClusterStatus(databases: Databases): Promise<ClusterStatus | undefined> {
  const { platformPool } = databases
  const { rows } = await platformPool.query<{ is: boolean }>(`select ${IS_CLUSTER} as is`)
  if (!rows[0]?.is) return undefined
  const [nodes, tenants] = await Promise.all([loadNodes(platformPool), databases.tenants()])
  const placed = await loadPlaces(platformPool, tenants)
  return {
    nodes,
    administrators: tenants.map(({ number, schema }) => ({
      ...{ number, schema, node: null, bytes: 0 },
      ...placed.get(schema),
    })),
  }
}

async function loadNodes(pool: pg.Pool): Promise<ClusterNode[]> {
  const { rows } = await pool.query<ClusterNode>(
    `select nodename || ':' || nodeport as name, groupid = 0 as "isCoordinator",
       shouldhaveshards and isactive as "takesAdministrators"
     from pg_dist_node where noderole = 'primary' order by groupid`,
  )
  return rows
}

type Place = Pick<Placed, 'node' | 'bytes'>

async function loadPlaces(
  pool: pg.Pool,
  tenants: readonly Pick<Tenant, 'schema'>[],
): Promise<ReadonlyMap<string, Place>> {
  const { rows } = await pool.query<Place & { schema: string }>(
    `select c.relnamespace::regnamespace::text as schema, min(n.nodename || ':' || n.nodeport) as node,
       coalesce(sum(z.size), 0)::bigint as bytes
     from pg_dist_schema d join pg_class c on c.relnamespace = d.schemaid
     join pg_dist_shard s on s.logicalrelid = c.oid
     join pg_dist_placement p on p.shardid = s.shardid
     join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
     left join citus_shard_sizes() z on z.shard_id = s.shardid
     where d.schemaid::regnamespace::text = any($1::text[]) group by 1`,
    [tenants.map(({ schema }) => schema)],
  )
  return new Map(rows.map(({ schema, node, bytes }) => [schema, { node, bytes }]))
}

/** The status as an operator reads it: each node with its administrators. */
export function statusLines({ nodes, administrators }: ClusterStatus): string[] {
  return nodes.flatMap((node) => {
    const here = administrators.filter((one) =>
      one.node === null ? node.isCoordinator : one.node === node.name,
    )
    const what = node.isCoordinator ? 'coordinator' : 'worker'
    const closed = node.isCoordinator || node.takesAdministrators ? '' : ', takes no administrators'
    return [
      `${node.name}  ${what}${closed}`,
      ...here.map(
        ({ number, schema, node: on, bytes }) =>
          `  ${number}  ${schema}  ${on === null ? 'not distributed' : sizeText(bytes)}`,
      ),
    ]
  })
}

const MEGABYTE = 1024 * 1024

export const sizeText = (bytes: number): string =>
  bytes < 10 * MEGABYTE ? `${Math.ceil(bytes / 1024)} kB` : `${Math.round(bytes / MEGABYTE)} MB`
