import { beforeAll, describe, expect, test } from 'vitest'
import { sellR1 } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import {
  exportedBooks,
  type PlainBooks,
  plainItems,
  STORY_DAYS,
  tellStories,
} from '../support/builders/open-items.ts'
import { recordsIn } from '../support/oracle/lists/csv.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'
import { everyThird, trialSeed } from '../support/service/trials.ts'

let service: TestService
let books: PlainBooks

const TODAY = '2024-12-31'

beforeAll(async () => {
  await oldStatistics()
  service = await testService()
  await tellStories(service)
  books = await exportedBooks(service)
}, 120_000)

/**
 * PostgreSQL's statistics of the ledger come from a time when every contract waited to be finalized. A plan that relied on
 * them took minutes for a past day.
 */
async function oldStatistics(): Promise<void> {
  const early = await testService()
  await withoutContracts(early)
  await setClock(early, '2024-03-15T15:00:00Z')
  await sellR1(early.api.as('sandbox-admin'))
  for (const table of ['ledger', 'ledger_edit', 'ledger_detail', 'journal'])
    await inDatabase(early, `analyze ${table}`)
}

const accounting = () => service.api.as('sandbox-accounting')

interface Aged {
  readonly accountHolder: { readonly id: number }
  readonly [bucket: string]: unknown
}
const buckets = ['current', 'days1To30', 'days31To60', 'days61To90', 'over90']

/** All pages of a list of aging, as cents by account holder. */
async function agedOf(search: string): Promise<[number, Record<string, number>][]> {
  const all: Aged[] = []
  for (let page = 1; ; page += 1) {
    const { status, body, text } = await accounting().get(`/aging?pageSize=200&pageNumber=${page}&${search}`)
    expect(status, text).toBe(200)
    all.push(...body.items)
    if (body.items.length === 0) {
      expect(body.totalCount).toBe(all.length)
      return all.map((row) => [
        row.accountHolder.id,
        Object.fromEntries([...buckets, 'total'].map((name) => [name, Math.round(Number(row[name]) * 100)])),
      ])
    }
  }
}

const bucketOf = (days: number) => buckets[days <= 0 ? 0 : Math.min(4, Math.ceil(days / 30))] ?? ''

/** The same in plain loops. */
function plainAging(direction: string, asOf: string, day?: string): [number, Record<string, number>][] {
  const sums = new Map<number, Record<string, number>>()
  for (const { row, amount, paid, state } of plainItems(books, day)) {
    if (row.direction !== direction || state !== 'open' || amount === paid) continue
    const sum = sums.get(row.holder) ?? Object.fromEntries([...buckets, 'total'].map((name) => [name, 0]))
    sums.set(row.holder, sum)
    const bucket = bucketOf(Math.round((Date.parse(asOf) - Date.parse(row.due)) / 86_400_000))
    sum[bucket] = (sum[bucket] ?? 0) + amount - paid
    sum.total = (sum.total ?? 0) + amount - paid
  }
  return [...sums].sort(([one, a], [two, b]) => (b.total ?? 0) - (a.total ?? 0) || one - two)
}

