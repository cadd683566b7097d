import { beforeEach, describe, expect, test } from 'vitest'
import { eventsOf } from '../support/builders/contract-files.ts'
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
import { expectProblem, faultsIn } from '../support/service/problem.ts'

const service = await testService()
const { admin, adjuster, company, contract, lone } = await openInspections(service)

let claim: InspectableClaim
beforeEach(async () => {
  claim = await claimToInspect(service, contract.id)
})

const now = () => claimNow(admin, claim.id)
const order = (changes: object = {}) => orderInspection(adjuster, claim.id, lone, changes)
// biome-ignore lint/suspicious/noExplicitAny: an answered inspection.
async function ordered(changes: object = {}): Promise<any> {
  const { status, body, text } = await order(changes)
  expect(status, text).toBe(201)
  return body
}
const act = (id: number, body: object, caller = company) =>
  caller.post(`/claims/${claim.id}/inspections/takereject/${id}`, body)
let companies = 0
/** Another inspection company. */
async function newCompany(changes: object = {}): Promise<number> {
  companies += 1
  const address = { line1: '1 Main St', city: 'Austin', state: 'TX', zip: '78701' }
  const number = `IC9${companies}`
  const made = await admin.post('/inspectioncompanies', { name: number, number, address, ...changes })
  expect(made.status, made.text).toBe(201)
  return made.body.id
}
const put = (body: object, caller = adjuster) => caller.put(`/claims/${claim.id}/inspections`, body)
const read = async (id: number) => (await admin.get(`/claims/inspections/${id}`)).body
const feeRows = async () => (await admin.get(`/ledgers?claimId=${claim.id}`)).body

