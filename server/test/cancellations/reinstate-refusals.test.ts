import { describe, expect, test } from 'vitest'
import { act, cancelled, earnedR1, soldR1 } from '../support/builders/cancels.ts'
import { checkBooks } from '../support/builders/contract-books.ts'
import { withKey } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const admin = () => service.api.as('sandbox-admin')
const back = { action: 'Reinstate', reason: 'Cancelled in error' }
const october = () => setClock(service, '2025-10-01T15:00:00Z')

checkBooks(service)

describe('a reinstatement is refused', () => {
  const refusal = async (cancelId: number, body: object = back, caller = admin()) => {
    const answer = await act(caller, cancelId, body)
    return [answer.status, answer.body.code]
  }

  test('if the cancel is already reversed', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await act(admin(), cancel.id, back)
    expect(await refusal(cancel.id)).toEqual([409, 'AlreadyReversed'])
  })

  test('if the cancel is not the last one', async () => {
    const { contract } = await earnedR1(service)
    const first = await cancelled(service, contract.id)
    await act(admin(), first.id, back)
    const second = await cancelled(service, contract.id)
    const swap = async (one: number, other: number) => {
      await inDatabase(service, `update cancel set status = 'Reversed' where id = $1`, [other])
      await inDatabase(service, `update cancel set status = 'Active' where id = $1`, [one])
    }
    await swap(first.id, second.id)
    expect(await refusal(first.id)).toEqual([409, 'NotLastCancel'])
    await swap(second.id, first.id)
  })

  test('while one of its ledger rows is in a payment batch', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    const set = (status: string) =>
      inDatabase(service, 'update ledger set status = $2 where id = $1', [
        cancel.payments[0].ledgerId,
        status,
      ])
    await set('InProcess')
    expect(await refusal(cancel.id)).toEqual([409, 'LedgerInOtherBatch'])
    expect((await admin().get(`/cancels/${cancel.id}`)).body.payments).toMatchObject([
      { status: 'InProcess' },
    ])
    await set('Open')
  })

  test('if the vehicle has a newer contract of the same product type', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    const other = await soldR1(service, { vehicle: { vin: contract.vehicle.vin } })
    const move = (saleDate: string) =>
      inDatabase(service, 'update contract set sale_date = $2 where id = $1', [other.id, saleDate])
    await move('2025-09-10')
    const answer = await act(admin(), cancel.id, back)
    expect([answer.status, answer.body.code, answer.body.contractId]).toEqual([
      ...[409, 'DuplicateContract', other.id],
    ])
    await move('2024-03-15')
    expect((await act(admin(), cancel.id, back)).status).toBe(200)
  })

  test('outside the allowed dates, with all faults at once', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    await october()
    const answer = await act(admin(), cancel.id, {
      ...{ ...back, reinstateDate: '2025-09-09', gapDays: 22, recoveryAccountId: 987_654_321 },
    })
    expect([answer.status, answer.body.code]).toEqual([422, 'ReinstateDateOutOfRange'])
    expect(answer.body).toMatchObject({ earliest: '2025-09-10', latest: '2025-10-01', most: 0 })
    expect(answer.body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual([
      ['/reinstateDate', 'ReinstateDateOutOfRange'],
      ['/gapDays', 'GapDaysOutOfRange'],
      ['/recoveryAccountId', 'UnknownReference'],
    ])
    expect(await refusal(cancel.id, { ...back, gapDays: 22 })).toEqual([422, 'GapDaysOutOfRange'])
    expect(await refusal(cancel.id, { ...back, gapDays: -1 })).toEqual([422, 'GapDaysOutOfRange'])
    expect(await refusal(cancel.id, { ...back, recoveryAccountId: 987_654_321 })).toEqual([
      ...[422, 'UnknownReference'],
    ])
  })

  test('without the permission, or for a limited caller', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    const dealer = await act(service.api.as('sandbox-dealer-d1001'), cancel.id, back)
    expect([dealer.status, dealer.body.permission]).toEqual([403, 'contracts:reinstate'])
    const limited = await limitedTo(service, 'D1001', 'CancelDesk')
    expect(await refusal(cancel.id, back, limited)).toEqual([403, 'Forbidden'])
  })

  test('without an idempotency key, without a reason, or with fields of another action', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    const path = `/cancels/${cancel.id}`
    expect((await admin().post(path, back)).status).toBe(428)
    const { status, body } = await act(admin(), cancel.id, { action: 'Reinstate', paymentId: 1, other: 2 })
    expect(status).toBe(400)
    expect(
      body.errors.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`).sort(),
    ).toEqual([...['/other Unknown', '/paymentId Unknown', '/reason Required']])
  })

  test('for a contract that another user has locked', async () => {
    const { contract } = await earnedR1(service)
    await admin().post(`/contracts/${contract.id}/lock`, {}, withKey())
    const cancel = await cancelled(service, contract.id)
    expect(await refusal(cancel.id, back, service.api.as('sandbox-cancels'))).toEqual([423, 'Locked'])
  })

  test('for a cancel that does not exist or that the caller may not see', async () => {
    const { contract } = await earnedR1(service)
    const cancel = await cancelled(service, contract.id)
    expect(await refusal(987_654_321)).toEqual([404, 'NotFound'])
    const other = await service.api.as('sandbox-dealer-d2001').get(`/cancels/${cancel.id}`)
    expect(other.status).toBe(404)
  })
})