describe('aging', () => {
  test('has what each account holder owes by how long it is past due, the largest total first', async () => {
    const aged = await agedOf('')
    expect(aged).toEqual(plainAging('Receive', TODAY))
    expect(aged.length).toBeGreaterThan(3)
  })

  test('has what we owe', async () => {
    expect(await agedOf('direction=Pay')).toEqual(plainAging('Pay', TODAY))
  })

  test('of a past day counts what was booked by then, and days from then', async () => {
    const seed = trialSeed('days of aging', 'BULWARK_AGING_SEED')
    for (const day of everyThird(STORY_DAYS, seed))
      for (const direction of ['Receive', 'Pay'])
        expect(await agedOf(`direction=${direction}&asOfDate=${day}`), day).toEqual(
          plainAging(direction, day, day),
        )
  }, 120_000)

  test('of a day to come counts days until then', async () => {
    expect(await agedOf('asOfDate=2025-06-30')).toEqual(plainAging('Receive', '2025-06-30'))
  })

  test('moves an amount from bucket to bucket on the day', async () => {
    const accountHolderId = await holderId(service, 'LienHolder', 'L100')
    const row = { accountHolderId, direction: 'Receive', amount: 12.34, reason: 'Claim paid twice' }
    const { body } = await accounting().post('/ledgers', {
      ...row,
      effectiveDate: '2024-01-10',
      dueDate: '2024-01-31',
    })
    const bucketOn = async (asOfDate: string) => {
      const answer = await accounting().get(`/aging?accountHolderId=${accountHolderId}&asOfDate=${asOfDate}`)
      return answer.body.items.map((one: Aged) => buckets.find((bucket) => one[bucket] !== 0))
    }
    expect(await bucketOn('2024-01-09')).toEqual([])
    expect(await bucketOn('2024-01-31')).toEqual(['current'])
    expect(await bucketOn('2024-02-01')).toEqual(['days1To30'])
    expect(await bucketOn('2024-03-01')).toEqual(['days1To30'])
    expect(await bucketOn('2024-03-02')).toEqual(['days31To60'])
    expect(await bucketOn('2024-04-30')).toEqual(['days61To90'])
    expect(await bucketOn('2024-05-01')).toEqual(['over90'])
    await accounting().patch(`/ledgers/${body.id}`, { status: 'Voided', reason: 'Paid once' })
    expect(await bucketOn(TODAY)).toEqual([])
    expect(await bucketOn('2024-12-30')).toEqual(['over90'])
  })

  test('is limited by account holder and kind, sorted and exported', async () => {
    const id = await holderId(service, 'Dealer', 'D1001')
    const aged = plainAging('Receive', TODAY)
    expect(await agedOf(`accountHolderId=${id}`)).toEqual(aged.filter(([holder]) => holder === id))
    const dealers = await agedOf('accountHolderType=Dealer')
    expect(dealers.map(([holder]) => holder)).toContain(id)
    expect(dealers).toEqual(aged.filter((one) => dealers.some(([holder]) => holder === one[0])))
    const ascending = await agedOf('sortBy=total')
    expect(ascending.map(([, { total }]) => total)).toEqual(aged.map(([, { total }]) => total).reverse())
    const { text } = await accounting().get('/aging', { headers: { accept: 'text/csv' } })
    expect(recordsIn(text).map((row) => Number(row['accountHolder.id']))).toEqual(
      aged.map(([holder]) => holder),
    )
  })

  test.each([
    ['direction=Both', ['?direction Enum']],
    ['asOfDate=2024-02-30', ['?asOfDate Format']],
    ['sortBy=over90', ['?sortBy Enum']],
    ['accountHolderType=Bank', ['?accountHolderType Enum']],
    ['productId=1', ['?productId Unknown']],
  ])('refuses %s', async (search, faults) => {
    expect(faultsIn(await accounting().get(`/aging?${search}`))).toEqual(faults)
  })

  test('needs the permission', async () => {
    expectProblem(await service.api.as('sandbox-entry').get('/aging'), 'Forbidden')
  })

  test('shows a limited caller its own account only', async () => {
    const id = await holderId(service, 'Dealer', 'D1001')
    const { body } = await service.api.as('sandbox-office-d1001').get('/aging')
    const staff = await accounting().get(`/aging?accountHolderId=${id}`)
    expect(body.items).toEqual(staff.body.items)
    const past = 'asOfDate=2024-04-12'
    const office = await service.api.as('sandbox-office-d1001').get(`/aging?${past}`)
    expect(office.body.items).toEqual(
      (await accounting().get(`/aging?accountHolderId=${id}&${past}`)).body.items,
    )
  })
})
