import { text } from '../db/columns.ts'
import type { Db } from '../db/database.ts'
import type { Keys } from '../db/keys.ts'
import { statement } from '../db/statement.ts'
import type { Databases } from '../db/tenants.ts'
import { recordedWrite } from '../db/write-record.ts'
import { groupBy } from '../domain/group-by.ts'
import { setRulesVersion } from './cancel-rules-cache.ts'
import { saveCombinations } from './complaint-values.ts'
import type { Value } from './named-values.ts'
import { referenceValues, saveValue } from './values.ts'

/**
 * Gives every administrator the lists and values that it does not have because it is older than they are. What it has stays
 * as it is, even if it is inactive or has another name. It runs after every migration.
 */
export async function completeReferenceLists(
  databases: Databases,
  keys: Keys,
  log: (line: string) => void,
): Promise<void> {
  for (const tenant of await databases.tenants()) {
    const added = await addMissingValues(databases.of(tenant), keys)
    for (const [list, codes] of added) log(`${tenant.schema}: ${list} ${codes.join(', ')}`)
  }
}

interface ListedValue {
  readonly list: string
  readonly value: Value
}

const startValues: readonly ListedValue[] = Object.entries(referenceValues).flatMap(([list, values]) =>
  values.map((value) => ({ list, value })),
)

const PRESENT = statement({ list: text, code: text }, 'select list, lower(code) as code from reference_value')

/** Adds what is missing among these values. Gives the codes that were added to each list. */
export async function addMissingValues(
  db: Db,
  keys: Keys,
  values: readonly ListedValue[] = startValues,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const present = new Set((await PRESENT.rows(db, [])).map(({ list, code }) => `${list} ${code}`))
  const missing = values.filter(({ list, value }) => !present.has(`${list} ${value.code.toLowerCase()}`))
  const added = groupBy(missing, ({ list }) => list)
  if (missing.length > 0)
    await recordedWrite(
      ...([db, keys, migrationEntry()] as const),
      async (tx) => {
        for (const { list, value } of missing) await saveValue(tx, list, value)
        await saveCombinations(
          tx,
          missing.map(({ value }) => value.code),
        )
        await setRulesVersion(tx)
      },
      () =>
        missing.map(({ list, value }) => ({ pointer: `/${list}/${value.code}`, before: null, after: value })),
    )
  return new Map([...added].map(([list, all]) => [list, all.map(({ value }) => value.code)]))
}

const migrationEntry = () => ({
  at: new Date(),
  actorKind: 'Operator',
  actorId: null,
  actorName: 'migration',
  address: 'local',
  operation: 'migrate',
  subject: 'referencevalues',
  requestId: `migrate-${process.pid}`,
})
