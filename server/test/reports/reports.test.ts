import { describe, expect, test } from 'vitest'
import { type Db, run } from '../../src/db/database.ts'
import { addDays } from '../../src/domain/dates.ts'
import { permissions } from '../../src/domain/permissions.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// The figures of reports: each against the rows of the list that it opens, and against the journal, the ledger and the
// records, added up here in another way.

const service = await testService()
const admin = service.api.as('sandbox-admin')
await setClock(service, '2026-08-03T15:00:00Z')
const db: Db = (await sandboxOf(service)).db
/** Days with postings before, in and after them. */
const [found] = await run<{ from: string; to: string }>(
  db,
  `select percentile_disc(0.3) within group (order by accounting_date)::text as from,
     percentile_disc(0.7) within group (order by accounting_date)::text as to from journal where entry_type = 'Earning'`,
  [],
)
const days = { from: String(found?.from), to: String(found?.to) }

interface Cell {
  readonly value: string | number | null
  readonly list: { readonly path: string; readonly query: Readonly<Record<string, string>> } | null
}
interface ReportAnswer {
  readonly name: string
  readonly fromDate: string | null
  readonly toDate: string | null
  readonly columns: readonly { readonly key: string; readonly kind: string }[]
  readonly rows: readonly { readonly key: string; readonly cells: readonly Cell[] }[]
  readonly totals: readonly Cell[]
}

async function report(path: string, caller: Caller = admin): Promise<ReportAnswer> {
  const { status, body, text } = await caller.get(`/reports/${path}`)
  expect(status, text).toBe(200)
  for (const { cells } of body.rows) expect(cells).toHaveLength(body.columns.length)
  expect(body.totals).toHaveLength(body.columns.length)
  return body
}

const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100)
const at = (answer: ReportAnswer, key: string) => answer.columns.findIndex((column) => column.key === key)
const cell = (answer: ReportAnswer, row: string, key: string): Cell => {
  const found = answer.rows.find((one) => one.key === row)?.cells[at(answer, key)]
  if (!found) throw new Error(`${answer.name} has no ${row} ${key}.`)
  return found
}
const total = (answer: ReportAnswer, key: string): Cell => answer.totals[at(answer, key)] as Cell

/** All rows of a list, page by page. */
async function rowsOf({ list }: Cell, caller: Caller): Promise<Record<string, unknown>[]> {
  if (!list) throw new Error('The figure has no list.')
  const rows: Record<string, unknown>[] = []
  for (let pageNumber = 1; ; pageNumber += 1) {
    const query = new URLSearchParams({ ...list.query, pageSize: '200', pageNumber: String(pageNumber) })
    const { status, body, text } = await caller.get(`${list.path}?${query}`)
    expect(status, text).toBe(200)
    const page = (body.items ?? body) as Record<string, unknown>[]
    rows.push(...page)
    if (page.length < 200) return rows
  }
}

/** What the rows of a list say about a figure of a report. */
type Figure = (rows: readonly Record<string, unknown>[]) => number
const sum =
  (field: string): Figure =>
  (rows) =>
    rows.reduce((all, row) => all + cents(row[field]), 0)
const number: Figure = (rows) => rows.length

/** Credits less debits of a kind of accounts. */
const balance =
  (kind: string): Figure =>
  (rows) =>
    rows.reduce((all, row) => {
      const side = (account: unknown) => (String(account).startsWith(`${kind}:`) ? cents(row.amount) : 0)
      return all + side(row.creditAccount) - side(row.debitAccount)
    }, 0)
const side =
  (kind: string, field: 'creditAccount' | 'debitAccount'): Figure =>
  (rows) =>
    rows
      .filter((row) => String(row[field]).startsWith(`${kind}:`))
      .reduce((all, row) => all + cents(row.amount), 0)

const openedBy: Readonly<Record<string, Readonly<Record<string, Figure>>>> = {
  production: {
    ...{ contracts: number, retail: sum('retailPrice'), dealerCost: sum('dealerCost'), cancelled: number },
  },
  earnings: {
    opening: balance('Unearned'),
    added: side('Unearned', 'creditAccount'),
    released: side('Unearned', 'debitAccount'),
    closing: balance('Unearned'),
    earned: balance('Earned'),
    earnedToDate: balance('Earned'),
  },
  'loss-ratio': { claims: number, open: number, paid: sum('paid') },
  'loss-triangle': { claims: number },
  cancels: {
    ...{ cancels: number, gross: sum('grossRefund'), claimsDeducted: sum('claimsDeduction') },
    ...{ fees: sum('cancelFee'), net: sum('netRefund'), salesTax: sum('salesTaxRefund') },
    total: sum('totalRefund'),
  },
  aging: Object.fromEntries(
    ['current', 'days1To30', 'days31To60', 'days61To90', 'over90', 'total'].map((name) => [
      name,
      sum('openAmount'),
    ]),
  ),
  'overdue-refunds': { refunds: number, amount: sum('amount'), penalty: sum('latePenalty') },
}

