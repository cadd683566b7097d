import { describe, expect, test } from 'vitest'
import { c1, cancel, cancelled, soldR1 } from '../support/builders/cancels.ts'
import { funded } from '../support/builders/cash-paid.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { sellR1, withKey } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const desk = () => service.api.as('sandbox-cancels')

checkBooks(service)

async function paidFor() {
  const contract = await soldR1(service)
  await funded(service, contract.id)
  return contract
}
const codes = (body: { errors: readonly { pointer: string; code: string }[] }) =>
  body.errors.map(({ pointer, code }) => `${pointer} ${code}`)

describe('cancelling in one step', () => {
  test('an administrator cancels: 201 with a Location, and no request is created', async () => {
    const contract = await paidFor()
    const answer = await cancel(desk(), contract.id, { note: 'By telephone' })
    expect(answer.status, answer.text).toBe(201)
    expect(answer.headers.get('location')).toBe(`/cancels/${answer.body.id}`)
    expect(answer.body).toMatchObject({
      cancelRequestId: null,
      executedBy: 'sandbox-cancels',
      note: 'By telephone',
    })
    const read = await desk().get(`/cancels/${answer.body.id}`)
    expect(read.body).toEqual(answer.body)
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'))
    const again = await desk().get(`/cancels/${answer.body.id}`, {
      headers: { 'if-none-match': read.headers.get('etag') ?? '' },
    })
    expect(again.status).toBe(304)
    expect((await desk().get(`/contracts/${contract.id}/cancelrequests`)).body).toEqual([])
  })

  test('the same idempotency key twice gives one cancel', async () => {
    const contract = await paidFor()
    const key = withKey()
    const send = () => desk().post(`/contracts/${contract.id}/cancels`, c1, key)
    const [first, second] = [await send(), await send()]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect(second.headers.get('idempotency-replayed')).toBe('true')
  })

  test('a dry run shows the result and changes nothing', async () => {
    const contract = await paidFor()
    const answer = await desk().post(`/contracts/${contract.id}/cancels?dryRun=true`, c1)
    expect(answer.status, answer.text).toBe(201)
    const { ledger, journal, events } = answer.body.effects
    expect(ledger).toHaveLength(10)
    expect(journal.length).toBeGreaterThan(10)
    expect(events.map(({ type }: { type: string }) => type)).toEqual(['contract.cancelled'])
    expect((await desk().get(`/contracts/${contract.id}`)).body.status).toBe('Active')
  })

  test('a refund can be split into several payments', async () => {
    const contract = await paidFor()
    const payments = [
      { payee: { type: 'LienHolder' }, amount: 776.95, method: 'ACH' },
      { payee: { type: 'Customer', name: 'D. Reyes' }, amount: 1000 },
    ]
    const made = await cancelled(service, contract.id, { payments })
    expect(made.payments).toMatchObject([
      { payeeName: 'First Bank FBO Dana Reyes', amount: 776.95, method: 'ACH', isLienHolder: true },
      { payeeName: 'D. Reyes', amount: 1000, method: 'Check', isLienHolder: false },
    ])
  })

  test('an override applies, and the figures by the rules are shown beside it', async () => {
    const contract = await paidFor()
    const override = { reason: 'Agreed with the lender', cancelFee: 0 }
    const made = await cancelled(service, contract.id, { override })
    expect(made.calculation).toMatchObject({ cancelFee: 0, netRefund: 1826.95 })
    expect(made.override).toMatchObject({
      ...{ reason: 'Agreed with the lender', cancelFee: 0 },
      computed: { cancelFee: 50, netRefund: 1776.95 },
    })
  })
})

describe('the list of cancels of a contract', () => {
  test('can be filtered by status and date', async () => {
    const contract = await paidFor()
    const made = await cancelled(service, contract.id)
    const ids = async (search: string) => {
      const { body } = await admin().get(`/contracts/${contract.id}/cancels${search}`)
      return body.map(({ id }: { id: number }) => id)
    }
    expect(await ids('')).toEqual([made.id])
    expect(await ids('?status=Active&from=2025-09-10&to=2025-09-10')).toEqual([made.id])
    expect(await ids('?status=Reversed')).toEqual([])
    expect(await ids('?to=2025-09-09')).toEqual([])
    const other = await service.api.as('sandbox-dealer-d2001').get(`/contracts/${contract.id}/cancels`)
    expect(other.status).toBe(404)
  })
})

