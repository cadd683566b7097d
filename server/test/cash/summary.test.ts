import fc from 'fast-check'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { LedgerSummary } from '../../src/cash/open-items/models.ts'
import { SummaryQuery, summarizeLedger } from '../../src/cash/open-items/summary.ts'
import { run } from '../../src/db/database.ts'
import { openDatabases } from '../../src/db/tenants.ts'
import {
  exportedBooks,
  exportedLedger,
  type PlainBooks,
  type PlainItem,
  plainItems,
  STORY_DAYS,
  tellStories,
} from '../support/builders/open-items.ts'
import { limits } from '../support/hostile/limits.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

const seed = trialSeed('ledger summary', 'BULWARK_SUMMARY_SEED')

let service: TestService
let stories: Readonly<Record<string, number>>
let books: PlainBooks
let programs: ReadonlyMap<number, number>

beforeAll(async () => {
  service = await testService()
  stories = await tellStories(service)
  books = await exportedBooks(service)
  const { rows } = await service.databases.platformPool.query(
    'select id, program_id from tenant_adm1.contract',
  )
  programs = new Map(rows.map(({ id, program_id }) => [Number(id), Number(program_id)]))
}, 120_000)

const accounting = () => service.api.as('sandbox-accounting')

interface Summary {
  readonly keys: Record<string, string | number | null>
  readonly count: number
  readonly [figure: string]: unknown
}
const summaries = async (search = ''): Promise<Summary[]> => {
  const { status, body, text } = await accounting().get(`/ledgerSummary?${search}`)
  expect(status, text).toBe(200)
  return body
}

const groups: Readonly<Record<string, string>> = {
  ...{ ContractDisbursement: 'written', Refinalize: 'written', Cancel: 'cancelled', CancelFee: 'cancelled' },
  ...{ Reinstatement: 'cancelled', Claim: 'claims', InspectionFee: 'claims' },
}
const figures = Object.keys(LedgerSummary.omit({ keys: true, count: true }).shape)

type Values = (item: PlainItem, dateField: string) => Record<string, string | number | null>
const keysOf: Readonly<Record<string, Values>> = {
  AccountHolder: ({ row }) => ({ accountHolderId: row.holder }),
  Disbursement: ({ row }) => ({ disbursementCode: row.code }),
  Product: ({ row }) => ({ productId: row.product }),
  Program: ({ row }) => ({ programId: row.contract === null ? null : (programs.get(row.contract) ?? null) }),
  Month: ({ row }, dateField) => ({
    month: (dateField === 'Effective' ? row.effective : row.accounting).slice(0, 7),
  }),
  LedgerType: ({ row }) => ({ ledgerType: row.type }),
}
const groupings = Object.keys(keysOf)

/** Adds up items in plain loops, in cents. */
function added(items: readonly PlainItem[], groupBy: readonly string[], dateField = 'Accounting') {
  const sums = new Map<string, Record<string, number>>()
  for (const item of items) {
    const keys = Object.assign({}, ...groupBy.map((name) => keysOf[name]?.(item, dateField)))
    const name = JSON.stringify(keys)
    const sum = sums.get(name) ?? Object.fromEntries([...figures, 'count'].map((figure) => [figure, 0]))
    sums.set(name, sum)
    const sign = item.row.direction === 'Receive' ? 1 : -1
    const add = (figure: string, amount: number) => {
      sum[figure] = (sum[figure] ?? 0) + amount
    }
    add('count', 1)
    add('net', sign * item.amount)
    add(groups[item.row.type] ?? 'other', sign * item.amount)
    add(sign === 1 ? 'received' : 'paid', item.paid)
    add(item.state, sign * (item.amount - item.paid))
  }
  return Object.fromEntries(sums)
}

const inCents = (summary: Summary) =>
  Object.fromEntries([
    ...figures.map((figure) => [figure, Math.round(Number(summary[figure]) * 100)]),
    ['count', summary.count],
  ])
const byKeys = (all: readonly Summary[]) =>
  Object.fromEntries(all.map((summary) => [JSON.stringify(summary.keys), inCents(summary)]))

const anyDay = fc.oneof(
  fc.constantFrom(...STORY_DAYS),
  fc
    .integer({ min: 0, max: 1_000 })
    .map((days) => new Date(Date.UTC(2023, 0, 1 + days)).toISOString().slice(0, 10)),
)

