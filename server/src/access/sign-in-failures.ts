import { sql } from 'kysely'
import type { Databases } from '../db/tenants.ts'
import { Problem } from '../http/problems.ts'

const ATTEMPTS = 5
const WINDOW_SECONDS = 900

/**
 * Runs one sign-in. It counts as a failure from before the password is looked at, so that many at once cannot
 * slip by; when it succeeds the name's failures from this address are forgotten. Real time, not the clock's.
 */
export async function countedSignIn<Result>(
  databases: Databases,
  who: { name: string; address: string },
  attempt: () => Promise<Result>,
): Promise<Result> {
  const name = who.name.toLowerCase()
  const { platform } = databases
  await sql`insert into platform.sign_in_failure (name, address, at) values (${name}, ${who.address}, clock_timestamp())`.execute(
    platform,
  )
  const { rows } = await sql<{ count: number; wait: number }>`
    select count(*) as count, ceil(extract(epoch from min(at) - now()) + ${WINDOW_SECONDS})::int as wait
    from (select at from platform.sign_in_failure where name = ${name} and address = ${who.address}
      and at > now() - make_interval(secs => ${WINDOW_SECONDS}) order by at) as recent`.execute(platform)
  const [recent] = rows
  if (recent && recent.count > ATTEMPTS) {
    await forgetLast(databases, name, who.address)
    throw new Problem(
      'TooManyRequests',
      'Too many wrong sign-ins for this name; wait until they have passed.',
      {
        headers: { 'Retry-After': String(Math.max(1, recent.wait)) },
      },
    )
  }
  const result = await attempt()
  await sql`delete from platform.sign_in_failure where name = ${name} and address = ${who.address}`.execute(
    platform,
  )
  return result
}

/** A refused try is not a wrong one: it must not make the wait longer. */
async function forgetLast(databases: Databases, name: string, address: string): Promise<void> {
  await sql`delete from platform.sign_in_failure where ctid = (
    select ctid from platform.sign_in_failure where name = ${name} and address = ${address}
    order by at desc limit 1)`.execute(databases.platform)
}

export const clearSignInFailures = (databases: Databases) =>
  sql`delete from platform.sign_in_failure`.execute(databases.platform)
