import { beforeAll, describe, expect, test } from 'vitest'
import { exportedLedger, type PlainRow, tellStories } from '../support/builders/open-items.ts'
import { recordsIn } from '../support/oracle/lists/csv.ts'
import type { Answer } from '../support/service/api.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

let service: TestService
let stories: Readonly<Record<string, number>>
let rows: PlainRow[]
let dealer: number

const TODAY = '2024-12-31'

beforeAll(async () => {
  service = await testService()
  stories = await tellStories(service)
  rows = await exportedLedger(accounting())
  dealer = await holderId(service, 'Dealer', 'D1001')
}, 120_000)

const accounting = () => service.api.as('sandbox-accounting')
const office = () => service.api.as('sandbox-office-d1001')

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any
const cents = (amount: number) => Math.round(amount * 100)
const total = (some: readonly PlainRow[], direction: string) =>
  some.filter((row) => row.direction === direction).reduce((sum, { amount, paid }) => sum + amount - paid, 0)

const payReceive = (search: string): Promise<Answer> =>
  accounting().get(`/ledgers/payReceiveLedgers?${search}`)
const entryOf = async (search: string): Promise<Any> => {
  const { status, body, text } = await payReceive(search)
  expect(status, text).toBe(200)
  expect(body).toHaveLength(1)
  return body[0]
}

