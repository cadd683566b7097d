import { setTimeout as sleep } from 'node:timers/promises'
import { flag, text } from '../db/columns.ts'
import { databaseOnClient } from '../db/database.ts'
import { addDataKey, useDataKey } from '../db/key-file.ts'
import { type Key, type Keys, KeysRefused, LOOK_EVERY_MILLISECONDS, loadKeys } from '../db/keys.ts'
import { countSeals, opened, type Resealed, reseal, type SealCount } from '../db/sealed.ts'
import { statement } from '../db/statement.ts'
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

/** Lists the keys and how many values are encrypted with each. Never prints a secret. */
export function listKeys(): Promise<Outcome> {
  return withSeals(async ({ databases, keys }) => {
    const counts = await countAll(databases)
    const ids = keys.data.map(({ id }) => id)
    const missing = counts.flatMap(({ keyId }) => (keyId && !ids.includes(keyId) ? [keyId] : []))
    const keyStatus = (id: string) =>
      id === ids[0] ? 'in use' : ids.includes(id) ? 'kept' : 'not in the key file'
    const list = [...new Set([...ids, ...missing])].map((id) => ({
      id,
      status: keyStatus(id),
      values: valuesUnder(counts, (keyId) => keyId === id),
    }))
    const unsealed = valuesUnder(counts, (keyId) => keyId === null)
    const lines = list.map(({ id, status, values }) => `${id} (${status}): ${values} values`)
    if (unsealed > 0) lines.push(`not encrypted: ${unsealed} values`)
    return { lines, data: { keys: list, unsealed }, faults: missing.length > 0 || unsealed > 0 }
  })
}

/** Creates a key that can be copied to every machine before one of them uses it. */
export function addKey(): Promise<Outcome> {
  return alone(async ({ config }) => {
    const id = addDataKey(config.keysFile)
    const next = `Copy the key file to every machine, then run "keys rotate --to ${id}".`
    return {
      lines: [`The key ${id} was created and is not in use yet. ${next}`],
      data: { key: id },
      faults: false,
    }
  })
}

/** Switches to another data key while services run, and encrypts everything with it. */
export function rotateKeys({ to }: Options): Promise<Outcome> {
  return alone(async ({ config, databases, keys }) => {
    await refuseWrongKeys(databases, keys.data)
    if (to !== undefined && !keys.data.some(({ id }) => id === to))
      throw new UsageRefused(`The key file has no data key ${to}.`)
    // First every service learns the key, then they encrypt with it, and only then is stored data encrypted again. So no
    // service meets a value that it cannot read, or searches by a hash that another service no longer writes.
    const id = to ?? addDataKey(config.keysFile)
    await keyFileRead()
    useDataKey(config.keysFile, id)
    await keyFileRead()
    return resealWith({ config, databases, keys: loadKeys(config.keysFile, false) }, 'keys rotate')
  })
}

/** After this time every running service has read the key file again. */
const keyFileRead = () => sleep(1.5 * LOOK_EVERY_MILLISECONDS)

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

/** An arbitrary number that must never change. */
const KEYS_LOCK = 7_205_814_002
const TRY_LOCK = statement({ isLocked: flag }, `select pg_try_advisory_lock(${KEYS_LOCK}) as "isLocked"`)

/** Only one command at a time: if two wrote the key file at once, one key would be lost. */
function alone(work: (open: Opened) => Promise<Outcome>): Promise<Outcome> {
  return withSeals(async (open) => {
    const client = await open.databases.platformPool.connect()
    try {
      if (!(await TRY_LOCK.first(databaseOnClient(client), []))?.isLocked)
        throw new KeysRefused('Another command is changing the keys. Try again when it has finished.')
      // The command before us may have changed the file since it was read.
      return await work({ ...open, keys: loadKeys(open.config.keysFile, false) })
    } finally {
      // The lock goes with the connection.
      client.release(true)
    }
  })
}

/** Refuses the key file of another installation before anything is written with its keys. */
async function refuseWrongKeys(databases: Databases, keys: readonly Key[]): Promise<void> {
  const counts = await countAll(databases)
  for (const id of new Set(counts.map(({ keyId }) => keyId))) {
    if (id === null) continue
    const values = valuesUnder(counts, (keyId) => keyId === id)
    if (!keys.some((key) => key.id === id))
      throw new KeysRefused(
        `${values} values are encrypted with ${id}, which is not in the key file. Add that key to the file.`,
      )
    const samples = counts.flatMap((count) => (count.keyId === id ? count.samples : []))
    if (samples.every((sample) => opened(keys, sample) === undefined))
      throw new KeysRefused(
        `The key ${id} in the key file cannot read the values encrypted with ${id}: it is a different key. Use the key file of this installation.`,
      )
  }
}

async function resealWith({ databases, keys }: Opened, operation: string): Promise<Outcome> {
  const administrators = []
  for (const tenant of await databases.tenants()) {
    const columns = []
    // The seed comes first, so that a reset in between copies values under the new key.
    for (const schema of await sealedSchemas(databases, tenant))
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
  if (columns.length === 0) return [`${tenant}: everything is up to date.`]
  return columns.flatMap(({ schema, table, column, resealed, unreadable }) => {
    const name = `${tenant}: ${schema}.${table}.${column}`
    const lines = [`${name}: ${resealed} values encrypted again.`]
    if (unreadable.length > 0) lines.push(`${name}: cannot be read: ${unreadable.join(', ')}.`)
    return lines
  })
}

const closingLines = (key: string, left: number) =>
  left > 0
    ? [
        `${left} values are not encrypted with ${key} yet. Run "keys reseal" again. Values that cannot be read must be corrected first.`,
      ]
    : [
        `Everything is encrypted with ${key}. Keep the older keys for two more days, because repeated requests are`,
        'recognized by them. A backup needs the keys of the day it was made.',
      ]

/** The schemas of an administrator with encrypted values, its seed first. */
async function sealedSchemas(databases: Databases, tenant: Tenant): Promise<string[]> {
  const seed = pristineSchema(tenant)
  return (await SCHEMAS.rows(databases.platform, [[seed, tenant.schema], seed])).map(({ name }) => name)
}

const SCHEMAS = statement(
  { name: text },
  'select nspname as name from pg_namespace where nspname = any($1) order by nspname <> $2',
)

async function countAll(databases: Databases): Promise<SealCount[]> {
  const counts: SealCount[] = []
  for (const tenant of await databases.tenants())
    for (const schema of await sealedSchemas(databases, tenant))
      counts.push(...(await countSeals(databases.platform, schema)))
  return counts
}

const valuesUnder = (counts: readonly SealCount[], isIt: (keyId: string | null) => boolean) =>
  counts.reduce((sum, { keyId, values }) => (isIt(keyId) ? sum + values : sum), 0)
