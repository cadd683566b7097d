import { beforeAll, describe, expect, test } from 'vitest'
import { detailsOf, openCash } from '../support/builders/cash.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// What is open today, when some of it is booked for a later day.

const service = await testService()
const cash = openCash(service)
const [YESTERDAY, TODAY, LATER] = ['2024-04-11', '2024-04-12', '2024-05-01'] as const
const ids: Record<string, number> = {}

/** Adds a row by hand, which is booked on this day. */
const add = async (holder: string, direction: string, amount: number, effectiveDate: string) => {
  const accountHolderId = ids[holder]
  const row = { accountHolderId, direction, amount, effectiveDate, reason: 'Agreed' }
  const { status, body, text } = await cash.books.post('/ledgers', row)
  expect(status, text).toBe(201)
  expect(body.accountingDate).toBe(effectiveDate)
  return body
}

beforeAll(async () => {
  await withoutContracts(service)
  await setClock(service, `${TODAY}T15:00:00Z`)
  for (const [type, number] of [
    ['Dealer', 'D1001'],
    ['LienHolder', 'L100'],
    ['Agent', 'A100'],
  ] as const)
    ids[number] = await holderId(service, type, number)
  await add('L100', 'Receive', 12.5, YESTERDAY)
  await add('L100', 'Receive', 100, LATER)
  await add('A100', 'Pay', 60, LATER)
  await add('D1001', 'Receive', 20, LATER)
  await add('D1001', 'Pay', 30, LATER)
  const ahead = await add('D1001', 'Receive', 40, LATER)
  const receipt = { type: 'Receipt', method: 'Check', accountHolderId: ids.D1001, date: TODAY, amount: 40 }
  const paid = await cash.post({ ...receipt, details: detailsOf([ahead]) })
  expect(paid.status, paid.text).toBe(201)
})

const callers = [
  ['staff', () => cash.books],
  ['a dealer’s office', () => service.api.as('sandbox-office-d1001')],
] as const
const searches = [
  '/aging?pageSize=200',
  '/aging?pageSize=200&direction=Pay',
  '/ledgerSummary?',
  '/ledgerSummary?groupBy=AccountHolder,LedgerType,Month',
]

describe.each(callers)('as of today, %s', (_, caller) => {
  test.each(searches)('%s answers what it answers without a day', async (search) => {
    const now = await caller().get(search)
    expect(now.status, now.text).toBe(200)
    const today = await caller().get(`${search}&asOfDate=${TODAY}`)
    expect(today.body).toEqual(now.body)
  })
})

test('a row that is booked for a later day is open as of today, and not as of yesterday', async () => {
  const openOn = async (day: string) => {
    const search = `accountHolderId=${ids.L100}&asOfDate=${day}`
    const { items } = (await cash.books.get(`/aging?${search}`)).body
    const [{ open, net }] = (await cash.books.get(`/ledgerSummary?${search}`)).body
    return { aged: items.map(({ total }: { total: number }) => total), open, net }
  }
  expect(await openOn(YESTERDAY)).toEqual({ aged: [12.5], open: 12.5, net: 12.5 })
  expect(await openOn(TODAY)).toEqual({ aged: [112.5], open: 112.5, net: 112.5 })
  expect(await openOn(LATER)).toEqual({ aged: [112.5], open: 112.5, net: 112.5 })
})
