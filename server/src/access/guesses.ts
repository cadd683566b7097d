import { int } from '../db/columns.ts'
import { type Keys, keyedHash } from '../db/keys.ts'
import { command, statement } from '../db/statement.ts'
import type { Databases } from '../db/tenants.ts'
import { type Count, type Counts, waits } from '../domain/guessing.ts'
import { Problem } from '../http/problems.ts'

interface Attempt<Result> {
  run(): Promise<Result>
  /** Whether the error means wrong credentials. An incomplete sign-in does not count as a failure. */
  isWrong(error: unknown): boolean
  /** What was tried too often, for the refusal. */
  readonly refusal: string
}

/** Counts wrong guesses in the database, so that all instances know them. Uses real time, not the service's clock. */
export interface Guesses {
  /**
   * Runs an attempt, or refuses it with 429. It counts as a failure before the password is checked, so that many attempts
   * at once, in several processes, cannot slip through. A success clears what was counted for its own count.
   */
  attempt<Result>(counts: Counts, attempt: Attempt<Result>): Promise<Result>
  /** Counts, or refuses with 429 if a count is closed. */
  count(counts: readonly Count[], refusal: string): Promise<void>
  /** Forgets these counts. */
  forgive(counts: readonly Count[]): Promise<void>
}

export function openGuesses({ platform }: Databases, keys: Pick<Keys, 'data'>): Guesses {
  const inTurn = turns()
  const slotOf = (count: Count) => slotIn(keys, count.key)

  /** Counts a failure everywhere or nowhere. */
  async function reserve(counts: readonly Count[], refusal: string): Promise<readonly number[]> {
    // Two counts may share a slot. A statement cannot change a row twice.
    const free = new Map(counts.map((count) => [slotOf(count), count.free]))
    const slots = [...free.keys()]
    // Most attempts of an attack end here, without a write.
    await refuseClosed(slots, refusal)
    const taken = await RESERVE.rows(platform, [slots, [...free.values()], waits])
    if (taken.length === slots.length) return slots
    // A refused attempt is not a wrong one, so it must not make the wait longer.
    await GIVE_BACK.run(platform, [taken.map(({ slot }) => slot)])
    await refuseClosed(slots, refusal)
    throw tooMany(refusal, 1)
  }

  async function refuseClosed(slots: readonly number[], refusal: string): Promise<void> {
    const wait = (await FIND_WAIT.first(platform, [slots]))?.wait ?? 0
    if (wait > 0) throw tooMany(refusal, wait)
  }

  async function counted<Result>({ own, others }: Counts, attempt: Attempt<Result>): Promise<Result> {
    const slots = await reserve([own, ...others], attempt.refusal)
    try {
      const result = await attempt.run()
      await CLEAR_OWN.run(platform, [slotOf(own), slots])
      return result
    } catch (error) {
      if (!attempt.isWrong(error)) await GIVE_BACK.run(platform, [slots])
      throw error
    }
  }

  return {
    // In one process, attempts for one name wait for each other, so that correct ones at the same time do not count against
    // each other. Refused ones take a moment.
    attempt: (counts, attempt) =>
      inTurn((counts.others[0] ?? counts.own).key, () => counted(counts, attempt)),
    count: async (counts, refusal) => {
      await reserve(counts, refusal)
    },
    forgive: async (counts) => {
      await FORGET.run(platform, [counts.map(slotOf)])
    },
  }
}

const SLOT_BITS = 20

/** Where a count stands. Keyed, so that nobody can choose a name that shares the slot of another. */
export const slotIn = (keys: Pick<Keys, 'data'>, key: string): number =>
  keyedHash(keys.data, 'guess', key).readUInt32BE(0) >>> (32 - SLOT_BITS)

const tooMany = (refusal: string, wait: number) =>
  new Problem('TooManyRequests', `${refusal} Wait the number of seconds in Retry-After, then try again.`, {
    headers: { 'Retry-After': String(Math.max(1, wait)) },
  })

const FIND_WAIT = statement(
  { wait: int },
  `select coalesce(ceil(extract(epoch from max(open_at) - clock_timestamp())), 0)::int as wait
   from platform.guess where slot = any($1::int[])`,
)
// The condition is checked on the row as it is once it is locked, so of many at once only the free ones are counted. Rows are
// always locked in the order of their slots.
const RESERVE = statement(
  { slot: int },
  `insert into platform.guess as g (slot, free, failures, open_at, last_at)
   select slot, free, 1, clock_timestamp(), clock_timestamp()
   from unnest($1::int[], $2::int[]) as asked (slot, free) order by slot
   on conflict (slot) do update set failures = g.failures + 1, free = excluded.free, last_at = clock_timestamp(),
     open_at = clock_timestamp() + make_interval(secs =>
       coalesce(($3::int[])[least(g.failures + 2 - excluded.free, cardinality($3::int[]))], 0))
   where g.open_at <= clock_timestamp()
   returning slot`,
)
// The count was open when the attempt began, so it is open again.
const GIVE_BACK = command(
  `with held as (select slot from platform.guess where slot = any($1::int[]) order by slot for update)
   update platform.guess g set failures = greatest(g.failures - 1, 0), open_at = clock_timestamp()
   from held where g.slot = held.slot`,
)
const CLEAR_OWN = command(
  `with held as (select slot, failures from platform.guess where slot = any($2::int[]) order by slot for update)
   update platform.guess g set failures = greatest(g.failures - mine.failures, 0), open_at = clock_timestamp()
   from held join held as mine on mine.slot = $1 where g.slot = held.slot`,
)
const FORGET = command('delete from platform.guess where slot = any($1::int[])')

/** Work with the same key runs one after the other; work with different keys runs at once. */
function turns() {
  const last = new Map<string, Promise<unknown>>()
  return async <Result>(key: string, work: () => Promise<Result>): Promise<Result> => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work, work)
    last.set(key, mine)
    try {
      return await mine
    } finally {
      if (last.get(key) === mine) last.delete(key)
    }
  }
}

const FORGET_ALL = command('delete from platform.guess')

export const forgetGuesses = (databases: Databases) => FORGET_ALL.run(databases.platform, [])
