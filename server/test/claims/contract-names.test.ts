import { expect, test } from 'vitest'
import { soldOn } from '../support/builders/cancel-requests.ts'
import { openClaims } from '../support/builders/claims.ts'
import { newVin, rateIdOfR1, saleOfR1, withKey } from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'

// A claim is listed and found by the number and the VIN that its contract has now.

const service = await testService()
const claims = await openClaims(service)
const { done, admin, adjuster } = claims

const enter = (contractId: number, changes: object = {}) =>
  done(claims.enter(contractId, { details: [], ...changes }), 201)
const found = async (query: string): Promise<number[]> =>
  (await done(adjuster.get(`/claims?${query}`))).items.map(({ id }: { id: number }) => id)
/** Expects that the claim has these names in the list, and is found by no others. */
async function expectNames(id: number, now: { number: string | null; vin: string }, before: string[] = []) {
  const { contract } = await claims.read(id)
  expect([contract.number, contract.vehicle.vin]).toEqual([now.number, now.vin])
  const { items } = await done(adjuster.get(`/claims?vin=${now.vin.toLowerCase()}`))
  expect(items).toMatchObject([{ id, contractNumber: now.number, vin: now.vin }])
  if (now.number !== null) expect(await found(`contractNumber=${now.number}`)).toEqual([id])
  for (const query of before) expect(await found(query)).toEqual([])
}

test('of a quote that is sold, of a pending contract that changes, and after a refinalize', async () => {
  await claims.to('2024-03-15')
  const [first, second, third] = [newVin(), newVin(), newVin()]
  const rateId = await rateIdOfR1(admin)
  const { id } = await done(admin.post('/contracts', { rateId, ...saleOfR1(first), status: 'Quote' }), 201)
  const loss = { lossDate: '2024-03-15', lossOdometer: 12_000 }
  const claim = await enter(id, loss)
  await expectNames(claim.id, { number: null, vin: first })
  const patch = (body: object) => done(admin.patch(`/contracts/${id}`, body))
  const { number } = await patch({ status: 'Pending' })
  await expectNames(claim.id, { number, vin: first })
  await patch({ contractNumber: 'RENAMED-1' })
  await expectNames(claim.id, { number: 'RENAMED-1', vin: first }, [`contractNumber=${number}`])
  await patch({ vehicle: { vin: second } })
  await expectNames(claim.id, { number: 'RENAMED-1', vin: second }, [`vin=${first}`])
  await done(admin.post(`/contracts/${id}/finalize`, {}, withKey()))
  await patch({ vehicle: { vin: third } })
  await expectNames(claim.id, { number: 'RENAMED-1', vin: second }, [`vin=${third}`])
  await done(admin.post(`/contracts/${id}/refinalize`, {}, withKey()))
  await expectNames(claim.id, { number: 'RENAMED-1', vin: third }, [`vin=${second}`])
})

test('a total loss lists the contracts on the vehicle that its contract has now', async () => {
  const [wrong, vin] = [newVin(), newVin()]
  const loan = { financedAmount: 32_000, financeTermMonths: 72, apr: 6.9, dealType: 'Loan', msrp: 30_000 }
  const waiver = await soldOn(service, {
    ...{ dealer: 'D1001', on: '2024-03-15', query: { productTypeCode: 'GAP', ...loan } },
    body: { lienHolderNumber: 'L200', vehicle: { vin: wrong } },
  })
  const other = await claims.sellVsc('0', { vehicle: { vin } })
  await claims.to('2025-03-11')
  const claim = await enter(waiver.id, { details: undefined })
  expect(claim.relatedContracts).toEqual([])
  await done(admin.patch(`/contracts/${waiver.id}`, { vehicle: { vin } }))
  await done(admin.post(`/contracts/${waiver.id}/refinalize`, {}, withKey()))
  expect((await claims.read(claim.id)).relatedContracts).toMatchObject([{ id: other }])
})
