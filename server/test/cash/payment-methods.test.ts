import { beforeEach, describe, expect, test } from 'vitest'
import { findUsableMethod } from '../../src/cash/methods/find-method.ts'
import { poolOf, run } from '../../src/db/database.ts'
import { bankAccount } from '../support/builders/payment-writes.ts'
import { lockWaits } from '../support/hostile/lock-waits.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'
import { until } from '../support/service/service-process.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const accounting = service.api.as('sandbox-accounting')
const office = service.api.as('sandbox-office-d1001')
const path = '/availablePaymentMethods'
const dealerId = await holderId(service, 'Dealer', 'D1001')
const otherId = await holderId(service, 'Dealer', 'D2001')

/** A payee of its own for each test. */
let payeeId = 0
let serial = 0
beforeEach(async () => {
  serial += 1
  const address = { line1: '1 Main Street', city: 'Waco', state: 'TX', zip: '76701' }
  const { body } = await accounting.post('/claimpayees', {
    number: `PAYEE-${serial}`,
    name: 'Payee',
    address,
  })
  payeeId = body.id
})

const entered = async (caller = accounting, ach: object = bankAccount): Promise<number> => {
  const answer = await caller.post(`${path}/paymentMethod`, { type: 'ACH', ach })
  expect(answer.status, answer.text).toBe(201)
  return answer.body.paymentMethodId
}
const offered = async (data: object) => {
  const answer = await accounting.post(path, { accountHolderId: payeeId, ...data })
  expect(answer.status, answer.text).toBe(201)
  return answer.body
}
const listed = async (query = '') => (await accounting.get(`${path}?accountHolderId=${payeeId}${query}`)).body

/** A batch that waits to be processed and names a payment method. */
async function batchOf(availablePaymentMethodId: number): Promise<number> {
  const row = { accountHolderId: payeeId, direction: 'Pay', amount: 100, reason: 'Test' }
  const { id } = (await accounting.post('/ledgers', row)).body
  const batch = { accountHolderId: payeeId, direction: 'Pay', ledgerIds: [id], availablePaymentMethodId }
  const staged = await accounting.post('/inprocesscashtransactions', batch)
  expect(staged.body, staged.text).toMatchObject({ method: 'ACH', availablePaymentMethodId })
  return staged.body.id
}

describe('a bank account', () => {
  test('is entered, given to an account holder, shown there and in the list, and removed', async () => {
    const paymentMethodId = await entered()
    expect(await listed()).toEqual([])
    const made = await offered({ paymentMethodId, directions: ['Pay'], isDefault: true })
    expect(made).toMatchObject({
      ...{
        id: paymentMethodId,
        accountHolderId: payeeId,
        directions: ['Pay'],
        isDefault: true,
        isActive: true,
      },
      paymentMethod: {
        ...{ id: paymentMethodId, type: 'ACH', isDefault: true, card: null },
        ach: {
          ...{ routingNumber: '021000021', accountLast4: '6789', accountType: 'Checking', secCode: 'CCD' },
          ...{ holderName: 'Lien Bank NA', prenoteStatus: 'None', isActive: true },
        },
      },
    })
    expect(await listed()).toEqual([made])
    const { body: payee } = await accounting.get(`/claimpayees/${payeeId}`)
    expect(payee.paymentMethods).toEqual([made.paymentMethod])
    expect(payee.rowVersion).toBe(2)
    expect((await accounting.delete(`${path}/${made.id}`)).status).toBe(204)
    expect(await listed()).toEqual([])
    expect((await accounting.get(`/claimpayees/${payeeId}`)).body.paymentMethods).toEqual([])
    expectProblem(await accounting.delete(`${path}/${made.id}`), 'NotFound')
  })

  test('is answered with its last four only', async () => {
    const answer = await accounting.post(`${path}/paymentMethod`, { type: 'ACH', ach: bankAccount })
    expect(answer.body).toEqual({
      paymentMethodId: expect.any(Number),
      type: 'ACH',
      accountLast4: '6789',
    })
    expect(answer.text).not.toContain(bankAccount.accountNumber)
  })

  test.each(['021000021', '091000019', '011401533'])(
    'may have the routing number %s',
    async (routingNumber) => {
      await entered(accounting, { ...bankAccount, routingNumber })
    },
  )

  test.each(['123456789', '021000022', '02100002', '0210000211', '02100002a', ''])(
    'may not have the routing number "%s"',
    async (routingNumber) => {
      const answer = await accounting.post(`${path}/paymentMethod`, {
        type: 'ACH',
        ach: { ...bankAccount, routingNumber },
      })
      expectProblem(answer, 'RoutingNumberInvalid')
    },
  )

  test.each(['123', '123456789012345678', '12 34', '1234-5678', ''])(
    'may not have the account number "%s"',
    async (accountNumber) => {
      const answer = await accounting.post(`${path}/paymentMethod`, {
        type: 'ACH',
        ach: { ...bankAccount, accountNumber },
      })
      expectProblem(answer, 'AccountNumberInvalid')
    },
  )

  test('has both faults listed at once', async () => {
    const ach = { ...bankAccount, routingNumber: '123456789', accountNumber: '12' }
    const { body } = await accounting.post(`${path}/paymentMethod`, { type: 'ACH', ach })
    expect(body.errors).toMatchObject([
      { pointer: '/ach/routingNumber', code: 'RoutingNumberInvalid' },
      { pointer: '/ach/accountNumber', code: 'AccountNumberInvalid' },
    ])
  })

  test('is required for ACH, and a card for a credit card', async () => {
    expect(faultsIn(await accounting.post(`${path}/paymentMethod`, { type: 'ACH' }))).toEqual([
      '/ach Required',
    ])
    expect(faultsIn(await accounting.post(`${path}/paymentMethod`, { type: 'CreditCard' }))).toEqual([
      '/card Required',
    ])
  })
})