describe('a ledger summary', () => {
  test('of one contract in force has the figures of the example', async () => {
    const rows = books.rows.filter(({ contract }) => contract === stories.plain)
    const { count, written, net, received, paid, open, held, pending } = added(
      plainItems({ ...books, rows }),
      [],
    )['{}'] as Record<string, number>
    expect([count, written, net]).toEqual([12, 136293 - 17623, 136293 - 17623])
    expect([received, paid, open, held, pending]).toEqual([12345, 0, 136293 - 12345, 0, -17623])
  })

  test('of everything is one row without keys, as the rows are', async () => {
    const [all, ...others] = await summaries()
    expect(others).toEqual([])
    expect(all?.keys).toEqual({})
    expect(inCents(all as Summary)).toEqual(added(plainItems(books), [])['{}'])
  })

  test('of nothing is one row of zeros, or no groups', async () => {
    const [none] = await summaries('accountHolderId=987654321')
    expect(none).toEqual({ keys: {}, count: 0, ...Object.fromEntries(figures.map((figure) => [figure, 0])) })
    expect(await summaries('accountHolderId=987654321&groupBy=Month')).toEqual([])
  })

  test('has one row for each combination of keys, on any day', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.subarray(groupings),
        fc.option(anyDay, { nil: undefined }),
        fc.constantFrom('Accounting', 'Effective'),
        fc.option(anyDay, { nil: undefined }),
        async (groupBy, day, dateField, from) => {
          const search = new URLSearchParams({
            dateField,
            ...(day ? { asOfDate: day } : {}),
            ...(from ? { from } : {}),
          })
          if (groupBy.length > 0) search.set('groupBy', groupBy.join(','))
          const answer = await summaries(String(search))
          const items = plainItems(books, day).filter(
            ({ row }) => !from || (dateField === 'Effective' ? row.effective : row.accounting) >= from,
          )
          expect(new Set(answer.map(({ keys }) => JSON.stringify(keys))).size).toBe(answer.length)
          for (const one of answer.map(inCents)) {
            const { net = 0, received = 0, paid = 0, open = 0, held = 0, pending = 0 } = one
            expect(net).toBe(received - paid + open + held + pending)
          }
          const expected = added(items, groupBy, dateField)
          if (groupBy.length > 0 || items.length > 0) expect(byKeys(answer), String(search)).toEqual(expected)
        },
      ),
      {
        seed,
        numRuns: trials(500),
        examples: [
          [groupings, undefined, 'Accounting', undefined],
          [groupings, '2024-04-02', 'Effective', undefined],
          [['Month'], '2024-06-15', 'Accounting', '2024-04-02'],
        ],
      },
    )
  }, 300_000)

  test('agrees with the journal of every account holder on any day', async () => {
    await fc.assert(
      fc.asyncProperty(anyDay, async (day) => {
        const answer = await summaries(`groupBy=AccountHolder&asOfDate=${day}`)
        const { body } = await accounting().get(`/trialBalance?asOfDate=${day}`)
        const owed = new Map<string, number>()
        for (const { account, balance } of body.accounts) {
          const [kind, holder = ''] = account.split(':')
          if (kind === 'Receivable' || kind === 'Payable')
            owed.set(holder, (owed.get(holder) ?? 0) + Math.round(balance * 100))
        }
        const cash = new Map<string, number>()
        for (const { type, debit, credit, amount, accounting: booked } of books.journal)
          if (type === 'Cash' && booked <= day)
            for (const [account, sign] of [[debit, -1] as const, [credit, 1] as const]) {
              const [kind, holder = ''] = account.split(':')
              if (kind === 'Receivable' || kind === 'Payable')
                cash.set(holder, (cash.get(holder) ?? 0) + sign * amount)
            }
        const unpaid = answer.map((one): [string, number] => {
          const { open = 0, held = 0, pending = 0 } = inCents(one)
          return [String(one.keys.accountHolderId), open + held + pending]
        })
        const moved = answer.map((one): [string, number] => {
          const { received = 0, paid = 0 } = inCents(one)
          return [String(one.keys.accountHolderId), received - paid]
        })
        const sorted = (all: Iterable<[string, number]>) =>
          [...all].filter(([, amount]) => amount !== 0).sort()
        expect(sorted(unpaid), day).toEqual(sorted(owed))
        expect(sorted(moved), day).toEqual(sorted(cash))
      }),
      { seed, numRuns: trials(500), examples: STORY_DAYS.map((day): [string] => [day]) },
    )
  }, 300_000)

  test('of a day stays the same when something happens later', async () => {
    const before = await summaries('groupBy=AccountHolder,LedgerType,Disbursement&asOfDate=2024-06-01')
    const row = {
      accountHolderId: await holderId(service, 'Dealer', 'D1001'),
      direction: 'Receive',
      amount: 5,
    }
    const { body } = await accounting().post('/ledgers', {
      ...row,
      reason: 'Late',
      effectiveDate: '2024-06-02',
    })
    await accounting().patch(`/ledgers/${body.id}`, { amount: 7, reason: 'Later' })
    expect(await summaries('groupBy=AccountHolder,LedgerType,Disbursement&asOfDate=2024-06-01')).toEqual(
      before,
    )
    await accounting().patch(`/ledgers/${body.id}`, { status: 'Voided', reason: 'Never mind' })
    books = await exportedBooks(service)
  })

  test('of a day to come shows the rows as they are', async () => {
    expect(await summaries('groupBy=LedgerType&asOfDate=2030-01-01')).toEqual(
      await summaries('groupBy=LedgerType'),
    )
  })

  test('is limited by account holder, product and days', async () => {
    const id = await holderId(service, 'Agent', 'A100')
    const items = plainItems(books).filter(
      ({ row }) =>
        row.holder === id &&
        row.product === 1 &&
        row.accounting >= '2024-03-01' &&
        row.accounting <= '2024-03-31',
    )
    const search = `accountHolderId=${id}&productId=1&from=2024-03-01&to=2024-03-31&groupBy=Disbursement&groupBy=Month`
    expect(items.length).toBeGreaterThan(0)
    expect(byKeys(await summaries(search))).toEqual(added(items, ['Disbursement', 'Month']))
  })

  test.each([
    ['groupBy=Dealer', ['?groupBy Enum']],
    ['groupBy=Month,', ['?groupBy Enum']],
    ['dateField=Due', ['?dateField Enum']],
    ['asOfDate=2024-02-30&from=x', ['?asOfDate Format', '?from Format']],
    ['accountHolderId=x', ['?accountHolderId Type']],
    ['pageSize=0', ['?pageSize Range']],
  ])('refuses %s', async (search, faults) => {
    const found = faultsIn(await accounting().get(`/ledgerSummary?${search}`))
    expect(found.map((fault) => fault.replace(/\/\d+ /, ' ')).sort()).toEqual(faults)
  })

  test('needs the permission', async () => {
    expectProblem(await service.api.as('sandbox-entry').get('/ledgerSummary'), 'Forbidden')
  })
})

