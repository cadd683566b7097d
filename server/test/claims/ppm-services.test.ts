import { expect, test } from 'vitest'
import { requested } from '../support/builders/cancel-requests.ts'
import { openClaims } from '../support/builders/claims.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'

// Six prepaid oil services at 55.00, every six months or 7,500 miles from 2024-03-15 at 12,000 miles: what claims use of them.

const service = await testService()
const claims = await openClaims(service)
const contractId = await claims.sellServices()
const oil = (serviceDate: string, odometer: number) => ({ serviceCode: 'OIL', serviceDate, odometer })
const enter = (...ppmEvents: object[]) =>
  claims.done(claims.enter(contractId, { details: undefined, ppmEvents }), 201)

/** The services as the contract and a claim tell them: they agree. */
async function servicesOf(claimId: number) {
  const [[ofContract], [ofClaim]] = await Promise.all([
    claims.done(claims.entry.get(`/contracts/${contractId}/ppmservices`)),
    claims.done(claims.adjuster.get(`/claims/${claimId}/ppmservices`)),
  ])
  expect(ofClaim).toEqual(ofContract)
  const { used, reserved, remaining, nextDueDate, nextDueOdometer, history } = ofContract
  const states = history.map(({ status }: { status: string }) => status)
  return { counts: [used, reserved, remaining], due: [nextDueDate, nextDueOdometer], states, history }
}

test('a service is claimed, authorized, requested and paid, and the services follow', async () => {
  const claim = await enter(oil('2025-03-10', 24_100))
  expect(claim.details).toMatchObject([{ requested: 55, payable: 55, customerPay: 0 }])
  const [event] = claim.ppmEvents
  const first = ['2024-09-15', 19_500]
  expect(await servicesOf(claim.id)).toMatchObject({
    ...{ counts: [0, 0, 6], due: first, states: ['Requested'] },
    history: [
      {
        ...{ id: event.id, serviceCode: 'OIL', serviceDate: '2025-03-10', odometer: 24_100, price: 55 },
        ...{ claimId: claim.id, detailId: claim.details[0].id, facilityId: claims.facilityId },
      },
    ],
  })
  await claims.done(claims.authorize(claim.id))
  const second = ['2025-03-15', 27_000]
  expect(await servicesOf(claim.id)).toMatchObject({ counts: [0, 1, 6], due: second, states: ['Requested'] })
  const request = await claims.done(claims.requestPayment(claim.id), 201)
  expect(request.amount).toBe(55)
  expect(await servicesOf(claim.id)).toMatchObject({ counts: [1, 0, 5], due: second, states: ['Approved'] })
  await claims.pay(request)
  expect(await servicesOf(claim.id)).toMatchObject({ counts: [1, 0, 5], due: second, states: ['Paid'] })
})

test('a voided request and a denied service give the service back', async () => {
  const claim = await enter(oil('2025-03-11', 24_200))
  await claims.done(claims.authorize(claim.id))
  const request = await claims.done(claims.requestPayment(claim.id), 201)
  expect((await servicesOf(claim.id)).counts).toEqual([2, 0, 4])
  const voided = { action: 'VoidPayment', paymentRequestId: request.id, reason: 'Wrong shop' }
  await claims.done(claims.change(claim.id, voided))
  expect(await servicesOf(claim.id)).toMatchObject({ counts: [1, 1, 5], states: ['Paid', 'Requested'] })
  await claims.done(
    claims.change(claim.id, { action: 'Deny', detailIds: [claim.details[0].id], deniedReasonCode: 'DUPCLM' }),
  )
  expect(await servicesOf(claim.id)).toMatchObject({ counts: [1, 0, 5], states: ['Paid', 'Voided'] })
})

test('there are as many services as were sold', async () => {
  const claim = await enter(...Array.from({ length: 6 }, (_, at) => oil('2025-03-11', 24_300 + at)))
  const refused = expectProblem(await claims.authorize(claim.id), 'NoServicesLeft')
  expect(refused.detail).toContain('6')
  const detailIds = claim.details.slice(0, 5).map(({ id }: { id: number }) => id)
  await claims.done(claims.authorize(claim.id, { detailIds }))
  expect(await servicesOf(claim.id)).toMatchObject({ counts: [1, 5, 5], due: [null, null] })
  await claims.done(claims.change(claim.id, { action: 'Void', reason: 'A test' }))
  expect((await servicesOf(claim.id)).counts).toEqual([1, 0, 5])
})