/** Every figure of some rows and of the totals is what its list adds up to. */
async function expectOpened(answer: ReportAnswer, caller: Caller, rows: number) {
  const figures = openedBy[answer.name] ?? {}
  const lines = [answer.totals, ...answer.rows.slice(0, rows).map(({ cells }) => cells)]
  for (const cells of lines)
    for (const [key, figure] of Object.entries(figures)) {
      const one = cells[at(answer, key)] as Cell
      const isCount = answer.columns[at(answer, key)]?.kind === 'Count'
      const opened = figure(await rowsOf(one, caller))
      expect([answer.name, key, isCount ? one.value : cents(one.value)]).toEqual([answer.name, key, opened])
    }
}

const callers = ['sandbox-admin', 'sandbox-dealer-d1001', 'sandbox-lienholder-l100', 'sandbox-agent-a100']

describe.each(callers)('every figure opens to the rows that make it up, for %s', (name) => {
  const caller = service.api.as(name)

  test.each(['production?fromDate=2020-01-01', 'cancels?fromDate=2015-01-01', 'overdue-refunds', 'aging'])(
    '%s',
    async (path) => {
      const { body } = await caller.get('/reports')
      const names = (body.items as { name: string }[]).map((one) => one.name)
      const [wanted = ''] = path.split('?')
      if (names.includes(wanted)) await expectOpened(await report(path, caller), caller, 4)
      else expect(await caller.get(`/reports/${path}`)).toMatchObject({ status: 403 })
    },
  )
})

test.each([
  `earnings?fromDate=${days.from}&toDate=${days.to}`,
  `earnings?fromDate=${days.from}&toDate=${days.to}&by=Month`,
  'loss-ratio?fromDate=2020-01-01',
  'loss-triangle?fromDate=2025-01-01',
  'production?fromDate=2024-01-15&toDate=2024-02-10&productId=1',
])('%s opens for staff', async (path) => {
  await expectOpened(await report(path), admin, 3)
})

describe('production', () => {
  test('grows by a sale, by what the journal says that the dealer owes for it', async () => {
    const read = () => report('production?fromDate=2024-03-01&toDate=2024-03-31')
    const before = await read()
    const contract = await soldR1(service)
    await setClock(service, '2026-08-03T15:00:00Z')
    const after = await read()
    const grown = (key: string) => cents(total(after, key).value) - cents(total(before, key).value)
    const { items } = (await admin.get(`/journal?contractId=${contract.id}&entryType=Finalize&pageSize=200`))
      .body
    const owed = (items as { debitAccount: string; creditAccount: string; amount: number }[])
      .filter((row) => row.debitAccount.startsWith('Receivable:') && row.creditAccount !== 'SalesTaxPayable')
      .reduce((all, { amount }) => all + cents(amount), 0)
    expect([grown('contracts'), grown('dealerCost'), owed]).toEqual([100, 136_293, 136_293])
    expect(grown('retail')).toBe(cents(contract.retailPrice))
    const sold = `2024-03 ${contract.product.id}`
    expect((await rowsOf(cell(after, sold, 'contracts'), admin)).map(({ id }) => id)).toContain(contract.id)
  })

  test('has a row for each month and product, and totals of all', async () => {
    const answer = await report('production?fromDate=2024-01-01&toDate=2024-12-31')
    const columns = ['contracts', 'retail', 'dealerCost', 'cancelled']
    for (const key of columns)
      expect(answer.rows.reduce((all, { cells }) => all + cents(cells[at(answer, key)]?.value), 0)).toBe(
        cents(total(answer, key).value),
      )
    expect(new Set(answer.rows.map(({ key }) => key)).size).toBe(answer.rows.length)
    const months = answer.rows.map(({ cells }) => String(cells[0]?.value))
    expect(months).toEqual(months.toSorted())
  })

  test('a dealer sees its own contracts only', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    const own = await report('production?fromDate=2020-01-01', dealer)
    const all = await report(
      `production?fromDate=2020-01-01&dealerId=${await holderId(service, 'Dealer', 'D1001')}`,
    )
    expect(own.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual(
      all.rows.map(({ cells }) => cells.map(({ value }) => value)),
    )
    const [other] = await run<{ id: number }>(
      db,
      `select id from account_holder where type = 'Dealer' and number <> 'D1001' limit 1`,
      [],
    )
    expect((await report(`production?fromDate=2020-01-01&dealerId=${other?.id}`, dealer)).rows).toEqual([])
  })
})