describe('a cancel in one step is refused', () => {
  test('without an idempotency key', async () => {
    const contract = await paidFor()
    expect((await desk().post(`/contracts/${contract.id}/cancels`, c1)).status).toBe(428)
  })

  test('for a limited caller with any role', async () => {
    const contract = await paidFor()
    for (const caller of [
      service.api.as('sandbox-dealer-d1001'),
      await limitedTo(service, 'D1001', 'Admin'),
    ]) {
      const { status, body } = await cancel(caller, contract.id)
      expect([status, body.code, body.permission]).toEqual([403, 'Forbidden', 'contracts:cancel'])
    }
    expect((await cancel(service.api.as('sandbox-entry'), contract.id)).status).toBe(403)
  })

  test('with an override but without the permission to override', async () => {
    const contract = await paidFor()
    const { status, body } = await cancel(desk(), contract.id, { override: { reason: 'x', cancelFee: 0 } })
    expect([status, body.permission]).toEqual([403, 'cancels:override'])
  })

  test('while a request is open', async () => {
    const contract = await paidFor()
    const request = await desk().post(`/contracts/${contract.id}/cancelrequests`, c1)
    const { status, body } = await cancel(desk(), contract.id)
    expect([status, body.code, body.cancelRequestId]).toEqual([409, 'OpenCancelRequest', request.body.id])
  })

  test('for a contract that is not in force', async () => {
    await setClock(service, '2024-03-15T15:00:00Z')
    const sold = await sellR1(admin())
    await setClock(service, '2025-09-10T15:00:00Z')
    const { status, body } = await cancel(desk(), sold.body.id)
    expect([status, body.code, body.contractStatus]).toEqual([409, 'NotCancellable', 'Pending'])
  })

  test('if the contract is already cancelled', async () => {
    const contract = await paidFor()
    await cancelled(service, contract.id)
    const { status, body } = await cancel(desk(), contract.id)
    expect([status, body.code, body.contractStatus]).toEqual([409, 'NotCancellable', 'Cancelled'])
  })

  test('without a required odometer', async () => {
    const contract = await paidFor()
    const { status, body } = await cancel(desk(), contract.id, { cancelOdometer: null })
    expect([status, codes(body)]).toEqual([422, ['/cancelOdometer OdometerRequired']])
  })

  test('with an execution date before the cancel date or after today', async () => {
    const contract = await paidFor()
    for (const executionDate of ['2025-09-09', '2025-09-11']) {
      const { status, body } = await cancel(desk(), contract.id, { executionDate })
      expect([status, body.code, codes(body)]).toEqual([
        ...[422, 'ExecutionDateOutOfRange', ['/executionDate ExecutionDateOutOfRange']],
      ])
      expect(body).toMatchObject({ earliest: '2025-09-10', latest: '2025-09-10' })
    }
    const more = await cancel(desk(), contract.id, { executionDate: '2025-09-09', cancelOdometer: null })
    expect(codes(more.body)).toEqual([
      ...['/executionDate ExecutionDateOutOfRange', '/cancelOdometer OdometerRequired'],
    ])
  })

  test('with payments that do not sum, or to a payee that the rules do not allow', async () => {
    const contract = await paidFor()
    const sum = [{ payee: { type: 'LienHolder' }, amount: 1776.94 }]
    const wrong = await cancel(desk(), contract.id, { payments: sum })
    expect([wrong.status, codes(wrong.body)]).toEqual([422, ['/payments PaymentsDoNotSum']])
    const other = [{ payee: { type: 'Customer' }, amount: 1776.95 }]
    const payee = await cancel(desk(), contract.id, { payments: other })
    expect([payee.status, payee.body.code]).toEqual([422, 'PayeeNotAllowed'])
    const cousin = [{ payee: { type: 'LienHolder', name: 'My Cousin' }, amount: 1776.95 }]
    const renamed = await cancel(desk(), contract.id, { payments: cousin })
    expect([renamed.status, codes(renamed.body)]).toEqual([422, ['/payments/0/payee PayeeNotAllowed']])
    const nothing = [
      { payee: { type: 'LienHolder' }, amount: 0 },
      { payee: { type: 'LienHolder' }, amount: 1776.95 },
    ]
    const none = await cancel(desk(), contract.id, { payments: nothing })
    expect([none.status, codes(none.body)]).toEqual([400, ['/payments/0/amount Range']])
  })

  test('without the documents that the administrator requires', async () => {
    const contract = await paidFor()
    const set = async (value: boolean) => {
      const { body } = await admin().get('/generalsettings?key=requireCancelDocuments')
      await admin().patch(`/generalsettings/${body[0].id}`, { value })
    }
    await set(true)
    const { status, body } = await cancel(desk(), contract.id)
    expect([status, body.code, body.documents]).toEqual([
      ...[422, 'MissingDocuments', ['CancelForm', 'OdometerStatement']],
    ])
    await set(false)
  })

  test('for a contract that another user has locked', async () => {
    const contract = await paidFor()
    await admin().post(`/contracts/${contract.id}/lock`, {}, withKey())
    expect((await cancel(desk(), contract.id)).status).toBe(423)
    await inDatabase(service, 'delete from contract_lock where contract_id = $1', [contract.id])
  })
})