test('closing releases what was authorized, and keeps what is requested', async () => {
  const claim = await enter(oil('2025-03-11', 24_300), oil('2025-03-11', 24_301))
  const [asked, left] = claim.details.map(({ id }: { id: number }) => id)
  await claims.done(claims.authorize(claim.id))
  const request = await claims.done(claims.requestPayment(claim.id, { detailIds: [asked] }), 201)
  const cash = await claims.pay(request)
  expect((await servicesOf(claim.id)).counts).toEqual([2, 1, 4])
  const closed = await claims.done(claims.change(claim.id, { action: 'Close', reason: 'Settled' }))
  expect(closed.ppmEvents).toMatchObject([
    { detailId: asked, status: 'Paid' },
    { detailId: left, status: 'Voided' },
  ])
  expect((await servicesOf(claim.id)).counts).toEqual([2, 0, 4])
  // A cancel gives the released service back, and the request of lost money keeps the other one.
  await claims.done(claims.cash.patch(cash.id, { status: 'Voided', reason: 'Lost' }))
  expect((await claims.read(claim.id)).ppmEvents).toMatchObject([
    { status: 'Approved' },
    { status: 'Voided' },
  ])
  expect((await servicesOf(claim.id)).counts).toEqual([2, 0, 4])
  const wish = { cancelDate: '2025-03-11', cancelOdometer: 24_400, isQuoteOnly: true }
  const { calculation } = await requested(claims.as('sandbox-cancels'), contractId, wish)
  expect(JSON.stringify(calculation)).toMatch(/unused services 220\.00\/330\.00/)
  const back = { action: 'VoidPayment', paymentRequestId: request.id, reason: 'Wrong shop' }
  await claims.done(claims.change(claim.id, back))
  expect((await servicesOf(claim.id)).counts).toEqual([1, 0, 5])
})

test('a service that is being inspected is not left out of the claim', async () => {
  const claim = await enter(oil('2025-03-11', 24_400), oil('2025-03-11', 24_500))
  const [event] = claim.ppmEvents
  const detailIds = [claim.details[1].id]
  const order = { inspectionCompanyId: claims.companyId, reasonCode: 'VERIFY', detailIds }
  await claims.done(claims.admin.post(`/claims/${claim.id}/inspections`, order), 201)
  const put = (ppmEvents: object[]) =>
    claims.adjuster.put(`/claims/${claim.id}`, {
      ...{ lossDate: '2025-03-10', lossOdometer: 24_100, repairFacilityId: claims.facilityId, ppmEvents },
    })
  const kept = { ...oil('2025-03-11', 24_400), id: event.id }
  expect(expectProblem(await put([kept]), 'InvalidTransition', 409)).toMatchObject({
    ...{ from: 'Inspection', to: 'Voided' },
  })
  const inspected = { ...oil('2025-03-11', 24_500), id: claim.ppmEvents[1].id }
  expect((await claims.done(put([inspected]))).details).toMatchObject([
    ...[{ status: 'Voided' }, { status: 'Inspection' }],
  ])
  await claims.done(claims.change(claim.id, { action: 'Void', reason: 'A test' }))
})

test('a shop sees what is left, and only its own claim in the history', async () => {
  const claim = await enter(oil('2025-03-11', 24_200))
  const [seen] = await claims.done(claims.as('sandbox-facility-rf100').get(`/claims/${claim.id}/ppmservices`))
  expect([seen.used, seen.remaining]).toEqual([1, 5])
  expect(seen.history.map(({ claimId }: { claimId: number }) => claimId)).toEqual([claim.id])
  const path = `/claims/${claim.id}/ppmservices`
  expectProblem(await claims.as('sandbox-dealer-d2001').get(path), 'NotFound')
  expectProblem(await claims.entry.get(path), 'Forbidden')
})

test('the shop of a service is one that exists, and for a shop its own', async () => {
  const other = await holderId(service, 'RepairFacility', 'RF200')
  const shop = claims.as('sandbox-facility-rf100')
  const at = (facilityId: number) => ({ ...oil('2025-03-11', 24_250), facilityId })
  const post = (ppmEvents: object[], caller = claims.adjuster) =>
    claims.enter(contractId, { details: undefined, ppmEvents }, caller)
  const refused = expectProblem(await post([at(other), at(987_654)]), 'UnknownReference', 422)
  expect(refused.errors).toMatchObject([{ pointer: '/ppmEvents/1/facilityId' }])
  const foreign = expectProblem(await post([at(other)], shop), 'UnknownReference', 422)
  expect(foreign.errors).toMatchObject([{ pointer: '/ppmEvents/0/facilityId' }])
  const own = await claims.done(post([at(claims.facilityId)], shop), 201)
  expect(own.ppmEvents).toMatchObject([{ facilityId: claims.facilityId }])
  // The shop sends again what the administrator entered, and no other shop.
  const mixed = await claims.done(post([at(other)]), 201)
  const loss = { lossDate: '2025-03-10', lossOdometer: 24_100, repairFacilityId: claims.facilityId }
  const put = (ppmEvents: object[]) => shop.put(`/claims/${mixed.id}`, { ...loss, ppmEvents })
  const kept = { ...at(other), id: mixed.ppmEvents[0].id }
  expect((await claims.done(put([kept]))).ppmEvents).toMatchObject([{ facilityId: other }])
  expectProblem(await put([kept, at(other)]), 'UnknownReference')
  for (const { id } of [own, mixed])
    await claims.done(claims.change(id, { action: 'Void', reason: 'A test' }))
})

test('claims of other products have no services', async () => {
  const claim = await claims.done(claims.enter(await claims.sellVsc()), 201)
  expect(await claims.done(claims.adjuster.get(`/claims/${claim.id}/ppmservices`))).toEqual([])
})
