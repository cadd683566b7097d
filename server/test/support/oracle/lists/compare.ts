import fc from 'fast-check'
import { expect } from 'vitest'
import type { AnyList } from '../../../../src/http/route.ts'
import type { Answer, Caller } from '../../service/api.ts'
import { expectProblem } from '../../service/problem.ts'
import { type Ask, askOf, knownOf, searchFor } from './asks.ts'
import { recordsIn } from './csv.ts'
import { columnOf, type NaiveList, type NaiveRow, naiveAnswer } from './lists.ts'
import type { LowerCase } from './lower.ts'
import type { NaiveCaller } from './scope.ts'
import { naiveLists } from './tables.ts'
import type { Raw, World } from './world.ts'

/** A caller, over HTTP and in the naive world. The first one sees everything. */
export interface Asker {
  readonly caller: Caller
  readonly naive: NaiveCaller
}

export interface Ground {
  readonly world: World
  readonly lower: LowerCase
  readonly askers: ReadonlyMap<string, Asker>
}

export interface Comparison {
  readonly asks: fc.Arbitrary<Ask>
  /** A query without filters, and one for each filter alone. */
  readonly first: readonly Ask[]
  /** Queries the service and the naive list. Gives the number of rows that both found. */
  check(ask: Ask): Promise<number>
}

export function naiveListOf({ path }: AnyList): NaiveList {
  const list = naiveLists[path]
  if (!list) throw new Error(`There is no naive list ${path}.`)
  return list
}

export const pathOf = ({ path }: AnyList, named: string) => path.replace(/\{\w+\}/, encodeURIComponent(named))

/** The key of an answered or exported row. */
export const keyIn = ({ shown }: NaiveList, row: Raw) => shown?.in(row) ?? String(row.id)

export const rowsIn = ({ form, row }: AnyList, { body }: Answer): Raw[] => {
  if (form !== 'ids') return form === 'array' ? body : body.items
  const [name = ''] = Object.keys(row.shape)
  return body.items.map((id: string) => ({ [name]: id }))
}

export async function openComparison(
  route: AnyList,
  { world, lower, askers }: Ground,
  seed: number,
): Promise<Comparison> {
  const list = naiveListOf(route)
  const { search } = route
  const names = [...askers.keys()]
  const askerOf = (name: string) => askers.get(name) as Asker
  const named = (list.named?.(world) ?? ['']).map(String)
  const known = new Map<string, readonly NaiveRow[] | undefined>()
  /** All rows for this caller, loaded once. */
  const visibleTo = (name: string, of: string) => {
    const key = JSON.stringify([name, of])
    if (!known.has(key)) known.set(key, list.rows(world, askerOf(name).naive, of))
    return known.get(key)
  }
  const all = (of: string) => visibleTo(names[0] ?? '', of) ?? []
  const textsOf = (row: NaiveRow) => [
    ...Object.values(search.sort).map(({ column }) => columnOf(list, row, column, world)),
    ...Object.keys(search.filters).flatMap((name) => knownOf({ list, search, world }, name, row)),
  ]
  await lower.learn(named.flatMap((of) => all(of).flatMap(textsOf)))
  const same = (one: unknown, other: unknown) => lower.of(String(one)) === lower.of(String(other))

  const asking = {
    ...{ list, search, world, named, callers: names },
    rows: (name: string, of: string) => visibleTo(name, of) ?? [],
  }

  /** Without it, random queries could find nothing if only one of many names has rows. */
  const everythingOf = (of: string): Ask => ({
    ...{ caller: names[0] ?? '', named: of, sortBy: 'id', sortDirection: 'Asc' },
    filters: list.required?.(all(of)[0]) ?? {},
    ...{ pageSize: 200, isCsv: false, repeats: false },
  })

  return {
    asks: askOf(asking),
    first: [
      everythingOf(named.reduce((longest, of) => (all(of).length > all(longest).length ? of : longest))),
      ...Object.keys(search.filters).flatMap((name) => fc.sample(askOf(asking, name), { seed, numRuns: 1 })),
    ],
    async check(ask) {
      await lower.learn(Object.values(ask.filters))
      const { caller, naive } = askerOf(ask.caller)
      const visible = list.grouped?.(world, naive, ask.filters) ?? visibleTo(ask.caller, ask.named)
      const path = `${pathOf(route, ask.named)}?${searchFor(ask)}`
      const seen = { world, caller: naive, same }
      if (list.isForbidden?.(naive)) {
        expectProblem(await caller.get(path), 'Forbidden')
        return 0
      }
      if (!visible || list.asksForNobody?.(ask.filters, seen)) {
        expectProblem(await caller.get(path), 'NotFound')
        return 0
      }
      const rows = naiveAnswer({ list, search, seen, lower: lower.of }, visible, ask)
      const expected = rows.map((row) => list.shown?.of(row) ?? String(list.id(row)))
      const found = ask.isCsv
        ? await exported(caller, path)
        : await paged(caller, path, ask.pageSize, expected.length)
      expect(
        found.map((row) => keyIn(list, row)),
        path,
      ).toEqual(expected)
      return expected.length
    },
  }

  async function exported(caller: Caller, path: string): Promise<Raw[]> {
    const answer = await caller.get(path, { headers: { accept: 'text/csv' } })
    expect(answer.status, `${path} ${answer.text}`).toBe(200)
    return recordsIn(answer.text)
  }

  /** The rows of all pages. Each page must have the total count. */
  async function paged(caller: Caller, path: string, size: number, count: number): Promise<Raw[]> {
    // A long list would have too many small pages.
    const pageSize = count > 12 * size ? 200 : size
    const pages = Math.max(1, Math.ceil(count / pageSize))
    const answers = await Promise.all(
      Array.from({ length: pages }, (_, at) =>
        caller.get(`${path}&pageSize=${pageSize}&pageNumber=${at + 1}`),
      ),
    )
    return answers.flatMap((answer) => {
      expect(answer.status, `${path} ${answer.text}`).toBe(200)
      expect(answer.headers.get('x-total-count'), path).toBe(String(count))
      return rowsIn(route, answer)
    })
  }
}
