import { expect, test } from 'vitest'
import { CANCELLED, c1, SOLD } from '../support/builders/cancels.ts'
import { finalize, rateIdOfR1, saleOfR1, withKey } from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'

// R1 sold with its odometer in kilometers: 19,312 km are 12,000 miles, and 66,385 km are 41,250.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const clock = (now: string) => admin.put('/sandbox/clock', { now })

await clock(SOLD)
const rateId = await rateIdOfR1(admin, 'D1001', { odometer: 19_312, odometerUnit: 'Km' })
const { body: sold, text } = await admin.post('/contracts', { rateId, ...saleOfR1() })
if (!sold.id) throw new Error(text)
const path = `/contracts/${sold.id}`
await finalize(admin, sold.id)

test('the contract counts in miles and keeps the reading of its sale', () => {
  expect(sold).toMatchObject({
    ...{ effectiveOdometer: 12_000, expirationOdometer: 87_000, dealerCost: 1362.93 },
    vehicle: { odometer: 19_312, odometerUnit: 'Km' },
    lastKnownOdometer: { value: 12_000, unit: 'Miles' },
  })
})

test('a cancel takes its odometer in kilometers, or in the unit that it names', async () => {
  await clock(CANCELLED)
  const quote = (more: object) => admin.post(`${path}/cancelrequests`, { ...c1, isQuoteOnly: true, ...more })
  const figures = { milesUsed: 29_250, milesFactor: 0.61, grossRefund: 1826.95, netRefund: 1776.95 }
  const inKilometers = await quote({ cancelOdometer: 66_385 })
  expect(inKilometers.body, inKilometers.text).toMatchObject({
    ...{ cancelOdometer: 66_385, cancelOdometerUnit: 'Km', calculation: figures },
  })
  const inMiles = await quote({ cancelOdometer: 41_250, cancelOdometerUnit: 'Miles' })
  expect(inMiles.body).toMatchObject({
    ...{ cancelOdometer: 66_385, cancelOdometerUnit: 'Km', calculation: figures },
  })
  const below = await quote({ cancelOdometer: 19_000 })
  expect(expectProblem(below, 'OdometerBelowLastKnown')).toMatchObject({ lastKnown: 19_312 })
})

test('so do readings, transfers and claims', async () => {
  await clock('2024-06-14T15:00:00Z')
  const read = async (odometerReading: object) => (await admin.patch(path, { odometerReading })).body
  expect((await read({ value: 20_000 })).lastKnownOdometer).toMatchObject({ value: 12_427, unit: 'Miles' })
  expect((await read({ value: 13_000, unit: 'Miles' })).lastKnownOdometer.value).toBe(13_000)
  const claim = await admin.post('/claims', {
    ...{ contractId: sold.id, lossDate: '2024-06-14', lossOdometer: 22_000 },
  })
  expect(claim.status, claim.text).toBe(201)
  expect(claim.body).toMatchObject({ lossOdometer: 22_000, warnings: [] })
  expect((await admin.get(path)).body.lastKnownOdometer).toMatchObject({ value: 13_670, source: 'Claim' })
  const newOwner = { firstName: 'Lee', lastName: 'Moss', address: saleOfR1().customer.address }
  const transfer = (more: object) =>
    admin.post(`${path}/transferrequest`, { newOwner, transferDate: '2024-06-14', ...more })
  const below = await transfer({ odometer: 21_000 })
  expect(expectProblem(below, 'OdometerBelowLastKnown')).toMatchObject({ lastKnown: 22_000 })
  const moved = await transfer({ odometer: 23_000 })
  expect(moved.body, moved.text).toMatchObject({ odometer: 23_000 })
  expect((await admin.get(path)).body.lastKnownOdometer.value).toBe(14_292)
})

test('a cancel is executed with the reading in miles', async () => {
  await clock(CANCELLED)
  const { body, text: answer } = await admin.post(
    `${path}/cancels`,
    { ...c1, cancelOdometer: 66_385 },
    withKey(),
  )
  expect(body.calculation, answer).toMatchObject({ milesUsed: 29_250 })
  expect(body).toMatchObject({ cancelOdometer: 66_385, cancelOdometerUnit: 'Km' })
  expect((await admin.get(path)).body.lastKnownOdometer).toMatchObject({ value: 41_250, source: 'Cancel' })
})