describe('what can be paid and received', () => {
  const due = (holder: number, day = TODAY) =>
    rows
      .filter((row) => row.holder === holder && row.status === 'Open' && !row.isMemo && row.due <= day)
      .sort((one, two) => (one.due < two.due ? -1 : one.due > two.due ? 1 : one.id - two.id))

  test('has the open rows of an account holder that are due, the oldest first', async () => {
    const entry = await entryOf(`accountHolderId=${dealer}`)
    const expected = due(dealer)
    const ids = (direction: string) =>
      expected.filter((row) => row.direction === direction).map(({ id }) => id)
    expect(ids('Receive').length).toBeGreaterThan(7)
    expect(entry.receive.map(({ id }: PlainRow) => id)).toEqual(ids('Receive'))
    expect(entry.pay.map(({ id }: PlainRow) => id)).toEqual(ids('Pay'))
    expect(entry.accountHolder).toEqual({
      ...{ type: 'Dealer', id: dealer, number: 'D1001', name: expect.any(String) },
    })
    expect(cents(entry.totalReceive)).toBe(total(expected, 'Receive'))
    expect(cents(entry.totalPay)).toBe(total(expected, 'Pay'))
    expect(cents(entry.net)).toBe(total(expected, 'Receive') - total(expected, 'Pay'))
    expect([entry.isEligible, entry.reasons]).toEqual([true, []])
    const [first] = entry.receive
    expect(first).toEqual((await accounting().get(`/ledgers/${first.id}`)).body)
  })

  test('has what is due by another day', async () => {
    const day = '2024-04-14'
    const entry = await entryOf(`accountHolderId=${dealer}&asOfDate=${day}`)
    const ids = [...entry.receive, ...entry.pay].map(({ id }) => id).sort((one, two) => one - two)
    expect(ids).toEqual(
      due(dealer, day)
        .map(({ id }) => id)
        .sort((one, two) => one - two),
    )
    expect(ids).not.toEqual(due(dealer).map(({ id }) => id))
  })

  test('of all who are paid automatically has one entry each', async () => {
    const { body } = await payReceive('')
    const { rows: automatic } = await service.databases.platformPool.query(
      'select id from tenant_adm1.account_holder where auto_pay_receive order by id',
    )
    const withRows = automatic.map(({ id }) => Number(id)).filter((id) => due(id).length > 0)
    expect(body.map(({ accountHolder }: Any) => accountHolder.id)).toEqual(withRows)
    const agents = await payReceive('accountHolderType=Agent')
    expect(agents.body).toEqual(body.filter(({ accountHolder }: Any) => accountHolder.type === 'Agent'))
    await service.databases.platformPool.query(
      'update tenant_adm1.account_holder set auto_pay_receive = not auto_pay_receive where id = $1',
      [dealer],
    )
    const changed = (await payReceive('')).body.map(({ accountHolder }: Any) => accountHolder.id)
    expect(changed.includes(dealer)).not.toBe(withRows.includes(dealer))
  })

  test('is not eligible below the minimum', async () => {
    const { net } = await entryOf(`accountHolderId=${dealer}`)
    const atLeast = (amount: number) => entryOf(`accountHolderId=${dealer}&minAmount=${amount.toFixed(2)}`)
    expect((await atLeast(Math.abs(net))).reasons).toEqual([])
    const above = await atLeast(Math.abs(net) + 0.01)
    expect([above.isEligible, above.reasons]).toEqual([false, ['BelowMinimum']])
  })

  test('is not eligible when both sides are open and netting is not allowed', async () => {
    const row = { accountHolderId: dealer, direction: 'Pay', amount: 5, reason: 'Bonus', dueDate: TODAY }
    const { body: bonus } = await accounting().post('/ledgers', row)
    const entry = await entryOf(`accountHolderId=${dealer}&netAllowed=false`)
    expect([entry.isEligible, entry.reasons]).toEqual([false, ['NettingNotAllowed']])
    expect((await entryOf(`accountHolderId=${dealer}`)).isEligible).toBe(true)
    await accounting().patch(`/ledgers/${bonus.id}`, { status: 'Voided', reason: 'Not earned' })
  })

  test('is not eligible without an active payment method for its direction', async () => {
    const insurer = await holderId(service, 'Insurer', 'I100')
    const reasons = async (method: string) =>
      (await entryOf(`accountHolderId=${insurer}&method=${method}&asOfDate=2024-03-31`)).reasons
    const row = {
      accountHolderId: insurer,
      direction: 'Pay',
      amount: 5,
      reason: 'Bonus',
      dueDate: '2024-03-31',
    }
    await accounting().post('/ledgers', row)
    const offer = async (directions: readonly string[]) => {
      const method = { accountHolderId: insurer, paymentMethod: { type: 'Wire' }, directions }
      const { status, text, body } = await service.api
        .as('sandbox-admin')
        .post('/availablePaymentMethods', method)
      expect(status, text).toBe(201)
      return body.id
    }
    expect(await reasons('Wire')).toEqual(['NoPaymentMethod'])
    await offer(['Receive'])
    expect(await reasons('Wire')).toEqual(['NoPaymentMethod'])
    const id = await offer(['Pay'])
    expect(await reasons('Wire')).toEqual([])
    expect(await reasons('Cash')).toEqual(['NoPaymentMethod'])
    await service.databases.platformPool.query(
      'update tenant_adm1.payment_method set is_active = false where id = $1',
      [id],
    )
    expect(await reasons('Wire')).toEqual(['NoPaymentMethod'])
  })

  test.each([
    ['method=Gold', ['?method Enum']],
    ['minAmount=1.005', ['?minAmount Precision']],
    ['netAllowed=maybe&asOfDate=x', ['?asOfDate Format', '?netAllowed Type']],
    ['accountHolderType=Bank', ['?accountHolderType Enum']],
    ['pageSize=0', ['?pageSize Range']],
  ])('refuses %s', async (search, faults) => {
    expect(faultsIn(await payReceive(search)).sort()).toEqual(faults)
  })

  test('is empty for an account holder that does not exist', async () => {
    expect((await payReceive('accountHolderId=987654321')).body).toEqual([])
  })

  test('needs the permission, and shows a dealer only its own, with dealer cost as one row', async () => {
    expectProblem(await service.api.as('sandbox-entry').get('/ledgers/payReceiveLedgers'), 'Forbidden')
    const { body } = await office().get(`/ledgers/payReceiveLedgers?accountHolderId=${dealer}`)
    const staff = await entryOf(`accountHolderId=${dealer}`)
    expect(body).toMatchObject([
      { totalReceive: staff.totalReceive, totalPay: staff.totalPay, net: staff.net },
    ])
    const plain = body[0].receive.filter(({ contract }: Any) => contract?.id === stories.plain)
    expect(plain).toMatchObject([{ disbursementCode: 'DEALERCOST', openAmount: 1239.48 }])
    const other = await holderId(service, 'Dealer', 'D1002')
    expect((await office().get(`/ledgers/payReceiveLedgers?accountHolderId=${other}`)).body).toEqual([])
  })
})

