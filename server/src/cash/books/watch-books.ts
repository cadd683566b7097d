import type { Logger } from 'pino'
import { z } from 'zod'
import { askAll, forEachReached } from '../../db/ask-all.ts'
import type { Clock } from '../../db/clock.ts'
import type { Db } from '../../db/database.ts'
import { type Job, job } from '../../db/jobs.ts'
import { quoted } from '../../db/migrations.ts'
import { inSnapshot } from '../../db/snapshot.ts'
import { command } from '../../db/statement.ts'
import type { Databases } from '../../db/tenants.ts'
import { isWhole } from '../../domain/cash/verification.ts'
import { dateIn } from '../../domain/dates.ts'
import type { RoomGauge } from '../../http/metrics.ts'
import { addUpSeenJournal } from '../../ledger/add-up-journal.ts'
import { verifyBooks } from './verify-books.ts'

interface Watching {
  readonly databases: Databases
  readonly clock: Clock
}

/** Adds up the journal, and verifies the books for the metrics. */
export const booksJobs = ({ databases, clock }: Watching): readonly Job<unknown>[] => [
  job({
    name: 'books:add-up',
    payload: z.object({}),
    schedule: '*/2 * * * *',
    run: async () => {
      await forEachReached(await databases.tenants(), (tenant) => addUpSeenJournal(databases.of(tenant)))
    },
  }),
  job({
    name: 'books:verify',
    payload: z.object({}),
    schedule: '37 * * * *',
    run: async () => {
      await forEachReached(await databases.tenants(), (tenant) => {
        const now = clock.now()
        return recordVerification(databases.of(tenant), dateIn(tenant.timeZone, now), now)
      })
    },
  }),
]

/** Verifies the books of today and notes how many checks do not agree. */
export async function recordVerification(db: Db, today: string, now: Date): Promise<number> {
  const { checks } = await inSnapshot(db, (snapshot) => verifyBooks(snapshot, today, today))
  const differences = checks.filter((check) => !isWhole(check)).length
  await RECORD.run(db, [today, now, differences])
  return differences
}

const RECORD =
  command(`insert into books_verification (id, as_of_date, verified_at, differences) values (1, $1, $2, $3)
  on conflict (id) do update set as_of_date = excluded.as_of_date, verified_at = excluded.verified_at,
    differences = excluded.differences`)

/** How many checks of the books did not agree when they were last verified, by administrator. */
export const booksGauge = (databases: Databases, log: Logger): RoomGauge => ({
  name: 'books_differences',
  help: 'Checks of the books that did not agree at the last verification.',
  label: 'administrator',
  async read() {
    try {
      return await loadDifferences(databases)
    } catch (error) {
      // The other metrics are needed most while the database cannot be reached.
      log.warn({ err: error, event: 'books gauge not read' })
      return []
    }
  },
})

async function loadDifferences(databases: Databases) {
  const all = await databases.tenants()
  const { rows } = await askAll<{ id: number; value: number }>(
    databases,
    all,
    ({ id, schema }) =>
      `select ${Number(id)}::bigint as id, differences::bigint as value from ${quoted(schema)}.books_verification`,
  )
  return rows.map(({ id, value }) => ({ label: all.find((tenant) => tenant.id === id)?.number ?? '', value }))
}
