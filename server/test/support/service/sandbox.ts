import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../../src/db/database.ts'
import { run } from '../../../src/db/database.ts'
import type { Tenant } from '../../../src/db/tenants.ts'
import { dateIn } from '../../../src/domain/dates.ts'
import type { Answer, Caller } from './api.ts'
import type { TestService } from './app.ts'

/** The sandbox's administrator and its database. */
export async function sandboxOf({ databases }: TestService): Promise<{ tenant: Tenant; db: Db }> {
  const tenant = (await databases.tenants()).find(({ isSandbox }) => isSandbox)
  if (!tenant) throw new Error('There is no sandbox.')
  return { tenant, db: databases.of(tenant) }
}

/** The id of an account holder by its number, e.g. `Dealer` `D1001`. */
export async function holderId(service: TestService, type: string, number: string): Promise<number> {
  const { db } = await sandboxOf(service)
  const [row] = await run<{ id: number }>(
    db,
    'select id from account_holder where type = $1 and number = $2',
    [type, number],
  )
  if (!row) throw new Error(`There is no ${type} ${number}.`)
  return row.id
}

/** The id of the seeded membership group of a role. */
export async function groupOf(service: TestService, role: string): Promise<number> {
  const { db } = await sandboxOf(service)
  const [row] = await run<{ id: number }>(db, 'select id from membership_group where name = $1', [role])
  if (!row) throw new Error(`There is no group ${role}.`)
  return row.id
}

/** Repeats a request until the answer is as expected. Gives the milliseconds, or fails after five seconds. */
export async function within5Seconds(
  caller: Caller,
  path: string,
  wished: (answer: Answer) => boolean,
): Promise<number> {
  const begun = performance.now()
  for (;;) {
    const answer = await caller.get(path)
    const took = performance.now() - begun
    if (wished(answer)) return took
    if (took > 5_000) throw new Error(`After five seconds ${path} still answers ${answer.status}.`)
    await sleep(50)
  }
}

/** Today's date in the time zone of the sandbox's administrator. In UTC it may already be tomorrow. */
export async function sandboxToday(caller: Caller): Promise<string> {
  const { body } = await caller.get('/sandbox/clock')
  return dateIn('America/Chicago', new Date(body.now))
}
