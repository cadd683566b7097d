import { beforeEach, describe, expect, test } from 'vitest'
import { waterPump } from '../support/builders/claims.ts'
import { sellAndFinalize, withKey } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
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

  test('is nothing before the contract is in force, after it has ended, and while it was cancelled', async () => {
    const { id, expirationDate } = await sellAndFinalize(staff())
    const left = async (day: string) => {
      const { isInForce, remaining } = await on(id, day)
      return [isInForce, remaining > 0]
    }
    expect(await left('2024-03-14')).toEqual([false, false])
    expect(await left('2024-03-15')).toEqual([true, true])
    expect(await left(expirationDate)).toEqual([true, true])
    expect(await left('2029-12-31')).toEqual([false, false])
    await at('2024-09-10')
    const cancelled = await service.api
      .as('sandbox-admin')
      .post(
        `/contracts/${id}/cancels`,
        { cancelDate: '2024-09-10', cancelReasonCode: 'CUSTREQ', cancelOdometer: 20_000 },
        withKey(),
      )
    expect(cancelled.status, cancelled.text).toBe(201)
    expect(await left('2024-09-09')).toEqual([true, true])
    expect(await left('2024-09-10')).toEqual([false, false])
  })
})
