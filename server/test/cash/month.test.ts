import { beforeAll, describe, expect, test } from 'vitest'
import { cents, openCash } from '../support/builders/cash.ts'
import { withKey } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { earningsPosted } from '../support/builders/periods.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// One month of an administrator, from the first sale to the closed books.

const service = await testService()
const cash = openCash(service)
/** What a dealer owes for one contract, and what its agent and the insurer get of it. */
const [COST, AGENT, CLIP] = [1362.93, 75, 12]

const ids: Record<string, number> = {}
const sold: Record<string, number[]> = { D1001: [], D1002: [] }
let returned: number

const on = (day: number) => setClock(service, `2024-03-${String(day).padStart(2, '0')}T18:00:00Z`)
const rowsOf = async (contracts: readonly number[]) =>
  (await Promise.all(contracts.map((id) => cash.owed(id)))).flat().map(({ id }) => id)
const times = (amount: number, count: number) => (cents(amount) * count) / 100
const holder = (number: string) => ids[number] ?? 0
const contracts = (dealer: string, from: number, to?: number) => (sold[dealer] ?? []).slice(from, to)
const statement = async (number: string) =>
  (
    await cash.books.post(`/accountholders/${holder(number)}/statementrequests`, {
      ...{ fromDate: '2024-03-01', toDate: '2024-03-31' },
    })
  ).body
const balanceOf = async (id: number) =>
  (cents(await cash.balance(`Receivable:${id}`, '2024-03-31')) +
    cents(await cash.balance(`Payable:${id}`, '2024-03-31')) +
    cents(await cash.balance(`Unapplied:${id}`, '2024-03-31'))) /
  100

beforeAll(async () => {
  await withoutContracts(service)
  await inDatabase(service, 'truncate accounting_period')
  for (const [type, number] of [
    ...(['D1001', 'D1002'] as const).map((dealer) => ['Dealer', dealer] as const),
    ['Agent', 'A100'] as const,
    ['Insurer', 'I100'] as const,
  ])
    ids[number] = await holderId(service, type, number)
})

