import { afterAll, beforeAll, expect, test } from 'vitest'
import { codesIn, laborFor, openClaims } from '../support/builders/claims.ts'
import { holdReasons } from '../support/builders/held-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// A claim that waits for approval is approved only while its contract covers the loss. Its figures were decided before.

// biome-ignore lint/suspicious/noExplicitAny: a claim as it is answered.
type Claim = any

const service = await testService()
const claims = await openClaims(service)
const { done, admin, supervisor, entry } = claims
const reasons = await holdReasons(admin)

beforeAll(async () => {
  await claims.set('inspectionThreshold', 100_000)
  await claims.set('adjusterAuthority', 50)
})
afterAll(() => claims.set('adjusterAuthority', 5000))

/** A claim that an adjuster has authorized above the authority of adjusters. */
const waiting = async (claim: Claim): Promise<Claim> => {
  const after = await done(claims.authorize(claim.id))
  expect(after.status).toBe('PendingApproval')
  return after
}
const approve = ({ id }: Claim) => claims.change(id, { action: 'Approve', reason: 'Checked' }, supervisor)
const refusedFor = async (claim: Claim): Promise<string[]> =>
  codesIn(expectProblem(await approve(claim), 'NotInForce', 422).reasons)

test('a hold that blocks claims blocks the approval, until it is resolved', async () => {
  const id = await claims.sellVsc('0')
  const claim = await waiting(await claims.entered(id, [laborFor(120)]))
  const hold = await done(entry.post(`/contracts/${id}/holds`, { holdReasonId: reasons.MISSIGN }), 201)
  expect(await refusedFor(claim)).toEqual(['HoldBlocksClaims'])
  expect(await claims.read(claim.id)).toMatchObject({ status: 'PendingApproval' })
  await done(entry.post(`/contracts/${id}/holds/${hold.id}/resolves`, {}), 201)
  expect(await done(approve(claim))).toMatchObject({
    ...{ status: 'Authorized', details: [{ status: 'Authorized', authorizedAmount: 120 }] },
  })
})

test('a loss that was moved out of the term is not approved', async () => {
  const claim = await waiting(await claims.entered(await claims.sellVsc('0'), [laborFor(120)]))
  await done(claims.change(claim.id, { lossDate: '2024-03-14' }))
  expect(await refusedFor(claim)).toEqual(['LossBeforeEffective'])
  await done(claims.change(claim.id, { lossDate: '2025-03-09' }))
  expect((await done(approve(claim))).costs).toMatchObject({ authorized: 120 })
})

test('a prepaid service is judged on its own day', async () => {
  const id = await claims.sellServices()
  const services = [{ serviceCode: 'OIL', serviceDate: '2025-03-10', odometer: 24_100 }]
  const claim = await waiting(await done(claims.enter(id, { details: undefined, ppmEvents: services }), 201))
  const suspend = { holdReasonId: reasons.CUSTNONPAY, mode: 'Suspend', holdDate: '2025-03-10' }
  const hold = await done(entry.post(`/contracts/${id}/holds`, suspend), 201)
  await done(claims.change(claim.id, { lossDate: '2025-03-01' }))
  expect(await refusedFor(claim)).toEqual(['HoldBlocksClaims', 'NotInForce'])
  await done(entry.post(`/contracts/${id}/holds/${hold.id}/resolves`, {}), 201)
  // The hold is over. The day of the service stays suspended, and that of the claim was not.
  expect(await refusedFor(claim)).toEqual(['NotInForce'])
})
