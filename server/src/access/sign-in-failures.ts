import { int, orNull, text } from '../db/columns.ts'
import { command, statement } from '../db/statement.ts'
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
  /** Whether the error means wrong credentials. An incomplete sign-in does not count as a failure. */
  isWrong(error: unknown): boolean
}

/**
 * Runs sign-ins, and refuses names that have failed too often from an address. Uses real time, not the service's clock.
 *
 * An attempt counts as a failure before the password is checked, so that many attempts at once, in several processes,
 * cannot slip through. A success deletes the failures of the name from this address. In one process, attempts for one
 * name and address wait for each other, so that correct ones at the same time do not count against each other.
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
    // A refused attempt is not a wrong one, so it must not make the wait longer.
    await forgetFailure(databases, who, place)
    throw tooMany('Too many failed sign-ins for this user name.', wait)
  }
  try {
    const result = await attempt.sign()
    await CLEAR_FAILURES.run(databases.platform, [who.name, who.address])
    return result
  } catch (error) {
    if (!attempt.isWrong(error)) await forgetFailure(databases, who, place)
    throw error
  }
}

/** Refuses to reset the password of a name that was asked for too often from an address, whether it exists or not. */
export async function countReset(databases: Databases, { name, address }: Who): Promise<void> {
  // No user name has a colon, so these are not counted as failed sign-ins.
  const who = { name: `reset:${name.toLowerCase()}`, address }
  const place = await noteFailure(databases, who)
  const { count, wait } = await recentFailures(databases, who)
  if (count <= ATTEMPTS) return
  await forgetFailure(databases, who, place)
  throw tooMany('A new password was asked for too often for this user name.', wait)
}

const tooMany = (what: string, wait: number) =>
  new Problem('TooManyRequests', `${what} Wait the number of seconds in Retry-After, then try again.`, {
    headers: { 'Retry-After': String(Math.max(1, wait)) },
  })

const CLEAR_FAILURES = command('delete from platform.sign_in_failure where name = $1 and address = $2')
const ADD_FAILURE = statement(
  { place: text },
  `insert into platform.sign_in_failure (name, address, at) values ($1, $2, clock_timestamp())
   returning ctid::text as place`,
)
const COUNT_FAILURES = statement(
  { count: int, wait: orNull(int) },
  `select count(*) as count, ceil(extract(epoch from min(at) - now()) + ${WINDOW_SECONDS})::int as wait
   from platform.sign_in_failure
   where name = $1 and address = $2 and at > now() - make_interval(secs => ${WINDOW_SECONDS})`,
)
const REMOVE_FAILURE = command(
  'delete from platform.sign_in_failure where ctid = $3::tid and name = $1 and address = $2',
)

/** Notes a failure and gives the physical place of its row. Rows are never updated, so the place does not change. */
async function noteFailure({ platform }: Databases, { name, address }: Who): Promise<string> {
  return (await ADD_FAILURE.first(platform, [name, address]))?.place ?? ''
}

async function recentFailures({ platform }: Databases, { name, address }: Who) {
  const recent = await COUNT_FAILURES.first(platform, [name, address])
  return { count: recent?.count ?? 0, wait: recent?.wait ?? 0 }
}

const forgetFailure = ({ platform }: Databases, { name, address }: Who, place: string) =>
  REMOVE_FAILURE.run(platform, [name, address, place])

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

const CLEAR_ALL = command('delete from platform.sign_in_failure')

export const clearSignInFailures = (databases: Databases) => CLEAR_ALL.run(databases.platform, [])
