import { beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { applyBook } from '../../src/rates/book/apply-book.ts'
import { openLiveBooks } from '../../src/rates/book/live-book.ts'
import { liveVersion, loadBook } from '../../src/rates/book/store.ts'
import { edited, read } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
let caller: Awaited<ReturnType<typeof sandboxOf>>

beforeEach(async () => {
  await testService()
  caller = await sandboxOf(service)
})

const RATES = 'programs/VSC-STD/rates.csv'

async function apply(files: ReadonlyMap<string, string>) {
  const answer = read(files)
  if ('faults' in answer) throw new Error(JSON.stringify(answer.faults))
  const { db } = caller
  return inTransaction(db, (tx) => applyBook(tx, answer, { at: new Date(), by: 'test' }))
}

const applyPrice = (price: string) => apply(edited(RATES, '780.00', price))

/** Books with a set clock, and the number of requests for the newest version. */
function booksAt() {
  const clock = { now: 0 }
  let looks = 0
  const db: Db = {
    query(text, values) {
      if (text.includes('max(version)')) looks += 1
      return caller.db.query(text, values)
    },
  }
  const books = openLiveBooks(() => clock.now)
  const version = async () => (await books.findLive({ ...caller, db }))?.version
  return { clock, books, version, looks: () => looks }
}

/** Asks until it is so: what happens beside the requests takes its time. */
async function becomes(version: () => Promise<number | undefined>, wanted: number) {
  while ((await version()) !== wanted) await new Promise((resolve) => setImmediate(resolve))
}

describe('the live book', () => {
  test('is checked at most once a second, without delaying the request', async () => {
    const { clock, version, looks } = booksAt()
    expect(await version()).toBe(1)
    await applyPrice('800.00')
    clock.now = 999
    expect(await version()).toBe(1)
    expect(looks()).toBe(1)
    clock.now = 1_000
    expect(await version()).toBe(1)
    expect(looks()).toBe(2)
    await becomes(version, 2)
    expect(looks()).toBe(2)
  })

  test('is checked by the first request after a pause, which gets the newest book', async () => {
    const { clock, version } = booksAt()
    expect(await version()).toBe(1)
    await applyPrice('800.00')
    clock.now = 60_000
    expect(await Promise.all([version(), version(), version()])).toEqual([2, 2, 2])
  })

  test('stays the old one while the new one is compiled', async () => {
    const { clock, books, version } = booksAt()
    const old = await books.findLive(caller)
    const bands = Array.from({ length: 20_000 }, (_, at) => `${at * 10},${at * 10 + 9},780.00`)
    const many = ['odometerFrom,odometerTo,RESERVE', ...bands].join('\n')
    await apply(edited(RATES, /.*/s, many))
    clock.now = 1_500
    expect(await version()).toBe(1)
    expect(await books.findLive(caller)).toBe(old)
    await becomes(version, 2)
    const live = await books.findLive(caller)
    const program = live?.book.products
      .flatMap(({ programs }) => programs)
      .find(({ code }) => code === 'VSC-STD')
    expect(program?.rates).toHaveLength(bands.length)
    expect(program?.rates.at(-1)).toMatchObject({ odometerFrom: 199_990, odometerTo: 199_999 })
    expect(await loadBook(caller.db, 2)).toEqual(live?.book)
  })

  test('follows the database back to an older version', async () => {
    const { clock, books, version } = booksAt()
    await applyPrice('800.00')
    expect(await version()).toBe(2)
    await testService()
    expect(await liveVersion(caller.db)).toBe(1)
    clock.now = 60_000
    expect(await version()).toBe(1)
    await applyPrice('810.00')
    clock.now = 120_000
    expect(await version()).toBe(2)
    expect(JSON.stringify((await books.findLive(caller))?.book)).toContain('81000')
  })

  test('is read again after a failure', async () => {
    const clock = { now: 0 }
    const books = openLiveBooks(() => clock.now)
    let isDown = true
    const db: Db = {
      query: (text, values) =>
        isDown ? Promise.reject(new Error('There is no database.')) : caller.db.query(text, values),
    }
    const ask = () => books.findLive({ ...caller, db })
    await expect(ask()).rejects.toThrow('There is no database.')
    isDown = false
    const live = await ask()
    expect(live?.version).toBe(1)
    isDown = true
    clock.now = 1_500
    expect(await ask()).toBe(live)
    clock.now = 2_000
    await expect(ask()).rejects.toThrow('There is no database.')
  })

  test('is empty until the first book is applied', async () => {
    const { books } = booksAt()
    expect(await books.findVersion(caller, 2)).toBeUndefined()
    await applyPrice('800.00')
    expect((await books.findVersion(caller, 2))?.version).toBe(2)
  })
})