describe('an inspection', () => {
  test('is ordered, taken, scheduled, completed and reviewed; the claim waits and the company is paid', async () => {
    const made = await order({
      dueDate: '2024-03-22',
      questions: ['Is the pump leaking?'],
      contactName: 'Dana',
    })
    expect(made.status, made.text).toBe(201)
    const { id, number } = made.body
    expect(made.headers.get('location')).toBe(`/claims/inspections/${id}`)
    expect(number).toBe(`INS-${String(id).padStart(6, '0')}`)
    expect(made.body).toMatchObject({
      ...{ claimId: claim.id, detailIds: claim.detailIds, status: 'Ordered', dueAt: '2024-03-22', fee: 85 },
      ...{ company: { type: 'InspectionCompany', id: lone, number: 'IC100' }, reason: { code: 'VERIFY' } },
      ...{ orderedAt: '2024-03-15T15:00:00.000Z', contactName: 'Dana', questions: ['Is the pump leaking?'] },
      ...{ scheduledAt: null, completedAt: null, feeLedgerId: null, externalReference: null, files: [] },
    })
    // The vehicle is at the shop.
    expect(made.body.location).toMatchObject({ state: 'TX', country: 'US' })
    expect(await now()).toEqual({
      ...{ status: 'OnHold', details: ['Inspection', 'Inspection'], holds: ['INSPPEND'] },
    })

    const externalReference = newReference()
    const taken = await act(id, { action: 'Take', externalReference })
    expect(taken.body).toMatchObject({ status: 'Assigned', externalReference })
    const scheduled = { externalReference, externalEventId: 'e-1', sequence: 1 }
    const sync = await company.patch('/claims/inspections/syncinspection', {
      ...scheduled,
      inspection: { status: 'Scheduled', scheduledAt: '2024-03-18T16:00:00Z' },
      notes: [{ text: 'The shop opens at eleven.' }],
    })
    expect(sync.body).toMatchObject({ applied: true, reason: null, inspection: { status: 'Scheduled' } })
    expect(await now()).toMatchObject({ status: 'OnHold' })

    const fields = [{ code: 'OIL', label: 'Oil level', value: 'Low' }]
    const done = await company.patch('/claims/inspections/syncinspection', {
      ...{ externalReference, externalEventId: 'e-2', sequence: 2 },
      inspection: {
        ...{ status: 'Completed', completedAt: '2024-03-18T17:00:00Z', odometerSeen: 24_120, fields },
        ...{ findings: 'Leaks at the shaft seal.', recommendation: 'FailureConfirmed' },
      },
    })
    expect(done.body.inspection).toMatchObject({
      ...{ status: 'Completed', completedAt: '2024-03-18T17:00:00.000Z', odometerSeen: 24_120, fields },
      ...{ recommendation: 'FailureConfirmed', lastSequence: 2, scheduledAt: '2024-03-18T16:00:00.000Z' },
    })
    expect(done.body.inspection.notes).toMatchObject([
      {
        text: 'The shop opens at eleven.',
        author: 'sandbox-inspector-ic100',
        at: '2024-03-15T15:00:00.000Z',
      },
    ])
    expect(await now()).toMatchObject({ details: ['Pending', 'Pending'], holds: [] })

    const [row, ...others] = await feeRows()
    expect(others).toEqual([])
    expect(row).toMatchObject({
      ...{ id: done.body.inspection.feeLedgerId, ledgerType: 'InspectionFee', direction: 'Pay', amount: 85 },
      ...{ ledgerStatus: 'Open', accountHolder: { id: lone }, disbursementCode: 'INSPECTION' },
    })
    const { items } = (await admin.get(`/journal?contractId=${contract.id}&pageSize=200`)).body
    expect(items.filter((entry: { claimId: number }) => entry.claimId === claim.id)).toMatchObject([
      {
        ...{ entryType: 'InspectionFee', debitAccount: 'ClaimsExpense:INSPECTION', amount: 85 },
        creditAccount: `Payable:${lone}`,
      },
    ])

    const review = await put({ ...reported, id, status: 'Reviewed', fields })
    expect(review.body).toMatchObject({ status: 'Reviewed', findings: 'Leaks at the shaft seal.' })
    expect(await feeRows()).toHaveLength(1)
    const { body: verified } = await admin.get('/books/verification')
    expect(verified).toMatchObject({ isWhole: true })
    const events = await eventsOf(service, `inspections/${id}`)
    expect(events.map(({ type }) => type)).toEqual(
      ['ordered', 'taken', 'scheduled', 'completed', 'reviewed'].map((type) => `inspection.${type}`),
    )
    expect(events[3]?.data).toEqual({ id, number, claimId: claim.id, status: 'Completed' })
    const types = (await eventsOf(service, `claims/${claim.id}`)).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['claim.held', 'claim.released'])
  })

  const reported = {
    ...{ scheduledAt: '2024-03-18T16:00:00Z', completedAt: '2024-03-18T17:00:00Z', odometerSeen: 24_120 },
    ...{ findings: 'Leaks at the shaft seal.', recommendation: 'FailureConfirmed' },
  }

  test('of one detail leaves the others as they are', async () => {
    const [first] = claim.detailIds
    const { id, detailIds } = await ordered({ detailIds: [first], location: null })
    expect(detailIds).toEqual([first])
    expect(await now()).toMatchObject({ details: ['Inspection', 'Pending'] })
    await put({ id, status: 'Cancelled' })
    expect(await now()).toMatchObject({ details: ['Pending', 'Pending'], holds: [] })
    expect(await feeRows()).toEqual([])
  })

  test('beside another one keeps the claim waiting until both are closed', async () => {
    const [first, second] = claim.detailIds
    const one = await ordered({ detailIds: [first, second] })
    const two = await ordered({ detailIds: [second] })
    expect((await act(one.id, { action: 'Reject', rejectReasonCode: 'NOCAP' })).body).toMatchObject({
      ...{ status: 'Rejected', rejectReason: { code: 'NOCAP', name: 'No capacity' } },
    })
    expect(await now()).toEqual({ status: 'OnHold', details: ['Pending', 'Inspection'], holds: ['INSPPEND'] })
    expect((await put({ id: two.id, status: 'Completed' })).body).toMatchObject({
      ...{ status: 'Completed', completedAt: '2024-03-15T15:00:00.000Z' },
    })
    expect(await now()).toMatchObject({ details: ['Pending', 'Pending'], holds: [] })
    expect(await feeRows()).toHaveLength(1)
  })

  test('with a day is scheduled when it is taken: the day begins in the time zone of the administrator', async () => {
    const { id } = await ordered()
    const { body } = await act(id, { action: 'Take', scheduledDate: '2024-03-20' })
    expect(body).toMatchObject({ status: 'Scheduled', scheduledAt: '2024-03-20T05:00:00.000Z' })
    const events = await eventsOf(service, `inspections/${id}`)
    expect(events.map(({ type }) => type.slice(11))).toEqual(['ordered', 'taken', 'scheduled'])
  })

  test('is taken again without effect, and gets a reference if it had none', async () => {
    const { id } = await ordered()
    const first = await act(id, { action: 'Take' })
    expect((await act(id, { action: 'Take', scheduledDate: '2024-03-20' })).body).toEqual(first.body)
    const externalReference = newReference()
    await act(id, { action: 'Take', externalReference })
    expect((await act(id, { action: 'Take', externalReference })).body).toMatchObject({
      ...{ status: 'Assigned', externalReference, rowVersion: 3 },
    })
  })

  test('changed by the administrator loses what is absent, except its status', async () => {
    const { id } = await ordered()
    const { body: reasons } = await admin.get('/claims/holdReasons')
    await put({ ...reported, id, status: 'Scheduled', holdReasonId: reasons[1].id, fields: [{ code: 'A' }] })
    expect(await read(id)).toMatchObject({
      ...{ status: 'Scheduled', odometerSeen: 24_120, holdReason: { code: 'DIAGPEND' } },
      ...{ fields: [{ code: 'A', label: null, value: null }], completedAt: null },
    })
    const { body } = await put({ id })
    expect(body).toMatchObject({
      ...{ status: 'Scheduled', scheduledAt: null, odometerSeen: null, findings: null, recommendation: null },
      ...{ fields: [], holdReason: null },
    })
  })

  test('is changed only as it was read, if the caller says so', async () => {
    const { id } = await ordered()
    const tag = (await adjuster.get(`/claims/inspections/${id}`)).headers.get('etag') ?? ''
    const path = `/claims/${claim.id}/inspections`
    expect((await adjuster.put(path, { id, findings: 'New' }, { 'if-match': tag })).status).toBe(200)
    expectProblem(
      await adjuster.put(path, { id, findings: 'Old' }, { 'if-match': tag }),
      'PreconditionFailed',
    )
  })

  test('costs what the company charged on the day of the order, and nothing is nothing', async () => {
    const other = await newCompany({ fee: 0 })
    const { body } = await orderInspection(adjuster, claim.id, other)
    await admin.patch(`/inspectioncompanies/${other}`, { fee: 40 })
    const done = await put({ id: body.id, status: 'Completed' })
    expect(done.body).toMatchObject({ status: 'Completed', fee: 0, feeLedgerId: null })
    expect(await feeRows()).toEqual([])
  })
})

