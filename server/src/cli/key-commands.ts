import { setTimeout as sleep } from 'node:timers/promises'
import { run } from '../db/database.ts'
import { addDataKey, useDataKey } from '../db/key-file.ts'
import { type Key, type Keys, KeysRefused, LOOK_EVERY_MILLISECONDS, loadKeys } from '../db/keys.ts'
import { countSeals, opened, type Resealed, reseal, type SealCount } from '../db/sealed.ts'
import type { Databases, Tenant } from '../db/tenants.ts'
import { inTransaction } from '../db/transaction.ts'
import { closeWrite } from '../db/write-record.ts'
import { pristineSchema } from '../sandbox/seed-tables.ts'
import {
  type Opened,
  type Options,
  type Outcome,
  operatorEntry,
  refuseNeverSetUp,
  UsageRefused,
  withDatabases,
} from './command.ts'

/** Shows which keys there are and how much each has sealed; never a secret. */
export function listKeys(): Promise<Outcome> {
  return withSeals(async ({ databases, keys }) => {
    const counts = await countAll(databases)
    const ids = keys.data.map(({ id }) => id)
    const missing = counts.flatMap(({ keyId }) => (keyId && !ids.includes(keyId) ? [keyId] : []))
    const statusOf = (id: string) =>
      id === ids[0] ? 'in use' : ids.includes(id) ? 'kept' : 'not in the key file'
    const list = [...new Set([...ids, ...missing])].map((id) => ({
      id,
      status: statusOf(id),
      values: valuesUnder(counts, (keyId) => keyId === id),
    }))
    const unsealed = valuesUnder(counts, (keyId) => keyId === null)
    const lines = list.map(({ id, status, values }) => `${id} (${status}): ${values} values`)
    if (unsealed > 0) lines.push(`not sealed at all: ${unsealed} values`)
    return { lines, data: { keys: list, unsealed }, faults: missing.length > 0 || unsealed > 0 }
  })
}

/** Makes a key that can be copied to every machine before one of them uses it. */
export function addKey(): Promise<Outcome> {
  return alone(async ({ config }) => {
    const id = addDataKey(config.keysFile)
    const next = `Copy the file to every machine, then run "keys rotate --to ${id}".`
    return { lines: [`The key ${id} is made and not in use yet. ${next}`], data: { key: id }, faults: false }
  })
}

/** Changes the key that seals are made with, beside services that run, and seals everything with it. */
export function rotateKeys({ to }: Options): Promise<Outcome> {
  return alone(async ({ config, databases, keys }) => {
    await refuseWrongKeys(databases, keys.data)
    if (to !== undefined && !keys.data.some(({ id }) => id === to))
      throw new UsageRefused(`The key file has no data key ${to}.`)
    // First every service can open what the key seals, then they seal with it, and only then is anything sealed anew:
    // so no service ever meets a seal it cannot open, or misses by its hash what another has written.
    const id = to ?? addDataKey(config.keysFile)
    await takenUp()
    useDataKey(config.keysFile, id)
    await takenUp()
    return resealWith({ config, databases, keys: loadKeys(config.keysFile, false) }, 'keys rotate')
  })
}

/** By then every service that uses its keys has looked at the file. */
const takenUp = () => sleep(1.5 * LOOK_EVERY_MILLISECONDS)

export function resealAll(): Promise<Outcome> {
  return alone(async (open) => {
    await refuseWrongKeys(open.databases, open.keys.data)
    return resealWith(open, 'keys reseal')
  })
}

function withSeals(work: (open: Opened) => Promise<Outcome>): Promise<Outcome> {
  return withDatabases(async (open) => {
    await refuseNeverSetUp(open.databases)
    return work(open)
  })
}

/** Any number will do, as long as it is always this one. */
const KEYS_LOCK = 7_205_814_002

/** One command at a time: of two that write the key file at once, one would lose its key. */
function alone(work: (open: Opened) => Promise<Outcome>): Promise<Outcome> {
  return withSeals(async (open) => {
    const client = await open.databases.platformPool.connect()
    try {
      const { rows } = await client.query<{ had: boolean }>(
        `select pg_try_advisory_lock(${KEYS_LOCK}) as had`,
      )
      if (!rows[0]?.had) throw new KeysRefused('Another command is at work on the keys.')
      // What was read before the lock was had may be the file as the command before has found it.
      return await work({ ...open, keys: loadKeys(open.config.keysFile, false) })
    } finally {
      // The lock goes with the connection.
      client.release(true)
    }
  })
}