describe('March', () => {
  test('15th to 19th: two dealers sell 15 contracts each', async () => {
    for (let day = 15; day <= 19; day += 1) {
      await on(day)
      for (const dealer of ['D1001', 'D1002'])
        for (let count = 0; count < 3; count += 1) sold[dealer]?.push(await cash.activate(dealer))
    }
    expect(await cash.balance(`Receivable:${holder('D1001')}`)).toBe(times(COST, 15))
    await cash.expectBooks()
  })

  test('20th: the first remits everything, the second for ten contracts', async () => {
    await on(20)
    for (const [dealer, count, check] of [['D1001', 15, '501'] as const, ['D1002', 10, '9001'] as const]) {
      const ledgerIds = await rowsOf(contracts(dealer, 0, count))
      const batch = await cash.stage({ accountHolderId: holder(dealer), direction: 'Receive', ledgerIds })
      expect(batch.body.netAmount).toBe(times(COST, count))
      const done = await cash.process(batch.body.id, {
        amountConfirmed: times(COST, count),
        checkNumber: check,
      })
      expect(done.status, done.text).toBe(200)
      returned = done.body.cashTransactionIds[0]
    }
    expect((await cash.contract(contracts('D1002', 0)[0] ?? 0)).fundingStatus).toBe('Funded')
  })

  test('25th: the check of the second is returned; it owes everything, and the fee', async () => {
    await on(25)
    const back = await cash.patch(returned, {
      status: 'Returned',
      reason: 'Insufficient funds',
      returnCode: 'R01',
    })
    expect(back.status, back.text).toBe(200)
    expect(cents(await cash.balance(`Receivable:${holder('D1002')}`))).toBe(cents(times(COST, 15)) + 3_500)
    expect((await cash.contract(contracts('D1002', 0)[0] ?? 0)).fundingStatus).toBe('NotFunded')
  })

  test('26th: it wires for eight contracts', async () => {
    await on(26)
    const ledgerIds = await rowsOf(contracts('D1002', 0, 8))
    const batch = await cash.stage({
      accountHolderId: holder('D1002'),
      direction: 'Receive',
      ledgerIds,
      method: 'Wire',
    })
    await cash.process(batch.body.id, { amountConfirmed: times(COST, 8), reference: 'FT-1' })
    await cash.expectBooks()
  })

  test('27th: two contracts of the first are cancelled, and what the dealer owes and is owed is netted', async () => {
    await on(27)
    for (const id of contracts('D1001', 0, 2)) {
      const cancel = await cash.admin.post(
        `/contracts/${id}/cancels`,
        { cancelDate: '2024-03-27', cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_500 },
        withKey(),
      )
      expect(cancel.status, cancel.text).toBe(201)
    }
    const open = await cash.ledgersOf(`accountHolderId=${holder('D1001')}&ledgerStatus=Open&isMemo=false`)
    const mine = open.filter(({ openAmount }) => openAmount > 0)
    expect(mine.length).toBeGreaterThan(0)
    const batch = await cash.stage({
      ...{ accountHolderId: holder('D1001'), direction: 'Net', ledgerIds: mine.map(({ id }) => id) },
    })
    const { netAmount, id } = batch.body
    const done = await cash.process(id, { amountConfirmed: Math.abs(netAmount), checkNumber: 'NET-1' })
    expect(done.status, done.text).toBe(200)
    await cash.expectBooks()
  })

  test('28th: the agent and the insurer are paid by ACH, for funded contracts only', async () => {
    await on(28)
    for (const [number, amount] of [['A100', AGENT] as const, ['I100', CLIP] as const]) {
      const method = await cash.admin.post('/availablePaymentMethods/paymentMethod', {
        ...{ type: 'ACH', payeeName: number },
        ach: {
          routingNumber: '021000021',
          accountNumber: '12345678',
          accountType: 'Checking',
          holderName: number,
        },
      })
      const { paymentMethodId } = method.body
      const available = { accountHolderId: holder(number), paymentMethodId, isDefault: true }
      expect((await cash.admin.post('/availablePaymentMethods', available)).status).toBe(201)
      const filter = { direction: 'Pay' }
      const batch = await cash.stage({
        accountHolderId: holder(number),
        direction: 'Pay',
        filter,
        method: 'ACH',
      })
      expect(batch.status, batch.text).toBe(201)
      // 15 and 8 contracts are funded. What cancels charge back is a row to receive, and stays open.
      expect(batch.body.totalPay).toBe(times(amount, 23))
      const done = await cash.process(batch.body.id, { amountConfirmed: times(amount, 23) })
      expect(done.status, done.text).toBe(200)
    }
    const file = await cash.admin.post('/achfiles', {})
    expect(file.status, file.text).toBe(201)
    expect(file.body).toMatchObject({
      entryCount: 2,
      totalCredit: (cents(times(AGENT, 23)) + cents(times(CLIP, 23))) / 100,
    })
    await cash.expectBooks()
  })

  test('31st: statements close with the trial balance, to the cent', async () => {
    await setClock(service, '2024-04-05T18:00:00Z')
    await earningsPosted(cash.admin, '2024-03-31')
    for (const number of ['D1001', 'D1002', 'A100', 'I100']) {
      const made = await statement(number)
      expect(made.openingBalance, number).toBe(0)
      const parts =
        cents(made.newBusiness) +
        cents(made.cancels) +
        cents(made.claims) +
        cents(made.other) -
        cents(made.cash)
      expect(parts, number).toBe(cents(made.closingBalance))
      expect(made.closingBalance, number).toBe(await balanceOf(holder(number)))
    }
    expect(await statement('D1001')).toMatchObject({ newBusiness: times(COST, 15), closingBalance: 0 })
    expect(await statement('D1002')).toMatchObject({
      ...{ newBusiness: times(COST, 15), other: 35, cash: times(COST, 8) },
      closingBalance: (cents(times(COST, 7)) + 3_500) / 100,
    })
  })

  test('April 5th: the books agree on every day of the month, and the month is closed', async () => {
    for (let day = 1; day <= 31; day += 5) {
      const date = `2024-03-${String(day).padStart(2, '0')}`
      const { body } = await cash.admin.get(`/books/verification?asOfDate=${date}`)
      expect(body.isWhole, `${date} ${JSON.stringify(body.checks)}`).toBe(true)
      const balance = (await cash.admin.get(`/trialBalance?asOfDate=${date}`)).body
      expect(balance.totalDebit).toBe(balance.totalCredit)
    }
    const closed = await cash.books.patch('/accountingperiods/2024-03', { status: 'Closed' })
    expect(closed.status, closed.text).toBe(200)
    const journal = await cash.books.get('/accountingperiods/2024-03/journal')
    expect(journal.status).toBe(200)
    const late = await cash.post({
      ...{ type: 'Receipt', method: 'Check', accountHolderId: holder('D1002'), date: '2024-03-29' },
      ...{ amount: 100, allowUnapplied: true },
    })
    expect(late.body).toMatchObject({ date: '2024-03-29', postedDate: '2024-04-01' })
    expect(await statement('D1002')).toMatchObject({ closingBalance: (cents(times(COST, 7)) + 3_500) / 100 })
    await cash.expectBooks()
  })
})
