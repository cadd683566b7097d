import pg from 'pg'
import type { Location } from '../../../src/db/connection.ts'
import { at } from './location.ts'

// Where tests run on a cluster, each database is one on every node. Its tables have the same object ids in every copy, so that
// the copies of a seeded database fit together like the originals.

/** All servers of a cluster, the coordinator first. A server that is no cluster is alone. */
export async function nodesOf(server: Location): Promise<Location[]> {
  const asked = "select to_regclass('pg_catalog.pg_dist_node') is not null as there"
  const [{ there }] = await onServer<{ there: boolean }>(server, asked)
  if (!there || !('connectionString' in server)) return [server]
  const nodes = await onServer<{ host: string; port: number; group: number }>(
    server,
    'select nodename as host, nodeport as port, groupid as "group" from pg_dist_node order by groupid',
  )
  const workers = nodes.filter(({ group }) => group !== 0)
  return [server, ...workers.map(({ host, port }) => atAddress(server.connectionString, host, port))]
}

function atAddress(connectionString: string, host: string, port: number): Location {
  const url = new URL(connectionString)
  url.hostname = host
  url.port = String(port)
  return { connectionString: url.toString() }
}

/** An empty database. On a cluster its nodes know each other. */
export async function createDatabase(nodes: readonly Location[], name: string): Promise<void> {
  for (const node of nodes) await onServer(node, `create database ${name}`)
  const [coordinator, ...workers] = nodes
  if (!coordinator || workers.length === 0) return
  for (const node of nodes) await onServer(at(node, name), 'create extension citus')
  for (const [place, node] of nodes.entries())
    await onServer(
      at(coordinator, name),
      `select ${place === 0 ? 'citus_set_coordinator_host' : 'citus_add_node'}('${addressOf(node).hostname}', ${addressOf(node).port})`,
    )
  await shardSchemas(coordinator, name)
}

/** A copy of a database that nobody uses. */
export async function copyDatabase(
  nodes: readonly Location[],
  name: string,
  template: string,
): Promise<void> {
  for (const node of nodes)
    await onServer(node, `create database ${name} template ${template} strategy file_copy`)
  const [coordinator, ...workers] = nodes
  if (coordinator && workers.length > 0) await shardSchemas(coordinator, name)
}

/** Ends all use of a database, so that it can be copied. A cluster connects to its databases by itself. */
export async function closeDatabase(nodes: readonly Location[], name: string): Promise<void> {
  if (nodes.length === 1) return
  for (const node of nodes) {
    await onServer(node, `alter database ${name} with allow_connections false`)
    await onServer(
      node,
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    )
  }
}

/** A setting of a database is not copied with it. */
const shardSchemas = (coordinator: Location, name: string) =>
  onServer(coordinator, `alter database ${name} set citus.enable_schema_based_sharding = on`)

export const addressOf = (node: Location): URL =>
  'connectionString' in node
    ? new URL(node.connectionString)
    : new URL(`postgres://${node.host}:${node.port}`)

export async function onServer<Row extends pg.QueryResultRow>(
  server: Location,
  text: string,
): Promise<[Row, ...Row[]]> {
  const client = new pg.Client(server)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows as [Row, ...Row[]]
  } finally {
    await client.end()
  }
}
