import { sql } from '../db/sql.ts'
import type { Databases } from '../db/tenants.ts'
import { Problem } from '../http/problems.ts'

const ATTEMPTS = 5
const WINDOW_SECONDS = 900

interface Who {
  readonly name: string
  readonly address: string
}

interface Attempt<Result> {
  sign(): Promise<Result>
  /** Whether what it failed by was wrong; what is only not complete is not counted. */
  isWrong(error: unknown): boolean
}

/**
 * Runs sign-ins, but for names that have failed too often from an address. Real time, not the clock's.
 *
 * A try counts as a failure from before the password is looked at, so that many at once, in several processes,
 * cannot slip by; when it succeeds the name's failures from this address are forgotten. In one process tries of
 * one name and address wait for each other, so that right ones at the same time do not count against each other.
 */
export function countedSignIns(databases: Databases) {
  const inTurn = turns()
  return <Result>({ name, address }: Who, attempt: Attempt<Result>): Promise<Result> => {
    const who = { name: name.toLowerCase(), address }
    return inTurn(`${who.address} ${who.name}`, () => counted(databases, who, attempt))
  }
}

async function counted<Result>(databases: Databases, who: Who, attempt: Attempt<Result>): Promise<Result> {
  const place = await noteFailure(databases, who)
  const { count, wait } = await recentFailures(databases, who)
  if (count > ATTEMPTS) {
    // A refused try is not a wrong one: it must not make the wait longer.
    await forgetFailure(databases, who, place)
    throw new Problem(
      'TooManyRequests',
      'Too many wrong sign-ins for this name; wait until they have passed.',
      { headers: { 'Retry-After': String(Math.max(1, wait)) } },
    )
  }
  try {
    const result = await attempt.sign()
    await sql`delete from platform.sign_in_failure where name = ${who.name} and address = ${who.address}`.execute(
      databases.platform,
    )
    return result
  } catch (error) {
    if (!attempt.isWrong(error)) await forgetFailure(databases, who, place)
    throw error
  }
}

/** Where the row stands. Rows are never updated, so that it stays there until it is deleted. */
async function noteFailure({ platform }: Databases, { name, address }: Who): Promise<string> {
  const { rows } = await sql<{ place: string }>`
    insert into platform.sign_in_failure (name, address, at) values (${name}, ${address}, clock_timestamp())
    returning ctid::text as place`.execute(platform)
  return rows[0]?.place ?? ''
}

async function recentFailures({ platform }: Databases, { name, address }: Who) {
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*) as count, ceil(extract(epoch from min(at) - now()) + ${WINDOW_SECONDS})::int as wait
    from platform.sign_in_failure
    where name = ${name} and address = ${address} and at > now() - make_interval(secs => ${WINDOW_SECONDS})`.execute(
    platform,
  )
  return rows[0] ?? { count: 0, wait: 0 }
}

const forgetFailure = ({ platform }: Databases, { name, address }: Who, place: string) =>
  sql`delete from platform.sign_in_failure
    where ctid = ${place}::tid and name = ${name} and address = ${address}`.execute(platform)

/** Work of one key runs one after the other, that of different keys at once. */
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

export const clearSignInFailures = (databases: Databases) =>
  sql`delete from platform.sign_in_failure`.execute(databases.platform)
