import { beforeEach, describe, expect, test } from 'vitest'
import { sellAndFinalize, withKey } from '../support/builders/contracts.ts'
import {
  claimNow,
  claimToInspect,
  type InspectableClaim,
  newReference,
  openInspections,
  orderInspection,
  takeInspection,
} from '../support/builders/inspections.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// A claim that ends while it is inspected, and decisions that wait for an inspection.

const service = await testService()
const { admin, adjuster, company: engine, contract, lone } = await openInspections(service)

let claim: InspectableClaim
let id: number
beforeEach(async () => {
  claim = await claimToInspect(service, contract.id)
  id = (await orderInspection(adjuster, claim.id, lone)).body.id
})

const act = async (body: object, caller = adjuster) => {
  const answer = await caller.patch(`/claims/${claim.id}`, body)
  expect(answer.status, answer.text).toBe(200)
}
const statusOf = async (one: number) => (await admin.get(`/claims/inspections/${one}`)).body.status
const sync = (externalReference: string, inspection: object) =>
  engine.patch('/claims/inspections/syncinspection', {
    ...{ externalReference, externalEventId: 'e-1', sequence: 1, inspection },
  })

describe('a claim that is denied', () => {
  test('cancels its inspections, which cost nothing, and takes no others', async () => {
    const externalReference = await takeInspection(engine, { id, claimId: claim.id })
    await act({ action: 'Deny', deniedReasonCode: 'NOTCOV' })
    expect(await claimNow(admin, claim.id)).toEqual({
      status: 'Denied',
      details: ['Denied', 'Denied'],
      holds: [],
    })
    expect(await statusOf(id)).toBe('Cancelled')
    expect(expectProblem(await orderInspection(adjuster, claim.id, lone), 'ClaimClosed')).toMatchObject({
      claimStatus: 'Denied',
    })
    // The company's system does not know yet.
    const late = await sync(externalReference, { status: 'Completed' })
    expect(expectProblem(late, 'InvalidTransition')).toMatchObject({ from: 'Cancelled', to: 'Completed' })
    expectProblem(await sync(externalReference, { findings: 'Worn' }), 'NotEditable')
    const whole = { externalReference: newReference(), claimNumber: claim.number, status: 'Completed' }
    expectProblem(await engine.put('/claims/inspections/syncpostputinspection', whole), 'ClaimClosed')
    expect((await admin.get(`/ledgers?claimId=${claim.id}`)).body).toEqual([])
  })

  test('in part is still inspected', async () => {
    await act({ action: 'Deny', detailIds: [claim.detailIds[0]], deniedReasonCode: 'NOTCOV' })
    expect(await claimNow(admin, claim.id)).toEqual({
      ...{ status: 'OnHold', details: ['Denied', 'Inspection'], holds: ['INSPPEND'] },
    })
    await admin.put(`/claims/${claim.id}/inspections`, { id, status: 'Completed' })
    expect(await claimNow(admin, claim.id)).toMatchObject({ details: ['Denied', 'Pending'], holds: [] })
  })

  test('with all claims of its contract is not inspected any more', async () => {
    const body = { contractIds: [contract.id], deniedReasonCode: 'NOINFORCE' }
    const { results } = (await admin.post('/contracts/denyClaims', body)).body
    expect(results).toContainEqual(expect.objectContaining({ claimId: claim.id, result: 'Denied' }))
    expect(await statusOf(id)).toBe('Cancelled')
    expect(await claimNow(admin, claim.id)).toMatchObject({ status: 'Denied', holds: [] })
  })

  test('because its contract is cancelled flat is not inspected any more', async () => {
    const other = await sellAndFinalize(admin)
    const mine = await claimToInspect(service, other.id)
    const order = (await orderInspection(adjuster, mine.id, lone)).body.id
    const wish = { cancelDate: '2024-03-15', cancelReasonCode: 'CUSTREQ', cancelOdometer: 24_100 }
    const cancelled = await admin.post(`/contracts/${other.id}/cancels`, wish, withKey())
    expect(cancelled.status, cancelled.text).toBe(201)
    expect(await statusOf(order)).toBe('Cancelled')
    expect(await claimNow(admin, mine.id)).toMatchObject({ status: 'Denied', holds: [] })
  })
})

test('a claim that is voided cancels its inspections', async () => {
  await act({ action: 'Void', reason: 'Entered twice' })
  expect(await statusOf(id)).toBe('Cancelled')
  expect(await claimNow(admin, claim.id)).toMatchObject({ status: 'Voided', holds: [] })
  expectProblem(await orderInspection(adjuster, claim.id, lone), 'ClaimClosed')
})

describe('authorizing', () => {
  test('waits for an open inspection; a completed one is what an early claim needs', async () => {
    const authorize = () =>
      adjuster.patch(`/claims/${claim.id}`, { action: 'Authorize', detailIds: claim.detailIds })
    expect((await authorize()).status).toBe(409)
    await admin.put(`/claims/${claim.id}/inspections`, { id, status: 'Cancelled' })
    expectProblem(await authorize(), 'InspectionRequired')
    const second = (await orderInspection(adjuster, claim.id, lone)).body.id
    await admin.put(`/claims/${claim.id}/inspections`, { id: second, status: 'Completed' })
    const authorized = await authorize()
    expect(authorized.status, authorized.text).toBe(200)
    expect(authorized.body).toMatchObject({
      status: 'Authorized',
      inspections: [{}, { status: 'Completed' }],
    })
    // What is decided is not inspected, unless someone reopens it.
    const again = await orderInspection(adjuster, claim.id, lone, { detailIds: [claim.detailIds[0]] })
    expect(expectProblem(again, 'InvalidTransition')).toMatchObject({ from: 'Authorized', to: 'Inspection' })
  })
})