describe('earnings', () => {
  test('agrees with the trial balance on the first and the last day', async () => {
    const answer = await report(`earnings?fromDate=${days.from}&toDate=${days.to}`)
    const balances = async (day: string, kind: string) =>
      (await admin.get(`/trialBalance?asOfDate=${day}`)).body.accounts
        .filter(({ account }: { account: string }) => account.startsWith(`${kind}:`))
        .reduce((all: number, one: { balance: number }) => all - cents(one.balance), 0)
    expect(cents(total(answer, 'opening').value)).toBe(await balances(addDays(days.from, -1), 'Unearned'))
    expect(cents(total(answer, 'closing').value)).toBe(await balances(days.to, 'Unearned'))
    expect(cents(total(answer, 'earnedToDate').value)).toBe(await balances(days.to, 'Earned'))
    expect(cents(total(answer, 'earned').value)).toBe(
      (await balances(days.to, 'Earned')) - (await balances(addDays(days.from, -1), 'Earned')),
    )
    expect(cents(total(answer, 'earned').value)).toBeGreaterThan(0)
  })

  test('a code is what the journal has of it', async () => {
    const answer = await report(`earnings?fromDate=${days.from}&toDate=${days.to}`)
    const [journal] = await run<{ added: number; released: number }>(
      db,
      `select coalesce(sum(amount) filter (where credit_account = 'Unearned:RESERVE'), 0)::bigint as added,
         coalesce(sum(amount) filter (where debit_account = 'Unearned:RESERVE'), 0)::bigint as released
       from journal where accounting_date between $1 and $2`,
      [days.from, days.to],
    )
    expect([
      ...[cents(cell(answer, 'RESERVE', 'added').value), cents(cell(answer, 'RESERVE', 'released').value)],
    ]).toEqual([Number(journal?.added), Number(journal?.released)])
  })

  test('by month it is the same in all, and each month begins where the last one ended', async () => {
    const byCode = await report(`earnings?fromDate=${days.from}&toDate=${days.to}`)
    const byMonth = await report(`earnings?fromDate=${days.from}&toDate=${days.to}&by=Month`)
    expect(byMonth.totals.map(({ value }) => value)).toEqual(byCode.totals.map(({ value }) => value))
    const [opening, closing] = [at(byMonth, 'opening'), at(byMonth, 'closing')]
    byMonth.rows.slice(1).forEach(({ cells }, before) => {
      expect(cells[opening]?.value).toBe(byMonth.rows[before]?.cells[closing]?.value)
    })
  })

  test('from the first day there is, nothing was before', async () => {
    const answer = await report('earnings?fromDate=0001-01-01')
    expect([total(answer, 'opening').value, total(answer, 'opening').list]).toEqual([0, null])
    expect(total(answer, 'earned').value).toBe(total(answer, 'earnedToDate').value)
  })
})

describe('losses', () => {
  test('paid agrees with the cash that was applied to claims, and earned with the journal', async () => {
    const answer = await report('loss-ratio?fromDate=2015-01-01')
    const [cash] = await run<{ amount: number }>(
      db,
      `select coalesce(sum(case when a.is_reversal then -a.applied_amount else a.applied_amount end), 0)::bigint as amount
       from ledger_detail a join ledger l on l.id = a.ledger_id join claim m on m.id = l.claim_id
       where l.ledger_type = 'Claim' and l.direction = 'Pay' and m.status <> 'Voided' and m.loss_date >= '2015-01-01'`,
      [],
    )
    expect(cents(total(answer, 'paid').value)).toBe(Number(cash?.amount))
    expect(Number(cash?.amount)).toBeGreaterThan(0)
    const rows = answer.rows.map(({ cells }) => cells)
    for (const cells of rows) {
      const of = (key: string) => cells[at(answer, key)]?.value
      expect(cents(of('incurred'))).toBe(cents(of('paid')) + cents(of('reserve')))
      const [incurred, earned] = [Number(of('incurred')), Number(of('earned'))]
      if (earned > 0) expect(of('lossRatio')).toBeCloseTo(incurred / earned, 4)
      else expect(earned !== 0 || of('lossRatio') === null).toBe(true)
    }
  })

  test('the newest figure of each month of the triangle is what its claims were paid', async () => {
    const answer = await report('loss-triangle?fromDate=2024-08-01')
    expect(answer.rows).toHaveLength(25)
    for (const { key, cells } of answer.rows) {
      const known = cells.slice(2).filter(({ value }) => value !== null)
      const rows = await rowsOf(cells[1] as Cell, admin)
      expect([key, cents(known.at(-1)?.value)]).toEqual([key, sum('paid')(rows)])
    }
    const last = answer.rows
      .at(-1)
      ?.cells.slice(2)
      .filter(({ value }) => value !== null)
    expect(last).toHaveLength(1)
  })

  test('a triangle of many years is cut to the newest', async () => {
    const { status, body } = await admin.get('/reports/loss-triangle?fromDate=0001-01-01')
    expect([status, body.isCut, body.rows.length]).toEqual([200, true, 60])
    expect((await admin.get('/reports/loss-triangle?toDate=0001-02-01')).body).toMatchObject({ isCut: true })
  })
})