describe('the list of inspections', () => {
  test('finds by claim, company, status, reference and time', async () => {
    const { id } = await ordered({ dueDate: '2024-03-22' })
    const externalReference = await takeInspection(company, { id, claimId: claim.id })
    const ids = async (search: string) =>
      (await adjuster.get(`/claims/inspections?pageSize=200&${search}`)).body.map(
        (one: { id: number }) => one.id,
      )
    expect(await ids(`claimId=${claim.id}`)).toEqual([id])
    expect(await ids(`claimNumber=${claim.number.toLowerCase()}`)).toEqual([id])
    expect(await ids(`externalReference=${externalReference.toLowerCase()}`)).toEqual([id])
    const own = `claimId=${claim.id}`
    expect(await ids(`${own}&companyId=${lone}&status=Assigned,Scheduled`)).toEqual([id])
    expect(await ids(`${own}&status=Ordered`)).toEqual([])
    expect(await ids(`${own}&orderedFrom=2024-03-15&orderedTo=2024-03-15`)).toEqual([id])
    expect(await ids(`${own}&dueBefore=2024-03-22`)).toEqual([])
    expect(await ids(`${own}&dueBefore=2024-03-23&updatedSince=2024-03-15T15:00:00Z`)).toEqual([id])
    expect(await ids(`${own}&updatedSince=2024-03-15T15:00:01Z`)).toEqual([])
  })
})