describe('an account holder', () => {
  test('gets a method that needs no bank account in one step', async () => {
    const made = await offered({ paymentMethod: { type: 'Check', payeeName: 'Payee LLC' } })
    expect(made).toMatchObject({
      ...{ directions: ['Pay', 'Receive'], isDefault: false, isActive: true },
      paymentMethod: { type: 'Check', payeeName: 'Payee LLC', ach: null },
    })
  })

  test('needs exactly one method in the request', async () => {
    const none = await accounting.post(path, { accountHolderId: payeeId })
    expect(faultsIn(none)).toEqual(['/paymentMethodId Required'])
    const both = { accountHolderId: payeeId, paymentMethodId: 1, paymentMethod: { type: 'Check' } }
    expect(faultsIn(await accounting.post(path, both))).toEqual(['/paymentMethodId Format'])
    const ach = { accountHolderId: payeeId, paymentMethod: { type: 'ACH' } }
    expect(faultsIn(await accounting.post(path, ach))).toEqual(['/paymentMethod/type Enum'])
  })

  test('has one default for each direction: a new one ends the old one', async () => {
    const check = await offered({ paymentMethod: { type: 'Check' }, isDefault: true })
    const receive = await offered({
      paymentMethod: { type: 'Wire' },
      directions: ['Receive'],
      isDefault: true,
    })
    const pay = await offered({ paymentMethodId: await entered(), directions: ['Pay'], isDefault: true })
    const defaults = (await listed()).map(({ id, isDefault }: { id: number; isDefault: boolean }) => [
      id,
      isDefault,
    ])
    expect(defaults).toEqual([
      [check.id, false],
      [receive.id, true],
      [pay.id, true],
    ])
    expect(await findUsableMethod(db, { accountHolderId: payeeId, direction: 'Pay' })).toEqual({
      id: pay.id,
      type: 'ACH',
    })
    expect(await findUsableMethod(db, { accountHolderId: payeeId, direction: 'Receive' })).toEqual({
      id: receive.id,
      type: 'Wire',
    })
  })

  test('has one default, even when several become it at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        accounting.post(path, {
          ...{ accountHolderId: payeeId, paymentMethod: { type: 'Check' }, isDefault: true },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const all = (await listed()) as { isDefault: boolean }[]
    expect(all).toHaveLength(6)
    expect(all.filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  test('keeps both defaults when its list is sent again, and not two for one direction', async () => {
    const receive = await offered({
      paymentMethod: { type: 'Wire' },
      directions: ['Receive'],
      isDefault: true,
    })
    const pay = await offered({ paymentMethod: { type: 'Check' }, directions: ['Pay'], isDefault: true })
    const again = [receive, pay].map(({ id, paymentMethod: { type } }) => ({ id, type, isDefault: true }))
    const before = await listed()
    const { status } = await accounting.patch(`/claimpayees/${payeeId}`, { paymentMethods: again })
    expect(status).toBe(200)
    expect(await listed()).toEqual(before)
    const three = [...again, { type: 'Cash', isDefault: true }]
    const refused = await accounting.patch(`/claimpayees/${payeeId}`, { paymentMethods: three })
    expect(faultsIn(refused)).toEqual(['/paymentMethods Format'])
  })

  test('changes what one of its methods is for by naming it again', async () => {
    const made = await offered({ paymentMethod: { type: 'Check' }, isDefault: true })
    const changed = await offered({ paymentMethodId: made.id, directions: ['Pay'] })
    expect(changed).toEqual({ ...made, directions: ['Pay'] })
    expect(await listed()).toEqual([changed])
  })

  test('is not given the method of another one', async () => {
    const made = await offered({ paymentMethod: { type: 'Check' } })
    for (const paymentMethodId of [made.id, 987_654]) {
      const refused = await accounting.post(path, { accountHolderId: dealerId, paymentMethodId })
      expectProblem(refused, 'UnknownReference')
      expect(refused.body.errors).toMatchObject([{ pointer: '/paymentMethodId' }])
    }
  })

  test('loses no method and no state by a change of something else', async () => {
    const made = await offered({ paymentMethodId: await entered(), directions: ['Pay'], isDefault: true })
    await run(
      db,
      `update payment_method set is_active = false, prenote_status = 'Failed', prenote_trace = '091000010000009'
       where id = $1`,
      [made.id],
    )
    await accounting.patch(`/claimpayees/${payeeId}`, { phone: '512-555-0100' })
    const { accountNumber: _, ...account } = bankAccount
    await accounting.patch(`/claimpayees/${payeeId}`, {
      paymentMethods: [{ id: made.id, type: 'ACH', isDefault: true, ach: { ...account, bankName: 'Chase' } }],
    })
    expect(await listed()).toMatchObject([
      {
        ...{ id: made.id, isActive: false, directions: ['Pay'] },
        paymentMethod: { ach: { accountLast4: '6789', bankName: 'Chase', prenoteStatus: 'Failed' } },
      },
    ])
    // Another account is a new start.
    await accounting.patch(`/claimpayees/${payeeId}`, {
      paymentMethods: [{ id: made.id, type: 'ACH', ach: { ...account, accountNumber: '777000111' } }],
    })
    expect(await listed()).toMatchObject([
      {
        ...{ id: made.id, isActive: true, isDefault: false },
        paymentMethod: { ach: { accountLast4: '0111', prenoteStatus: 'None' } },
      },
    ])
  })
})

describe('the list', () => {
  test('is filtered by type and direction', async () => {
    const check = await offered({ paymentMethod: { type: 'Check' }, directions: ['Pay'] })
    const wire = await offered({ paymentMethod: { type: 'Wire' }, directions: ['Receive'] })
    const cash = await offered({ paymentMethod: { type: 'Cash' } })
    expect(await listed('&type=Check,Wire')).toEqual([check, wire])
    expect(await listed('&direction=Pay')).toEqual([check, cash])
    expect(await listed('&direction=Receive&type=Wire')).toEqual([wire])
  })
})

describe('a method that a batch names', () => {
  test('is not removed, in any way', async () => {
    const made = await offered({ paymentMethodId: await entered() })
    const batchId = await batchOf(made.id)
    expectProblem(await accounting.delete(`${path}/${made.id}`), 'InUse')
    expectProblem(await accounting.patch(`/claimpayees/${payeeId}`, { paymentMethods: [] }), 'InUse')
    expect(await listed()).toEqual([made])
    expect((await accounting.delete(`/inprocesscashtransactions/${batchId}`)).status).toBe(204)
    expect((await accounting.delete(`${path}/${made.id}`)).status).toBe(204)
  })
})

describe('a batch that is made while its method is removed', () => {
  test('waits for the account holder first, like the removal, so that neither is in the way of the other', async () => {
    const { id } = await offered({ paymentMethodId: await entered() })
    const row = { accountHolderId: payeeId, direction: 'Pay', amount: 100, reason: 'Test' }
    const ledger = (await accounting.post('/ledgers', row)).body
    const removing = await poolOf(db).connect()
    await removing.query('begin')
    await removing.query(`select from account_holder where id = ${payeeId} for update`)
    const staging = accounting.post('/inprocesscashtransactions', {
      ...{ accountHolderId: payeeId, direction: 'Pay', ledgerIds: [ledger.id], availablePaymentMethodId: id },
    })
    await until('it waits', async () => (await lockWaits(poolOf(db))) === 1)
    await removing.query(`select from payment_method where id = ${id} for update nowait`)
    await removing.query(`delete from payment_method where id = ${id}`)
    await removing.query('commit')
    removing.release()
    expectProblem(await staging, 'PaymentMethodNotUsable')
  })
})

describe('a usable method', () => {
  test('belongs to the holder, is active and serves the direction', async () => {
    const made = await offered({ paymentMethodId: await entered(), directions: ['Pay'] })
    const find = (wanted: object = {}) =>
      findUsableMethod(db, { accountHolderId: payeeId, direction: 'Pay', id: made.id, ...wanted })
    expect(await find()).toEqual({ id: made.id, type: 'ACH' })
    expect(await find({ id: undefined })).toBeUndefined()
    expect(await find({ direction: 'Receive' })).toBeUndefined()
    expect(await find({ accountHolderId: dealerId })).toBeUndefined()
    // By type: the default comes first, and a method that is not the default is found too.
    await offered({ paymentMethod: { type: 'Check' }, isDefault: true })
    expect(await find({ id: undefined, type: 'ACH' })).toEqual({ id: made.id, type: 'ACH' })
    expect(await find({ id: undefined })).toMatchObject({ type: 'Check' })
    expect(await find({ type: 'Check' })).toBeUndefined()
    const other = await offered({ paymentMethodId: await entered(), directions: ['Pay'], isDefault: true })
    expect(await find({ id: undefined, type: 'ACH' })).toEqual({ id: other.id, type: 'ACH' })
    await run(db, 'update payment_method set is_active = false where id = $1', [made.id])
    expect(await find()).toBeUndefined()
  })
})

describe("a dealer's office", () => {
  test('sees and writes the methods of its own account only', async () => {
    const paymentMethodId = await entered(office)
    const { status, body } = await office.post(path, { accountHolderId: dealerId, paymentMethodId })
    expect(status).toBe(201)
    const foreign = (
      await accounting.post(path, { accountHolderId: otherId, paymentMethod: { type: 'Check' } })
    ).body
    const all = (await office.get(`${path}?pageSize=200`)).body as { accountHolderId: number }[]
    expect(all.length).toBeGreaterThan(0)
    for (const { accountHolderId } of all) expect(accountHolderId).toBe(dealerId)
    expectProblem(
      await office.post(path, { accountHolderId: otherId, paymentMethod: { type: 'Check' } }),
      'UnknownReference',
    )
    expectProblem(await office.delete(`${path}/${foreign.id}`), 'NotFound')
    expect((await office.delete(`${path}/${body.id}`)).status).toBe(204)
  })

  test('sees the bank accounts of its own account only, in every answer', async () => {
    const methodsOf = async (caller: typeof office, place: string) =>
      (await caller.get(place)).body.paymentMethods.length
    const agent = service.api.as('sandbox-agent-a100')
    const lender = service.api.as('sandbox-lienholder-l100')
    const lenderId = await holderId(service, 'LienHolder', 'L100')
    const agentId = await holderId(service, 'Agent', 'A100')
    for (const accountHolderId of [dealerId, lenderId, agentId])
      await accounting.post(path, { accountHolderId, paymentMethod: { type: 'Wire' } })
    expect(await methodsOf(office, `/dealers/${dealerId}`)).toBeGreaterThan(0)
    expect(await methodsOf(lender, `/lienHolders/${lenderId}`)).toBeGreaterThan(0)
    expect(await methodsOf(agent, `/agents/${agentId}`)).toBeGreaterThan(0)
    expect(await methodsOf(office, `/lienHolders/${lenderId}`)).toBe(0)
    expect(await methodsOf(agent, `/dealers/${dealerId}`)).toBe(0)
  })

  test('does not get a method that someone else entered', async () => {
    const paymentMethodId = await entered()
    expectProblem(await office.post(path, { accountHolderId: dealerId, paymentMethodId }), 'UnknownReference')
  })

  test('who may not write cash methods is refused', async () => {
    const dealer = service.api.as('sandbox-dealer-d1001')
    expectProblem(await dealer.get(path), 'Forbidden')
    const auditor = service.api.as('sandbox-auditor')
    expect((await auditor.get(path)).status).toBe(200)
    expectProblem(await auditor.post(path, { accountHolderId: dealerId }), 'Forbidden')
  })
})