describe('what is unpaid by product', () => {
  const unpaid = async (search = ''): Promise<Any[]> => {
    const path = `/ledgers/unpaidLedgersProducts?accountHolderId=${dealer}${search}`
    const { status, body, text } = await accounting().get(path)
    expect(status, text).toBe(200)
    expect(body.totalCount).toBe(body.items.length)
    return body.items
  }
  const open = () => rows.filter((row) => row.holder === dealer && row.status === 'Open' && !row.isMemo)

  const added = (some: readonly PlainRow[]) =>
    [...new Set(some.map(({ product }) => product))]
      .sort((one, two) => (one ?? Number.MAX_VALUE) - (two ?? Number.MAX_VALUE))
      .map((product) => {
        const of = some.filter((row) => row.product === product)
        return {
          productId: product,
          contractCount: new Set(of.flatMap(({ contract }) => contract ?? [])).size,
          ledgerIds: of.map(({ id }) => id).sort((one, two) => one - two),
          receive: total(of, 'Receive') / 100,
          pay: total(of, 'Pay') / 100,
          net: (total(of, 'Receive') - total(of, 'Pay')) / 100,
          oldestDue: of.map(({ due }) => due).sort()[0],
        }
      })
  const figures = (items: readonly Any[]) => items.map(({ productName: _, ...rest }) => rest)

  test('has the open rows of an account holder, with the name of the product', async () => {
    const items = await unpaid()
    expect(figures(items)).toEqual(added(open()))
    const { body } = await accounting().get(`/contracts/${stories.plain}`)
    const name = items.find(({ productId }) => productId === body.product.id).productName
    expect(name).toBe(body.product.name)
  })

  test('leaves out rows in a batch', async () => {
    const [row] = open()
    await service.databases.platformPool.query(
      `update tenant_adm1.ledger set status = 'InProcess' where id = $1`,
      [row?.id],
    )
    expect(figures(await unpaid())).toEqual(added(open().filter(({ id }) => id !== row?.id)))
    await service.databases.platformPool.query(
      `update tenant_adm1.ledger set status = 'Open' where id = $1`,
      [row?.id],
    )
  })

  test('is found by each filter', async () => {
    const cancelIds: number[] = (
      await accounting().get(`/ledgers?contractId=${stories.cancelled}&pageSize=200`)
    ).body
      .filter(({ cancel }: Any) => cancel)
      .map(({ id }: Any) => id)
    expect(open().some(({ id }) => cancelIds.includes(id))).toBe(true)
    const ofCancels = new Set(
      (
        await service.databases.platformPool.query(
          'select id from tenant_adm1.ledger where cancel_id is not null',
        )
      ).rows.map(({ id }) => Number(id)),
    )
    const check = async (search: string, isWanted: (row: PlainRow) => boolean) => {
      const expected = added(open().filter(isWanted))
      expect(figures(await unpaid(search)), search).toEqual(expected)
      expect(expected.length, search).toBeGreaterThan(0)
    }
    await check('&direction=Receive', ({ direction }) => direction === 'Receive')
    await check('&productId=1', ({ product }) => product === 1)
    await check('&includeCancels=false', ({ id }) => !ofCancels.has(id))
    await check('&includeCancels=true', () => true)
    await check('&dueBefore=2024-04-16', ({ due }) => due < '2024-04-16')
    const { body } = await accounting().get(`/contracts/${stories.plain}`)
    await check(`&contractNumber=${body.number.toLowerCase()}`, ({ contract }) => contract === stories.plain)
    const { rows: sold } = await service.databases.platformPool.query(
      `select id from tenant_adm1.contract where sale_date between '2024-03-15' and '2024-03-15'`,
    )
    const ids = sold.map(({ id }) => Number(id))
    await check('&saleDateFrom=2024-03-15&saleDateTo=2024-03-15', ({ contract }) =>
      ids.includes(contract ?? 0),
    )
  })

  test('is what a batch with the same filter takes', async () => {
    const filters = [{}, { includeCancels: false }, { direction: 'Receive', dueBefore: '2024-04-16' }]
    for (const filter of filters) {
      const search = new URLSearchParams(
        Object.entries(filter).map(([name, value]): [string, string] => [name, String(value)]),
      )
      const items = await unpaid(`&${search}`)
      const batch = { accountHolderId: dealer, direction: 'Net', filter }
      const { status, body, text } = await accounting().post('/inprocesscashtransactions?dryRun=true', batch)
      expect(status, text).toBe(201)
      const ids = items.flatMap(({ ledgerIds }) => ledgerIds).sort((one, two) => one - two)
      expect(
        body.ledgers.map(({ ledgerId }: Any) => ledgerId).sort((one: number, two: number) => one - two),
      ).toEqual(ids)
      expect(cents(body.netAmount)).toBe(items.reduce((sum, { net }) => sum + cents(net), 0))
    }
  })

  test('is paged, sorted and exported', async () => {
    const items = await unpaid()
    const path = `/ledgers/unpaidLedgersProducts?accountHolderId=${dealer}`
    const page = await accounting().get(`${path}&pageSize=1&pageNumber=1&sortBy=net&sortDirection=Desc`)
    const most = Math.max(...items.map(({ net }) => net))
    expect(page.body).toMatchObject({ items: [{ net: most }], pageSize: 1, totalCount: items.length })
    const { text } = await accounting().get(path, { headers: { accept: 'text/csv' } })
    expect(recordsIn(text).map(({ net }) => Number(net))).toEqual(items.map(({ net }) => net))
  })

  test('needs an account holder', async () => {
    const answer = await accounting().get('/ledgers/unpaidLedgersProducts')
    expect(faultsIn(answer)).toEqual(['?accountHolderId Required'])
  })

  test.each([
    ['direction=Both', ['?direction Enum']],
    ['includeCancels=some', ['?includeCancels Type']],
    ['dueBefore=x', ['?dueBefore Format']],
    ['sortBy=name', ['?sortBy Enum']],
    ['status=Open', ['?status Unknown']],
  ])('refuses %s', async (search, faults) => {
    const answer = await accounting().get(
      `/ledgers/unpaidLedgersProducts?accountHolderId=${dealer}&${search}`,
    )
    expect(faultsIn(answer)).toEqual(faults)
  })

  test('needs the permission, and is empty for an account that the caller does not see', async () => {
    const path = '/ledgers/unpaidLedgersProducts?accountHolderId='
    expectProblem(await service.api.as('sandbox-entry').get(`${path}${dealer}`), 'Forbidden')
    const other = await holderId(service, 'Dealer', 'D1002')
    expect((await office().get(`${path}${other}`)).body.items).toEqual([])
    const [own] = (await office().get(`${path}${dealer}&productId=1`)).body.items
    const [staff] = await unpaid('&productId=1')
    expect([own.receive, own.pay, own.contractCount]).toEqual([staff.receive, staff.pay, staff.contractCount])
    expect(own.ledgerIds.length).toBeLessThan(staff.ledgerIds.length)
  })
})

