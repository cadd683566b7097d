import { describe, expect, test } from 'vitest'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import {
  claimNow,
  claimToInspect,
  newReference,
  orderInspection,
  takeInspection,
} from '../support/builders/inspections.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

// The system of an inspection company that repeats, shuffles, is late, and sends rubbish.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const engine = service.api.as('sandbox-inspector-ic100')
await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const contract = await sellAndFinalize(admin)
const lone = await holderId(service, 'InspectionCompany', 'IC100')

const PATCH = '/claims/inspections/syncinspection'
const PUT = '/claims/inspections/syncpostputinspection'

/** An inspection that the company has taken. */
async function taken() {
  const claim = await claimToInspect(service, contract.id)
  const { body } = await orderInspection(admin, claim.id, lone)
  const externalReference = await takeInspection(engine, { id: body.id, claimId: claim.id })
  const event = (sequence: number, inspection: object = {}, more: object = {}) =>
    engine.patch(PATCH, {
      externalReference,
      externalEventId: `e-${sequence}`,
      sequence,
      inspection,
      ...more,
    })
  const read = async () => (await admin.get(`/claims/inspections/${body.id}`)).body
  return { claim, id: body.id as number, externalReference, event, read }
}
const feeRows = async (claimId: number) => (await admin.get(`/ledgers?claimId=${claimId}`)).body

