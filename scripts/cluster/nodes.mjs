// The nodes of a cluster that somebody has set up: what they are, a database on all of them, and commands that stop them.
import { execFileSync } from 'node:child_process'
import pg from 'pg'

/** Ends a node as a power cut does, ends it in order, starts it. Each gets the host and the port. */
const commands = {
  kill: 'BULWARK_TEST_NODE_KILL',
  stop: 'BULWARK_TEST_NODE_STOP',
  start: 'BULWARK_TEST_NODE_START',
}

/** What is missing in the environment, in words. */
export function settingFaults() {
  const names = ['TEST_DATABASE_URL', ...Object.values(commands)]
  return names.filter((name) => !process.env[name]).map((name) => `${name} is not set.`)
}

/** The cluster of TEST_DATABASE_URL, the coordinator first. */
export async function openNodes() {
  const url = process.env.TEST_DATABASE_URL
  const rows = await ask(
    url,
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator"
     from pg_dist_node order by groupid`,
  )
  const nodes = rows.map((node) => ({ ...node, name: `${node.host}:${node.port}` }))
  if (nodes.filter(({ isCoordinator }) => !isCoordinator).length < 2)
    throw new Error('The cluster needs a coordinator and two workers.')
  return nodes
}

export const act = (what, { host, port }) =>
  execFileSync('sh', ['-c', `${process.env[commands[what]]} ${host} ${port}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })

/** An empty database on every node, with the settings that docs/operating.md asks for. Gives its URL. */
export async function createDatabase(nodes, name) {
  const role = process.env.BULWARK_TEST_ROLE
  for (const node of nodes) {
    await ask(urlAt(node), `create database ${name} ${role ? `owner ${role}` : ''}`)
    await ask(urlAt(node, name), 'create extension citus')
  }
  const [coordinator] = nodes
  for (const { host, port, isCoordinator } of nodes)
    await ask(
      urlAt(coordinator, name),
      `select ${isCoordinator ? 'citus_set_coordinator_host' : 'citus_add_node'}('${host}', ${port})`,
    )
  await ask(urlAt(coordinator, name), `alter database ${name} set citus.enable_schema_based_sharding = on`)
  const url = new URL(urlAt(coordinator, name))
  if (role) url.username = role
  return url.toString()
}

export async function dropDatabase(nodes, name) {
  for (const node of nodes) await ask(urlAt(node), `drop database if exists ${name} with (force)`)
}

/** A node of the cluster, as whoever set it up reaches it. */
export function urlAt({ host, port }, database) {
  const url = new URL(process.env.TEST_DATABASE_URL)
  url.hostname = host
  url.port = String(port)
  if (database) url.pathname = `/${database}`
  return url.toString()
}

export async function ask(url, text, values) {
  const client = new pg.Client(url)
  client.on('error', () => undefined)
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