test('what was refunded by reason agrees with the payments of the cancels', async () => {
  const answer = await report('cancels?fromDate=2015-01-01')
  const [row] = answer.rows
  expect(row).toBeDefined()
  const listed = await rowsOf(row?.cells[1] as Cell, admin)
  let paid = 0
  for (const { id } of listed) {
    const { body } = await admin.get(`/cancels/${id}/cancelpayments`)
    paid += (body as { amount: number; status: string }[])
      .filter(({ status }) => status !== 'Voided')
      .reduce((all, payment) => all + cents(payment.amount), 0)
  }
  expect(cents(row?.cells[at(answer, 'total')]?.value)).toBe(paid)
})

test('a report is a table as CSV', async () => {
  const answer = await report('production?fromDate=2024-01-01&toDate=2024-12-31')
  const csv = await admin.get('/reports/production?fromDate=2024-01-01&toDate=2024-12-31', {
    headers: { accept: 'text/csv' },
  })
  const lines = csv.text.trimEnd().split('\r\n')
  expect(csv.headers.get('content-type')).toContain('text/csv')
  expect(lines[0]).toBe('month,product,contracts,retail,dealerCost,cancelled')
  expect(lines).toHaveLength(answer.rows.length + 1)
})

describe('who reads what', () => {
  const names = async (caller: Caller) =>
    (await caller.get('/reports')).body.items.map(({ name }: { name: string }) => name)

  test('a caller has the reports that its permissions allow', async () => {
    expect(await names(admin)).toEqual([
      ...['production', 'earnings', 'loss-ratio', 'loss-triangle', 'cancels', 'aging', 'overdue-refunds'],
    ])
    expect(await names(service.api.as('sandbox-rates'))).toEqual([])
    expect(await names(service.api.as('sandbox-dealer-d1001'))).toEqual([
      ...['production', 'cancels', 'overdue-refunds'],
    ])
  })

  test('what is about all claims and accounts is refused to limited callers, whatever their permissions are', async () => {
    const scopes = [{ type: 'Dealer', id: await holderId(service, 'Dealer', 'D1001') }]
    const { body } = await admin.post('/apikeys', { name: 'limited', permissions, scopes })
    const limited = service.api.with(body.key)
    for (const [path, permission] of [
      ['earnings', 'earnings:read'],
      ['loss-ratio', 'claims:read'],
      ['loss-triangle', 'claims:read'],
    ] as const)
      expect(await limited.get(`/reports/${path}`)).toMatchObject({
        ...{ status: 403, body: { code: 'Forbidden', permission } },
      })
    expect(await names(limited)).toEqual(['production', 'cancels', 'aging', 'overdue-refunds'])
    // No line of dealer cost, in no figure and no name.
    for (const name of await names(limited))
      expect((await limited.get(`/reports/${name}`)).text).not.toMatch(/RESERVE|ADMIN\b|CLIP|AGENT/)
  })

  test('a report that ends before it begins, or an unknown parameter, is refused', async () => {
    expect(await admin.get('/reports/production?fromDate=2025-01-02&toDate=2025-01-01')).toMatchObject({
      ...{ status: 400, body: { code: 'DateRangeInvalid', errors: [{ pointer: '?toDate' }] } },
    })
    expect(await admin.get('/reports/aging?fromDate=2025-01-02')).toMatchObject({
      ...{ status: 400, body: { code: 'ValidationFailed' } },
    })
    expect((await admin.get('/reports/nothing')).status).toBe(404)
  })
})