describe('an event', () => {
  test('that comes twice counts once', async () => {
    const { claim, event, read } = await taken()
    const notes = [{ text: 'Done', author: 'R. Vega' }]
    const first = await event(1, { status: 'Completed', findings: 'Worn' }, { notes })
    expect(first.body).toMatchObject({ applied: true, reason: null })
    const again = await event(1, { status: 'Completed', findings: 'Something else' }, { notes })
    expect(again.status).toBe(200)
    expect(again.body).toEqual({ ...first.body, applied: false, reason: 'Duplicate' })
    // The id decides, whatever the sequence says now.
    expect((await event(1, { findings: 'Later' }, { sequence: 9 })).body).toMatchObject({
      reason: 'Duplicate',
    })
    expect(await read()).toEqual(first.body.inspection)
    expect(await feeRows(claim.id)).toHaveLength(1)
  })

  test('that is late changes nothing', async () => {
    const { event, read } = await taken()
    await event(5, { findings: 'The fifth' }, { notes: [{ text: 'Five' }] })
    const before = await read()
    for (const sequence of [4, 0])
      expect((await event(sequence, { findings: 'Late' }, { notes: [{ text: 'Late' }] })).body).toEqual({
        ...{ applied: false, reason: 'Stale', inspection: before },
      })
    expect((await event(6, {}, { externalEventId: 'e-5b', sequence: 5 })).body).toMatchObject({
      reason: 'Stale',
    })
    expect(await read()).toEqual(before)
  })

  test('of an unknown inspection, or one of another company, is not found', async () => {
    const body = { externalReference: 'NOBODY', externalEventId: 'e-1', sequence: 1, inspection: {} }
    expectProblem(await engine.patch(PATCH, body), 'NotFound')
    const address = { line1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' }
    const { body: other } = await admin.post('/inspectioncompanies', {
      name: 'Other',
      number: 'IC901',
      address,
    })
    const claim = await claimToInspect(service, contract.id)
    const order = (await orderInspection(admin, claim.id, other.id)).body
    const externalReference = await takeInspection(admin, { id: order.id, claimId: claim.id })
    expectProblem(await engine.patch(PATCH, { ...body, externalReference }), 'NotFound')
    expect((await admin.patch(PATCH, { ...body, externalReference })).body).toMatchObject({ applied: true })
    // Both companies may use the same reference; then staff must say which one they mean.
    const mine = (await orderInspection(admin, claim.id, lone)).body
    const path = `/claims/${claim.id}/inspections/takereject/${mine.id}`
    expect((await engine.post(path, { action: 'Take', externalReference })).status).toBe(200)
    const second = { ...body, externalReference, externalEventId: 'e-2', sequence: 2 }
    expect((await engine.patch(PATCH, second)).body).toMatchObject({ inspection: { id: mine.id } })
    expectProblem(await admin.patch(PATCH, { ...second, externalEventId: 'e-3' }), 'DuplicateReference')
  })

  test('with rubbish is refused, with every fault', async () => {
    const { externalReference, event, read } = await taken()
    const before = await read()
    const rubbish = {
      ...{ externalReference, externalEventId: '', sequence: -1.5, surprise: true },
      inspection: {
        status: 'Exploded',
        odometerSeen: 'many',
        completedAt: 'yesterday',
        fields: [{ value: 1 }],
      },
      notes: [{ author: 'R. Vega' }],
    }
    expect(faultsIn(await engine.patch(PATCH, rubbish)).sort()).toEqual(
      [
        ...[
          '/externalEventId Length',
          '/inspection/completedAt Format',
          '/inspection/fields/0/code Required',
        ],
        ...['/inspection/fields/0/value Type', '/inspection/odometerSeen Type', '/inspection/status Enum'],
        ...['/notes/0/text Required', '/sequence Range', '/sequence Type', '/surprise Unknown'],
      ].filter((fault) => fault !== '/sequence Range'),
    )
    expectProblem(await engine.patch(PATCH, '{"externalReference":'), 'MalformedJson')
    expectProblem(await event(1, { holdReasonId: 987_654 }), 'UnknownReference')
    expect(await read()).toEqual(before)
  })

  test('with a move that does not exist is refused, does not count, and may be corrected', async () => {
    const { event, read } = await taken()
    await event(1, { status: 'Scheduled' })
    expect(expectProblem(await event(2, { status: 'Assigned' }), 'InvalidTransition')).toMatchObject({
      ...{ from: 'Scheduled', to: 'Assigned' },
    })
    expect((await event(2, { status: 'Completed' })).body).toMatchObject({ applied: true })
    for (const status of ['Reviewed', 'Cancelled'])
      expectProblem(await event(3, { status }), 'InvalidTransition')
    expect(await read()).toMatchObject({ status: 'Completed', lastSequence: 2 })
  })

  test('cannot reject: that needs a reason', async () => {
    const { event } = await taken()
    expectProblem(await event(1, { status: 'Rejected' }), 'RejectReasonRequired')
  })

  test('after the end adds notes, and changes nothing that was reported', async () => {
    const { claim, id, event, read } = await taken()
    await event(1, { status: 'Completed', findings: 'Worn' })
    await admin.put(`/claims/${claim.id}/inspections`, { id, status: 'Reviewed', findings: 'Worn' })
    expectProblem(await event(2, { findings: 'As new' }), 'NotEditable')
    expect((await event(2, { findings: 'Worn' }, { notes: [{ text: 'Bill sent' }] })).body).toMatchObject({
      ...{
        applied: true,
        inspection: { status: 'Reviewed', findings: 'Worn', notes: [{ text: 'Bill sent' }] },
      },
    })
    expect(await read()).toMatchObject({ lastSequence: 2 })
    expect(await feeRows(claim.id)).toHaveLength(1)
  })
})

describe('a whole inspection', () => {
  const whole = (claimNumber: string, changes: object = {}) => ({
    externalReference: newReference(),
    claimNumber,
    ...changes,
  })

  test('with a new reference is ordered by the company of the caller', async () => {
    const claim = await claimToInspect(service, contract.id)
    const sent = whole(claim.number.toLowerCase(), {
      ...{ contractNumber: contract.number, status: 'Scheduled', scheduledAt: '2024-03-18T16:00:00Z' },
      ...{ externalEventId: 'e-1', sequence: 1, vehicle: { vin: contract.vehicle.vin, odometer: 24_120 } },
      ...{
        repairFacility: { name: 'The shop', contact: 'Dana' },
        notes: [{ text: 'On the way', author: 'R. Vega' }],
      },
    })
    const made = await engine.put(PUT, sent)
    expect(made.status, made.text).toBe(201)
    expect(made.body).toMatchObject({
      ...{ applied: true, reason: null },
      inspection: {
        ...{ claimId: claim.id, detailIds: claim.detailIds, status: 'Scheduled', lastSequence: 1, fee: 85 },
        ...{ company: { id: lone }, reason: { code: 'VERIFY' }, externalReference: sent.externalReference },
        notes: [{ text: 'On the way', author: 'R. Vega' }],
      },
    })
    expect(made.headers.get('location')).toBe(`/claims/inspections/${made.body.inspection.id}`)
    expect(await claimNow(admin, claim.id)).toMatchObject({ status: 'OnHold', holds: ['INSPPEND'] })

    const again = await engine.put(PUT, sent)
    expect(again.status).toBe(200)
    expect(again.headers.get('location')).toBeNull()
    expect(again.body).toEqual({ ...made.body, applied: false, reason: 'Duplicate' })

    const done = {
      ...sent,
      status: 'Completed',
      scheduledAt: undefined,
      findings: 'Worn',
      externalEventId: 'e-2',
    }
    const completed = await engine.put(PUT, { ...done, sequence: 2 })
    expect(completed.status).toBe(200)
    // What is absent is cleared, and known notes are not added again.
    expect(completed.body.inspection).toMatchObject({
      status: 'Completed',
      scheduledAt: null,
      findings: 'Worn',
    })
    expect(completed.body.inspection.notes).toHaveLength(1)
    expect(await feeRows(claim.id)).toHaveLength(1)
    expect(await claimNow(admin, claim.id)).toMatchObject({
      holds: [],
      details: ['Pending', 'Pending'],
    })
  })

  test('that is complete from the beginning costs its fee once, and the claim does not wait', async () => {
    const claim = await claimToInspect(service, contract.id)
    const sent = whole(claim.number, { status: 'Completed', companyNumber: 'ic100' })
    expect((await admin.put(PUT, sent)).status).toBe(201)
    expect((await admin.put(PUT, sent)).body).toMatchObject({
      applied: true,
      inspection: { status: 'Completed' },
    })
    expect(await feeRows(claim.id)).toHaveLength(1)
    expect(await claimNow(admin, claim.id)).toMatchObject({
      holds: [],
      details: ['Pending', 'Pending'],
    })
  })

  test('of a claim, contract or company that does not fit is refused', async () => {
    const [claim, other] = [
      await claimToInspect(service, contract.id),
      await claimToInspect(service, contract.id),
    ]
    expectProblem(await engine.put(PUT, whole('CLM-987654')), 'NotFound')
    expectProblem(
      await engine.put(PUT, whole(claim.number, { contractNumber: 'NOBODY' })),
      'UnknownReference',
    )
    expectProblem(await engine.put(PUT, whole(claim.number, { companyNumber: 'NOBODY' })), 'UnknownReference')
    expectProblem(await engine.put(PUT, whole(claim.number, { reasonCode: 'BORED' })), 'UnknownReference')
    expect(faultsIn(await admin.put(PUT, whole(claim.number)))).toEqual(['/companyNumber Required'])
    const sent = whole(claim.number)
    await engine.put(PUT, sent)
    expectProblem(await engine.put(PUT, { ...sent, claimNumber: other.number }), 'DuplicateReference')
    expect(await claimNow(admin, other.id)).toMatchObject({ holds: [] })
  })
})