describe('an agent', () => {
  test('sees what it is owed, and nothing of its dealers', async () => {
    const id = await holderId(service, 'Agent', 'A100')
    const asked = { name: 'agency', permissions: ['ledgers:read'], scopes: [{ type: 'Agent', id }] }
    const { body: made } = await service.api.as('sandbox-admin').post('/apikeys', asked)
    const agent = service.api.with(made.key)
    const same = async (path: string) => {
      const [own, staff] = [await agent.get(path), await accounting().get(path)]
      expect(own.status, own.text).toBe(200)
      expect(own.body, path).toEqual(staff.body)
    }
    await same(`/ledgers/payReceiveLedgers?accountHolderId=${id}`)
    await same(`/ledgers/unpaidLedgersProducts?accountHolderId=${id}`)
    await same(`/ledgerSummary?accountHolderId=${id}&groupBy=Disbursement,Month,LedgerType`)
    await same(`/ledgerSummary?accountHolderId=${id}&groupBy=Month&asOfDate=2024-04-02`)
    await same(`/aging?accountHolderId=${id}&direction=Pay`)
    expect((await agent.get(`/ledgers/payReceiveLedgers?accountHolderId=${dealer}`)).body).toEqual([])
    const unpaid = await agent.get(`/ledgers/unpaidLedgersProducts?accountHolderId=${dealer}`)
    expect(unpaid.body.items).toEqual([])
    const { body: all } = await agent.get('/ledgerSummary?groupBy=AccountHolder')
    expect(all).toMatchObject([{ keys: { accountHolderId: id } }])
    const { body: aged } = await agent.get('/aging?direction=Pay')
    expect(aged.items.map(({ accountHolder }: Any) => accountHolder.id)).toEqual([id])
  })
})

describe('the list of ledger rows', () => {
  test.each(['id', 'amount', 'dueDate', 'effectiveDate'])('is sorted by %s', async (sortBy) => {
    const { body } = await accounting().get(`/ledgers?sortBy=${sortBy}&sortDirection=Desc&pageSize=200`)
    const values = body.map((row: Any) => row[sortBy])
    expect(values).toEqual([...values].sort((one, two) => (one < two ? 1 : one > two ? -1 : 0)))
  })

  test('is sorted by nothing else', async () => {
    expect(faultsIn(await accounting().get('/ledgers?sortBy=paidAmount'))).toEqual(['?sortBy Enum'])
  })
})
