import { beforeEach, describe, expect, test } from 'vitest'
import { waterPump } from '../support/builders/claims.ts'
import { sellAndFinalize, withKey } from '../support/builders/contracts.ts'
import { holdReasons, setClock } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// What claims could still cost on any day of a contract's life.

const service = await testService()
const staff = () => service.api.as('sandbox-entry')
const at = (day: string) => setClock(service, `${day}T15:00:00Z`)
beforeEach(() => at('2024-03-15'))

const on = async (id: number, day: string) =>
  (await service.api.as('sandbox-accounting').get(`/contracts/${id}/earningdetails?asOfDate=${day}`)).body
    .liability

describe('the liability on a day', () => {
  test('is what is left of the limit, less the claims for losses up to that day', async () => {
    const { id } = await sellAndFinalize(staff())
    const { limitOfLiability } = (await staff().get(`/contracts/${id}`)).body
    const limit = limitOfLiability.remainingAggregate
    expect(limit).toBeGreaterThan(1_000)
    await at('2024-06-20')
    const claim = await service.api.as('sandbox-admin').post(
      '/claims',
      {
        ...{ contractId: id, lossDate: '2024-06-18', lossOdometer: 14_000 },
        repairFacilityId: await holderId(service, 'RepairFacility', 'RF100'),
        details: [waterPump],
      },
      withKey(),
    )
    expect(claim.status, claim.text).toBe(201)
    const authorized = await service.api
      .as('sandbox-admin')
      .patch(
        `/claims/${claim.body.id}`,
        { action: 'Authorize', inspectionWaiver: 'Seen at the shop' },
        withKey(),
      )
    expect(authorized.status, authorized.text).toBe(200)
    const used = authorized.body.costs.authorized
    expect(used).toBeGreaterThan(100)

    const whole = { isInForce: true, limit, used: 0, remaining: limit }
    expect(await on(id, '2024-06-17')).toEqual(whole)
    expect(await on(id, '2024-06-18')).toEqual({ ...whole, used, remaining: expect.closeTo(limit - used, 6) })
    // As the contract has it today.
    const today = (await staff().get(`/contracts/${id}`)).body.limitOfLiability
    expect(await on(id, '2024-06-20')).toMatchObject({
      ...{ used: today.usedAggregate, remaining: today.remainingAggregate },
    })
  })

  /** Of each day: whether the contract is in force, and whether anything is left of its limit. */
  const left = async (id: number, days: readonly string[]) =>
    Object.fromEntries(
      await Promise.all(
        days.map(async (day) => {
          const { isInForce, remaining } = await on(id, day)
          expect(remaining > 0).toBe(isInForce)
          return [day, isInForce]
        }),
      ),
    )
  const cancelled = async (id: number, cancelDate: string, changes: object = {}) => {
    const terms = { cancelDate, cancelReasonCode: 'CUSTREQ', cancelOdometer: 20_000, ...changes }
    const answer = await service.api.as('sandbox-admin').post(`/contracts/${id}/cancels`, terms, withKey())
    expect(answer.status, answer.text).toBe(201)
    return answer.body
  }

  test('is nothing before the first day and after the last', async () => {
    const { id, expirationDate } = await sellAndFinalize(staff())
    expect(expirationDate).toBe('2029-03-15')
    expect(await left(id, ['2024-03-14', '2024-03-15', '2029-03-15', '2029-03-16'])).toEqual({
      ...{ '2024-03-14': false, '2024-03-15': true, '2029-03-15': true, '2029-03-16': false },
    })
  })

  test('ends with a cancel, and comes back whole with a reinstatement', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2024-09-10')
    const cancel = await cancelled(id, '2024-09-10')
    const days = ['2024-09-09', '2024-09-10', '2024-10-01'] as const
    expect(await left(id, days)).toEqual({ '2024-09-09': true, '2024-09-10': false, '2024-10-01': false })
    await at('2024-10-05')
    const reinstated = await service.api
      .as('sandbox-admin')
      .post(`/cancels/${cancel.id}`, { action: 'Reinstate', reason: 'Paid after all' }, withKey())
    expect(reinstated.status, reinstated.text).toBe(200)
    // The cancel was taken back, so a loss in between is covered.
    expect(await left(id, days)).toEqual({ '2024-09-09': true, '2024-09-10': true, '2024-10-01': true })
  })

  test('is nothing on any day after a flat cancel or a void', async () => {
    const flat = await sellAndFinalize(staff())
    const voided = await sellAndFinalize(staff())
    await at('2024-04-05')
    const days = ['2024-03-15', '2024-04-04', '2024-04-05', '2025-01-01'] as const
    const none = Object.fromEntries(days.map((day) => [day, false]))
    expect((await cancelled(flat.id, '2024-04-05', { cancelOdometer: 12_400 })).calculation.method).toBe(
      'FLAT',
    )
    expect(await left(flat.id, days)).toEqual(none)
    const answer = await staff().patch(`/contracts/${voided.id}`, {
      ...{ status: 'Voided', voidReason: 'Entered twice' },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(await left(voided.id, days)).toEqual(none)
  })

  test('rests while the contract is suspended, not while claims wait', async () => {
    const { id } = await sellAndFinalize(staff())
    const reasons = await holdReasons(staff())
    await at('2024-12-01')
    const hold = await staff().post(`/contracts/${id}/holds`, {
      ...{ holdReasonId: reasons.CUSTNONPAY, mode: 'Suspend' },
    })
    expect(hold.status, hold.text).toBe(201)
    await at('2024-12-20')
    const days = ['2024-11-30', '2024-12-01', '2024-12-19', '2024-12-20', '2025-06-01'] as const
    expect(await left(id, days)).toEqual({
      ...{ '2024-11-30': true, '2024-12-01': false, '2024-12-19': false },
      ...{ '2024-12-20': false, '2025-06-01': false },
    })
    const resolved = await staff().post(`/contracts/${id}/holds/${hold.body.id}/resolves`, {})
    expect(resolved.status, resolved.text).toBe(201)
    expect(await left(id, days)).toEqual({
      ...{ '2024-11-30': true, '2024-12-01': false, '2024-12-19': false },
      ...{ '2024-12-20': true, '2025-06-01': true },
    })
  })
})