/** A key file of another installation must not be written to, and nothing be sealed with its keys. */
async function refuseWrongKeys(databases: Databases, keys: readonly Key[]): Promise<void> {
  const counts = await countAll(databases)
  for (const id of new Set(counts.map(({ keyId }) => keyId))) {
    if (id === null) continue
    const values = valuesUnder(counts, (keyId) => keyId === id)
    if (!keys.some((key) => key.id === id))
      throw new KeysRefused(`${values} values are sealed with ${id}, which is not in the key file.`)
    const samples = counts.flatMap((count) => (count.keyId === id ? count.samples : []))
    if (samples.every((sample) => opened(keys, sample) === undefined))
      throw new KeysRefused(
        `The key ${id} of the key file opens none of the values under ${id} that were tried: it is another key.`,
      )
  }
}

async function resealWith({ databases, keys }: Opened, operation: string): Promise<Outcome> {
  const administrators = []
  for (const tenant of await databases.tenants()) {
    const columns = []
    // The seed first: a reset in between then copies what is sealed with the new key.
    for (const schema of await schemasOf(databases, tenant))
      for (const column of await reseal(databases.platform, keys.data, schema))
        columns.push({ schema, ...column })
    await saveRecord(databases, keys, tenant, { operation, columns })
    administrators.push({ tenant: tenant.number, columns: columns.filter(isWorthSaying) })
  }
  const key = keys.data[0]?.id ?? ''
  const left = valuesUnder(await countAll(databases), (id) => id !== key)
  return {
    lines: [...administrators.flatMap(linesOf), ...closingLines(key, left)],
    data: { key, administrators, left },
    faults: left > 0,
  }
}

interface ResealedColumn extends Resealed {
  readonly schema: string
}

const isWorthSaying = ({ resealed, unreadable }: Resealed) => resealed > 0 || unreadable.length > 0

async function saveRecord(
  databases: Databases,
  keys: Keys,
  tenant: Tenant,
  { operation, columns }: { operation: string; columns: readonly ResealedColumn[] },
): Promise<void> {
  const key = keys.data[0]?.id
  const changes = columns
    .filter(({ resealed }) => resealed > 0)
    .map(({ schema, table, column, resealed }) => ({
      pointer: `/${schema}/${table}/${column}`,
      before: null,
      after: { key, resealed },
    }))
  if (changes.length === 0) return
  const entry = { ...operatorEntry(operation, `tenants/${tenant.number}`), changes }
  await inTransaction(databases.of(tenant), (tx) => closeWrite(tx, keys, entry))
}

function linesOf({ tenant, columns }: { tenant: string; columns: readonly ResealedColumn[] }): string[] {
  if (columns.length === 0) return [`${tenant}: nothing to do.`]
  return columns.flatMap(({ schema, table, column, resealed, unreadable }) => {
    const name = `${tenant}: ${schema}.${table}.${column}`
    const lines = [`${name}: ${resealed} values sealed anew.`]
    if (unreadable.length > 0) lines.push(`${name}: cannot be opened: ${unreadable.join(', ')}.`)
    return lines
  })
}

const closingLines = (key: string, left: number) =>
  left > 0
    ? [
        `${left} values are not under ${key} yet. Run "keys reseal" again; what cannot be opened must be mended.`,
      ]
    : [
        `Everything is sealed with ${key}. Keep the keys before it two more days: requests that are sent again are`,
        'recognised by them. A backup of the database needs the keys of its day.',
      ]

/** The schemas of an administrator that hold seals, its seed first. */
async function schemasOf(databases: Databases, tenant: Tenant): Promise<string[]> {
  const rows = await run<{ name: string }>(
    databases.platform,
    'select nspname as name from pg_namespace where nspname = any($1) order by nspname <> $2',
    [[pristineSchema(tenant), tenant.schema], pristineSchema(tenant)],
  )
  return rows.map(({ name }) => name)
}

async function countAll(databases: Databases): Promise<SealCount[]> {
  const counts: SealCount[] = []
  for (const tenant of await databases.tenants())
    for (const schema of await schemasOf(databases, tenant))
      counts.push(...(await countSeals(databases.platform, schema)))
  return counts
}

const valuesUnder = (counts: readonly SealCount[], isIt: (keyId: string | null) => boolean) =>
  counts.reduce((sum, { keyId, values }) => (isIt(keyId) ? sum + values : sum), 0)
