import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { createSeals } from '../src/account-holders/seals.ts'
import { type AppServices, routesOf } from '../src/app.ts'
import type { AnyList } from '../src/http/route.ts'
import { autoLists } from './support/oracle/lists/auto-lists.ts'
import {
  type Asker,
  type Ground,
  keyIn,
  naiveListOf,
  openComparison,
  pathOf,
  rowsIn,
} from './support/oracle/lists/compare.ts'
import { recordsIn } from './support/oracle/lists/csv.ts'
import { fillLists } from './support/oracle/lists/fill.ts'
import { type Growth, growthOf } from './support/oracle/lists/growth.ts'
import { type NaiveList, withoutMeaning } from './support/oracle/lists/lists.ts'
import { LowerCase } from './support/oracle/lists/lower.ts'
import { openItemLists } from './support/oracle/lists/open-item-lists.ts'
import { bookLists } from './support/oracle/lists/rate-lists.ts'
import type { Scoped } from './support/oracle/lists/records.ts'
import { requestLists } from './support/oracle/lists/request-lists.ts'
import { runLists } from './support/oracle/lists/run-lists.ts'
import { naiveLists } from './support/oracle/lists/tables.ts'
import { loadWorld } from './support/oracle/lists/world.ts'
import type { Caller } from './support/service/api.ts'
import { type TestService, testService } from './support/service/app.ts'
import { sandboxOf } from './support/service/sandbox.ts'
import { isSoak, oneIn, trialSeed } from './support/service/trials.ts'

const seed = trialSeed('lists', 'BULWARK_LISTS_SEED')
const ASKS = isSoak ? 300 : 3
const ROWS = isSoak ? 400 : 100
const MINUTE = 60_000

// Declaring the routes asks nothing of the services; only serving them does.
const routes = routesOf({ isSandbox: true } as AppServices).filter(
  (route): route is AnyList => route.kind === 'list',
)
/** All in the soak; in `npm test` every sixth, others each time. */
const byPath = (some: readonly AnyList[]) => oneIn(6, some, seed).map((route) => [route.path, route] as const)

let service: TestService
let ground: Ground
let grow: Growth

beforeAll(async () => {
  service = await testService()
  const { db } = await sandboxOf(service)
  const seals = createSeals(service.keys)
  const askers = new Map<string, Asker>()
  const filled = await fillLists(db, seals, {
    ...{ seed, rows: ROWS },
    callersFor: (scopes) => addAskers(askers, scopes),
  })
  grow = growthOf(db, filled)
  ground = { world: await loadWorld(db, seals.open), lower: new LowerCase(db), askers }
}, 5 * MINUTE)

/** One without limits, one limited to each of these, and one limited to three at once; their ids. */
async function addAskers(askers: Map<string, Asker>, scopes: readonly Scoped[]): Promise<number[]> {
  const admin = service.api.as('sandbox-admin')
  const add = async (name: string, caller: Caller) => {
    askers.set(name, { caller, naive: (await caller.get('/me')).body })
  }
  await add('everything', admin)
  for (const limits of [...scopes.map((scope) => [scope]), scopes.slice(0, 3)]) {
    const { body } = await admin.post('/oauthclients', { name: 'limited', roles: ['Admin'], scopes: limits })
    await add(
      limits.map(({ type, id }) => `${type} ${id}`).join(', '),
      service.api.as(body.clientId, body.clientSecret),
    )
  }
  return [...askers.values()].map(({ naive }) => naive.id)
}

test('every list has a naive version with all its filters', () => {
  expect(Object.keys(naiveLists).sort()).toEqual(routes.map(({ path }) => path).sort())
  const missing = routes.flatMap((route) =>
    withoutMeaning(naiveListOf(route), route.search).map((name) => `${route.path} ${name}`),
  )
  expect(missing).toEqual([])
})

describe('every filter and order of a list gives the same as a naive version', () => {
  test.each(byPath(routes))(
    '%s',
    async (_, route) => {
      const own = seed + routes.indexOf(route)
      const { asks, first, check } = await openComparison(route, ground, own)
      const found: number[] = []
      await fc.assert(
        fc.asyncProperty(asks, async (ask) => {
          found.push(await check(ask))
        }),
        { seed: own, numRuns: ASKS, examples: first.map((ask) => [ask]) },
      )
      // Queries that find nothing or everything prove little. Some lists can only be queried for everything. If a list has
      // few rows, a few queries may find the same number of rows each time by chance.
      const most = Math.max(...found)
      expect(most).toBeGreaterThan(0)
      if (isSoak && first.length > 1 && most > 2) expect(new Set(found).size).toBeGreaterThan(1)
    },
    10 * MINUTE,
  )
})

/** Of all that can stand in the path of a list, what has most rows. */
function longestOf(list: NaiveList): string {
  const { naive } = ground.askers.get('everything') as Asker
  const length = (named: string) => list.rows(ground.world, naive, named)?.length ?? 0
  const all = (list.named?.(ground.world) ?? ['']).map(String)
  return all.reduce((longest, named) => (length(named) > length(longest) ? named : longest))
}

/** Lists that have their rows from the code, from a rate book or from a file of rules; and those that begin with what was added last. */
const fixed = [
  ...['/generalsettings', '/claims/complaintscausescorrectionstypes', ...Object.keys(bookLists)],
  '/cancelrules',
  '/dealers/ratevisibilities',
  '/contracts/{contractId}/history',
  ...Object.keys(requestLists),
  ...Object.keys(runLists),
  '/webhooks/{webhookId}/deliveries',
  '/contracts/{contractId}/cancels',
  // The newest first.
  '/cancels',
  // Sums, in the order of the sums.
  ...Object.keys(openItemLists),
  '/cashtransactions',
  '/v2/cashtransactions',
  // By the day that they are due.
  '/cancelpayments/overdue',
  // Contracts in the order of their ids, as their own list has them.
  ...Object.keys(autoLists),
]

/** A random size; outside the soak, one that reads a long list in about twelve pages. */
function pageSizeFor(rows: number, random: number): number {
  const small = 7 + (random % 19)
  return isSoak ? small : Math.min(200, Math.max(small, Math.ceil(rows / 12)))
}

describe('while rows are added, every existing row is shown once', () => {
  test.each(byPath(routes.filter(({ path }) => !fixed.includes(path))))('%s', async (path, route) => {
    const list = naiveListOf(route)
    const named = longestOf(list)
    const admin = service.api.as('sandbox-admin')
    const everything = async () => {
      const { text } = await admin.get(pathOf(route, named), { headers: { accept: 'text/csv' } })
      return recordsIn(text).map((row) => keyIn(list, row))
    }
    const before = await everything()
    expect(before.length).toBeGreaterThan(isSoak ? 40 : 20)
    const size = pageSizeFor(before.length, seed + routes.indexOf(route))
    const shown: string[] = []
    let pages = 0
    for (let isAtEnd = false; !isAtEnd; ) {
      pages += 1
      const page = admin.get(`${pathOf(route, named)}?pageSize=${size}&pageNumber=${pages}`)
      const [answer] = await Promise.all([page, grow[path]?.(named)])
      const rows = rowsIn(route, answer)
      shown.push(...rows.map((row) => keyIn(list, row)))
      isAtEnd = rows.length === 0
    }
    expect(await everything()).toHaveLength(before.length + pages)
    expect(shown.slice(0, before.length)).toEqual(before)
    expect(new Set(shown).size).toBe(shown.length)
  })
})
