import { beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { accountOf, finalizeR1 } from '../support/builders/ledger-fixtures.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { overtaken } from '../support/hostile/overtake.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
await service.api.as('sandbox-admin').send('PUT', '/sandbox/clock', { body: { now: '2024-06-10T15:00:00Z' } })
beforeEach(async () => {
  await withoutContracts(service)
  await run((await sandboxOf(service)).db, 'truncate accounting_period', [])
})
const accounting = () => service.api.as('sandbox-accounting')
const close = (period: string, status = 'Closed') =>
  accounting().patch(`/accountingperiods/${period}`, { status })
const periods = async (): Promise<string[]> =>
  (await accounting().get('/accountingperiods')).body.map(
    (one: { period: string; status: string }) => `${one.period} ${one.status}`,
  )
const add = async (effectiveDate: string) => {
  const accountHolderId = await accountOf(service, 'AGENT')
  const row = { accountHolderId, direction: 'Pay', amount: 10, reason: 'x', effectiveDate }
  return (await accounting().post('/ledgers', row)).body
}

describe('the accounting months', () => {
  test('run from the first posting to the current month', async () => {
    expect(await periods()).toEqual([])
    await add('2024-04-30')
    expect(await periods()).toEqual(['2024-04 Open', '2024-05 Open', '2024-06 Open'])
  })

  test('are closed in order and opened in reverse order', async () => {
    await add('2024-03-10')
    expectProblem(await close('2024-04'), 'EarlierPeriodOpen')
    const closed = await close('2024-03')
    expect(closed.body).toEqual({
      ...{ period: '2024-03', status: 'Closed' },
      ...{ closedAt: '2024-06-10T15:00:00.000Z', closedBy: 'sandbox-accounting' },
    })
    expect((await close('2024-03')).body).toEqual(closed.body)
    expect((await close('2024-04')).status).toBe(200)
    expect(await periods()).toEqual(['2024-03 Closed', '2024-04 Closed', '2024-05 Open', '2024-06 Open'])
    expectProblem(await close('2024-03', 'Open'), 'LaterPeriodClosed')
    expect((await close('2024-04', 'Open')).body).toMatchObject({
      status: 'Open',
      closedAt: null,
      closedBy: null,
    })
    expect((await close('2024-03', 'Open')).status).toBe(200)
  })

  test('cannot be closed before they end', async () => {
    await add('2024-06-01')
    expectProblem(await close('2024-06'), 'PeriodNotOver')
    expectProblem(await close('2024-07'), 'PeriodNotOver')
  })

  test('are not found before the first posting or with an invalid number', async () => {
    await add('2024-05-01')
    expectProblem(await close('2024-04'), 'NotFound')
    expectProblem(await close('2024-13'), 'NotFound')
    expect(faultsIn(await close('2024-05', 'Shut'))).toEqual(['/status Enum'])
  })

  test('can be closed only with a separate permission, and honor If-Match', async () => {
    await add('2024-05-01')
    const body = { status: 'Closed' }
    expectProblem(
      await service.api.as('sandbox-supervisor').patch('/accountingperiods/2024-05', body),
      'Forbidden',
    )
    const stale = await accounting().patch('/accountingperiods/2024-05', body, { 'if-match': '"stale"' })
    expectProblem(stale, 'PreconditionFailed')
  })

  test('that are closed take no postings: they go to the first open day', async () => {
    await add('2024-03-10')
    await close('2024-03')
    await close('2024-04')
    for (const date of ['2024-01-05', '2024-03-10', '2024-04-30'])
      expect(await add(date)).toMatchObject({ effectiveDate: date, accountingDate: '2024-05-01' })
    expect(await add('2024-05-02')).toMatchObject({ accountingDate: '2024-05-02' })
    const contract = await finalizeR1(service, 'VSC-CLOSED')
    const { items } = (await accounting().get(`/journal?contractId=${contract}&pageSize=1`)).body
    expect(items[0]).toMatchObject({ effectiveDate: '2024-03-15', accountingDate: '2024-05-01' })
    expect(await periods()).toHaveLength(4)
  })

  test('are not closed during a posting, and postings wait while they are being closed', async () => {
    await add('2024-05-01')
    const months = `hashtextextended('tenant_adm1 accounting months', 0)`
    const posting = `select pg_advisory_xact_lock_shared(${months})`
    expect((await overtaken(service, posting, () => close('2024-05'))).status).toBe(200)
    const opening = `select pg_advisory_xact_lock(${months});
      update tenant_adm1.accounting_period set status = 'Open', closed_at = null, closed_by = null`
    const answer = await overtaken(service, opening, async () => ({
      ...{ status: 201, headers: new Headers(), text: '' },
      body: await add('2024-05-20'),
    }))
    expect(answer.body).toMatchObject({ accountingDate: '2024-05-20' })
  })
})

describe('the journal', () => {
  test('is filtered by account, date and entry type, in order', async () => {
    const contract = await finalizeR1(service, 'VSC-JOURNAL')
    await close('2024-03')
    await add('2024-03-20')
    const agent = await accountOf(service, 'AGENT')
    const found = async (search: string) => (await accounting().get(`/journal?${search}`)).body.totalCount
    expect(await found('')).toBe(8)
    expect(await found(`contractId=${contract}`)).toBe(7)
    expect(await found(`account=payable:${agent}`)).toBe(2)
    expect(await found('account=Unearned:reserve')).toBe(1)
    expect(await found('account=Bank')).toBe(0)
    expect(await found('entryType=Manual')).toBe(1)
    expect(await found('from=2024-04-01')).toBe(1)
    expect(await found('from=2024-04-01&dateField=Effective')).toBe(0)
    expect(await found('to=2024-03-31')).toBe(7)
    expect(await found('to=2024-03-20&dateField=Effective')).toBe(8)
    const { items } = (await accounting().get('/journal')).body
    expect(items.map((row: { id: number }) => row.id)).toEqual(
      items.map((row: { id: number }) => row.id).toSorted((one: number, two: number) => one - two),
    )
    expect(new Set(items.map((row: { entryId: number }) => row.entryId)).size).toBe(2)
  })

  test('and the trial balance are only for callers who see everything', async () => {
    expectProblem(await service.api.as('sandbox-entry').get('/journal'), 'Forbidden')
    const admin = service.api.as('sandbox-admin')
    const { body } = await admin.post('/oauthclients', {
      ...{ name: 'Limited', roles: ['Accounting'] },
      scopes: [{ type: 'Dealer', id: await accountOf(service, 'MARKUP') }],
    })
    const limited = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    expectProblem(await limited.get('/journal'), 'Forbidden')
    expectProblem(await limited.get('/trialBalance'), 'Forbidden')
    expectProblem(await limited.patch('/accountingperiods/2024-01', { status: 'Closed' }), 'Forbidden')
  })
})

describe('the trial balance', () => {
  test('balances on every day, by effective date and by accounting date', async () => {
    await finalizeR1(service, 'VSC-BALANCE')
    await close('2024-03')
    await add('2024-03-20')
    const balance = async (search: string) => (await accounting().get(`/trialBalance?${search}`)).body
    const dealer = await accountOf(service, 'MARKUP')
    const agent = await accountOf(service, 'AGENT')
    const whole = await balance('')
    expect(whole).toMatchObject({ asOfDate: '2024-06-10', totalDebit: 1372.93, totalCredit: 1372.93 })
    expect(whole.accounts[0]).toEqual({
      ...{
        account: `Receivable:${dealer}`,
        accountHolder: { type: 'Dealer', id: dealer, number: 'D1001', name: expect.any(String) },
      },
      ...{ debit: 1362.93, credit: 0, balance: 1362.93 },
    })
    const of = (answer: typeof whole, account: string) =>
      answer.accounts.find((one: { account: string }) => one.account === account)
    expect(of(whole, `Payable:${agent}`)).toMatchObject({ credit: 85, balance: -85 })
    expect(of(whole, 'Unearned:RESERVE')).toMatchObject({ accountHolder: null, credit: 1061.7 })
    for (const date of ['2024-03-14', '2024-03-15', '2024-03-31', '2024-04-01', '2024-06-10'])
      for (const dateField of ['Accounting', 'Effective']) {
        const { accounts, totalDebit, totalCredit } = await balance(`asOfDate=${date}&dateField=${dateField}`)
        expect(totalDebit).toBe(totalCredit)
        const sum = accounts.reduce(
          (all: number, one: { balance: number }) => all + Math.round(one.balance * 100),
          0,
        )
        expect(sum).toBe(0)
      }
    expect(of(await balance('asOfDate=2024-03-31'), `Payable:${agent}`)).toMatchObject({ credit: 75 })
    const effective = await balance('asOfDate=2024-03-31&dateField=Effective')
    expect(of(effective, `Payable:${agent}`)).toMatchObject({ credit: 85 })
    expect((await balance('asOfDate=2024-03-14')).accounts).toEqual([])
  })
})