describe('a limited caller', () => {
  test('of a dealer sees its own accounts, with dealer cost as one row', async () => {
    const office = service.api.as('sandbox-office-d1001')
    const rows = await exportedLedger(office)
    const groupBy = ['AccountHolder', 'Disbursement', 'LedgerType']
    const { body } = await office.get(`/ledgerSummary?groupBy=${groupBy.join()}`)
    const items = plainItems({ rows, journal: [] })
    expect(byKeys(body)).toEqual(added(items, groupBy))
    const codes = new Set(body.map(({ keys }: Summary) => keys.disbursementCode))
    expect(codes).toContain('DEALERCOST')
    for (const hidden of ['RESERVE', 'ADMIN', 'CLIP', 'AGENT']) expect(codes).not.toContain(hidden)
  })

  test('sees on a past day the sum of what staff see', async () => {
    const office = service.api.as('sandbox-office-d1001')
    const id = await holderId(service, 'Dealer', 'D1001')
    for (const day of STORY_DAYS) {
      const search = `accountHolderId=${id}&groupBy=LedgerType&asOfDate=${day}`
      const { body } = await office.get(`/ledgerSummary?${search}`)
      const staff = await summaries(search)
      const amounts = (all: readonly Summary[]) => all.map(({ count: _, ...rest }) => rest)
      expect(amounts(body), day).toEqual(amounts(staff))
    }
  })

  test('does not see the accounts of others', async () => {
    const office = service.api.as('sandbox-office-d1001')
    const agent = await holderId(service, 'Agent', 'A100')
    const { body } = await office.get(`/ledgerSummary?accountHolderId=${agent}`)
    expect(body).toMatchObject([{ count: 0, net: 0 }])
  })
})

test('takes longer than other reads may, if the ledger is large', async () => {
  const databases = openDatabases(service.location, { ...limits, statementMilliseconds: 300 })
  const [tenant] = await databases.tenants()
  if (!tenant) throw new Error('There is no administrator.')
  const db = databases.of(tenant)
  // A client of its own: the service itself never locks a table.
  const writer = new pg.Client(service.location)
  await writer.connect()
  try {
    await writer.query('begin')
    await writer.query('lock table tenant_adm1.ledger in access exclusive mode')
    const summary = summarizeLedger(db, { scopes: [] }, SummaryQuery.parse({}), undefined)
    await expect(run(db, 'select count(*) from ledger', [])).rejects.toThrow('statement timeout')
    await writer.query('rollback')
    expect(await summary).toHaveLength(1)
  } finally {
    await writer.end()
    await databases.close()
  }
})
