import { describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { claimOpen } from '../support/builders/claims-paid.ts'
import { sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { eventsOf, holdReasons, payables } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const staff = service.api.as('sandbox-entry')

const at = (now: string) => admin.put('/sandbox/clock', { now })
// biome-ignore lint/suspicious/noExplicitAny: a reason as it is answered.
const codesOf = (body: any) => body.reasons.map(({ code }: any) => code)

/** Everything that a candidate list has, over all its pages. */
async function candidates(kind: string, query = ''): Promise<string[]> {
  const all: string[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await admin.get(`/contracts/${kind}?pageSize=200&pageNumber=${page}${query}`)
    all.push(...body.items)
    if (page >= body.totalPages) return all
  }
}

describe('contracts past their term', () => {
  test('are listed after the expiration date and expire one by one', async () => {
    await at('2024-03-15T15:00:00Z')
    const contract = await sellAndFinalize(staff)
    const { db } = await sandboxOf(service)
    expect(await candidates('autoexpire')).not.toContain(String(contract.id))
    expect(await candidates('autoexpire', '&asOfDate=2029-03-15')).not.toContain(String(contract.id))
    expect(await candidates('autoexpire', '&asOfDate=2029-03-16')).toContain(String(contract.id))
    expect(await candidates('autoexpire', '&asOfDate=2029-03-16&productTypeCode=GAP')).not.toContain(
      String(contract.id),
    )
    const early = await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    expectProblem(early, 'NotEligible')
    expect(codesOf(early.body)).toEqual(['NotExpired'])
    await at('2029-03-16T15:00:00Z')
    const claim = await claimOpen(db, contract.id, { lossDate: '2029-03-01' })
    await run(db, 'update contract set open_claims = 1 where id = $1', [contract.id])
    const asked = await admin.post(`/contracts/${contract.id}/cancelrequests`, {
      ...{ cancelDate: '2029-03-15', cancelReasonCode: 'CUSTREQ' },
    })
    const open = await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    expect(codesOf(open.body)).toEqual(['OpenClaim', 'OpenCancelRequest'])
    expect(await candidates('autoexpire')).not.toContain(String(contract.id))
    await admin.post(`/cancelrequests/${asked.body.id}`, { action: 'Withdraw' }, withKey())
    await run(db, `update claim set status = 'Denied' where id = $1`, [claim])
    await run(db, 'update contract set open_claims = 0 where id = $1', [contract.id])
    const answer = await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    expect([answer.status, answer.body]).toEqual([200, { contractId: contract.id, result: 'Expired' }])
    expect((await staff.get(`/contracts/${contract.id}`)).body).toMatchObject({ status: 'Expired' })
    const again = await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    expect(codesOf(again.body)).toEqual(['NotActive'])
  })

  test('on hold expire where the administrator wants that, and their payables are released', async () => {
    await at('2024-03-15T15:00:00Z')
    const contract = await sellAndFinalize(staff)
    const reasons = await holdReasons(staff)
    const held = await staff.post(`/contracts/${contract.id}/holds`, { holdReasonId: reasons.NONPAY })
    expect(held.status, held.text).toBe(201)
    expect((await payables(service, contract.id)).AGENT).toBe('Held')
    await at('2029-03-16T15:00:00Z')
    const early = await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    expect(codesOf(early.body)).toEqual(['NotActive'])
    const [setting] = (await admin.get('/generalsettings?key=autoExpireOnHold')).body
    await admin.patch(`/generalsettings/${setting.id}`, { value: true })
    const answer = await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    await admin.patch(`/generalsettings/${setting.id}`, { value: false })
    expect(answer.body).toEqual({ contractId: contract.id, result: 'Expired' })
    // Nothing was paid yet, so they wait for the dealer's money again.
    expect((await payables(service, contract.id)).AGENT).toBe('Pending Funding')
    expect((await eventsOf(service, contract.id)).slice(-2)).toEqual([
      'contract.resolved',
      'contract.expired',
    ])
  })

  test('expire by mileage, and are reopened when the odometer reading is corrected', async () => {
    await at('2024-03-15T15:00:00Z')
    const contract = await sellAndFinalize(staff)
    await at('2024-09-15T15:00:00Z')
    const path = `/contracts/${contract.id}`
    await staff.patch(path, { odometerReading: { value: 870_010 } })
    expect(await candidates('autoexpire')).toContain(String(contract.id))
    await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    const correction = { odometerReading: { value: 17_001, date: '2024-09-15', reason: 'Misread' } }
    expectProblem(await staff.patch(path, correction), 'Forbidden')
    const still = await admin.patch(path, { odometerReading: { value: 87_001, date: '2024-09-15' } })
    expectProblem(still, 'InvalidTransition')
    const { body } = await admin.patch(path, correction)
    expect(body).toMatchObject({
      status: 'Active',
      lastKnownOdometer: { value: 17_001, date: '2024-09-15', source: 'Correction' },
    })
  })

  test('are reopened when the sale date moves later', async () => {
    await at('2024-03-15T15:00:00Z')
    const contract = await sellAndFinalize(staff)
    await at('2029-03-20T15:00:00Z')
    await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    const { status, body } = await admin.patch(`/contracts/${contract.id}`, { saleDate: '2024-04-02' })
    expect([status, body.status, body.expirationDate]).toEqual([200, 'Active', '2029-04-02'])
  })

  test('are not reopened to expire today', async () => {
    await at('2024-03-15T15:00:00Z')
    const contract = await sellAndFinalize(staff)
    const path = `/contracts/${contract.id}`
    await at('2029-03-20T15:00:00Z')
    await admin.post(`/contracts/autoexpire/${contract.id}`, {})
    const refused = await admin.patch(path, { saleDate: '2024-03-20' })
    expectProblem(refused, 'InvalidTransition')
    expect([refused.body.from, refused.body.to]).toEqual(['Expired', 'Active'])
    expect((await admin.patch(path, { saleDate: '2024-03-21' })).body.status).toBe('Active')
    await at('2029-03-21T15:00:00Z')
    expect(await candidates('autoexpire')).not.toContain(String(contract.id))
  })
})

describe('unpaid contracts', () => {
  test('are listed after 90 days, quotes after 30, and are voided one by one', async () => {
    await at('2024-03-15T15:00:00Z')
    const { body: sold } = await sellR1(staff)
    const { body: kept } = await sellR1(staff, { status: 'Quote' })
    const lists = async (asOf: string) => {
      const ids = await candidates('autovoidable', `&asOfDate=${asOf}`)
      return [sold.id, kept.id].map((id) => ids.includes(String(id)))
    }
    expect(await lists('2024-04-14')).toEqual([false, false])
    expect(await lists('2024-04-15')).toEqual([false, true])
    expect(await lists('2024-06-13')).toEqual([false, true])
    expect(await lists('2024-06-14')).toEqual([true, true])
    const young = await admin.post(`/contracts/autovoidable/${sold.id}`, {})
    expect(codesOf(young.body)).toEqual(['TooYoung'])
    await at('2024-06-14T15:00:00Z')
    for (const { id } of [sold, kept])
      expect((await admin.post(`/contracts/autovoidable/${id}`, {})).body).toEqual({
        contractId: id,
        result: 'Voided',
      })
    expect((await staff.get(`/contracts/${sold.id}`)).body).toMatchObject({
      status: 'Voided',
      statusReason: 'AutoVoid',
    })
    const again = await admin.post(`/contracts/autovoidable/${sold.id}`, {})
    expect(codesOf(again.body)).toContain('NotPending')
  })

  test('are kept while a claim stands, also when it is paid and closed', async () => {
    await at('2024-03-15T15:00:00Z')
    const { body: sold } = await sellR1(staff)
    await at('2024-08-01T15:00:00Z')
    const { db } = await sandboxOf(service)
    const claim = await claimOpen(db, sold.id, { status: 'Paid', lossDate: '2024-04-01' })
    for (const status of ['Open', 'Paid', 'Closed']) {
      await run(db, 'update claim set status = $2 where id = $1', [claim, status])
      expect(await candidates('autovoidable'), status).not.toContain(String(sold.id))
      expect(codesOf((await admin.post(`/contracts/autovoidable/${sold.id}`, {})).body)).toEqual(['HasClaim'])
    }
    for (const status of ['Denied', 'Voided']) {
      await run(db, 'update claim set status = $2 where id = $1', [claim, status])
      expect(await candidates('autovoidable'), status).toContain(String(sold.id))
    }
  })

  test('active contracts are skipped, and an unknown contract gets 404', async () => {
    await at('2024-03-15T15:00:00Z')
    const contract = await sellAndFinalize(staff)
    await at('2024-08-01T15:00:00Z')
    expect(codesOf((await admin.post(`/contracts/autovoidable/${contract.id}`, {})).body)).toEqual([
      'NotPending',
    ])
    expectProblem(await admin.post('/contracts/autovoidable/999999999', {}), 'NotFound')
    expectProblem(await staff.post(`/contracts/autovoidable/${contract.id}`, {}), 'Forbidden')
  })
})