describe('refused', () => {
  test('an order that names what does not exist, all of it at once', async () => {
    const answer = await order({ inspectionCompanyId: 987_654, reasonCode: 'NONE', detailIds: [987_654] })
    const { errors } = expectProblem(answer, 'UnknownReference') as unknown as {
      errors: { pointer: string }[]
    }
    expect(errors.map(({ pointer }) => pointer)).toEqual([
      '/inspectionCompanyId',
      '/reasonCode',
      '/detailIds/0',
    ])
    expect(await now()).toMatchObject({ details: ['Pending', 'Pending'], holds: [] })
  })

  test('an order without a reason or with a broken shape', async () => {
    const body = { detailIds: ['x'], dueDate: '2024-02-30', surprise: 1 }
    expect(faultsIn(await adjuster.post(`/claims/${claim.id}/inspections`, body)).sort()).toEqual(
      ['/detailIds/0 Type', '/dueDate Format', '/inspectionCompanyId Required', '/surprise Unknown'].sort(),
    )
    const without = await adjuster.post(`/claims/${claim.id}/inspections`, { inspectionCompanyId: lone })
    expect(faultsIn(without)).toEqual(['/reasonId Required'])
  })

  test('an order from a company that is not active', async () => {
    const other = await newCompany({ status: 'Inactive' })
    expectProblem(await orderInspection(adjuster, claim.id, other), 'CompanyInactive')
  })

  test('moves that the states do not have', async () => {
    const { id } = await ordered()
    await act(id, { action: 'Take', scheduledDate: '2024-03-20' })
    expect(expectProblem(await act(id, { action: 'Reject' }), 'InvalidTransition')).toMatchObject({
      ...{ from: 'Scheduled', to: 'Rejected' },
    })
    expect(expectProblem(await put({ id, status: 'Reviewed' }), 'InvalidTransition')).toMatchObject({
      ...{ from: 'Scheduled', to: 'Reviewed' },
    })
    await put({ id, status: 'Cancelled' })
    expect(expectProblem(await act(id, { action: 'Take' }), 'InvalidTransition')).toMatchObject({
      ...{ from: 'Cancelled', to: 'Assigned' },
    })
  })

  test('a reject without a reason, or with one that does not exist', async () => {
    const { id } = await ordered()
    expectProblem(await act(id, { action: 'Reject' }), 'RejectReasonRequired')
    expectProblem(await put({ id, status: 'Rejected' }), 'RejectReasonRequired')
    expectProblem(await act(id, { action: 'Reject', rejectReasonCode: 'BORED' }), 'UnknownReference')
    expect(await read(id)).toMatchObject({ status: 'Ordered' })
  })

  test('a second take with another reference, and a reference that the company uses elsewhere', async () => {
    const one = await ordered()
    const externalReference = await takeInspection(company, { id: one.id, claimId: claim.id })
    const again = await act(one.id, { action: 'Take', externalReference: newReference() })
    expect(expectProblem(again, 'AlreadyTaken')).toMatchObject({ externalReference })
    const two = await ordered()
    expectProblem(await act(two.id, { action: 'Take', externalReference }), 'DuplicateReference')
    expect(await read(two.id)).toMatchObject({ status: 'Ordered', externalReference: null })
  })

  test('a hold reason that does not exist, and an inspection of another claim', async () => {
    const { id } = await ordered()
    expectProblem(await put({ id, holdReasonId: 987_654 }), 'UnknownReference')
    const other = await claimToInspect(service, contract.id)
    expectProblem(await adjuster.put(`/claims/${other.id}/inspections`, { id }), 'NotFound')
    const path = `/claims/${other.id}/inspections/takereject/${id}`
    expectProblem(await company.post(path, { action: 'Take' }), 'NotFound')
  })
})

describe('an inspection company', () => {
  test('sees its own inspections and nothing else of the claim', async () => {
    const { id } = await ordered()
    const other = (await orderInspection(adjuster, claim.id, await newCompany())).body
    expect((await company.get(`/claims/inspections/${id}`)).status).toBe(200)
    expectProblem(await company.get(`/claims/inspections/${other.id}`), 'NotFound')
    expectProblem(await act(other.id, { action: 'Take' }), 'NotFound')
    const { body: listed } = await company.get(`/claims/inspections?claimId=${claim.id}`)
    expect(listed.map((one: { id: number }) => one.id)).toEqual([id])
    expectProblem(await company.get(`/contracts/${contract.id}`), 'Forbidden')
    expectProblem(await orderInspection(company, claim.id, lone), 'Forbidden')
    expectProblem(await put({ id, status: 'Reviewed' }, company), 'Forbidden')
  })

  test('is the only one besides staff who reads inspections', async () => {
    const { id } = await ordered()
    expectProblem(await service.api.as('sandbox-dealer-d1001').get(`/claims/inspections/${id}`), 'Forbidden')
    expect((await service.api.as('sandbox-auditor').get(`/claims/inspections/${id}`)).status).toBe(200)
    expectProblem(
      await service.api.as('sandbox-auditor').put(`/claims/${claim.id}/inspections`, { id }),
      'Forbidden',
    )
  })
})
