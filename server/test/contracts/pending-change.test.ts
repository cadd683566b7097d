import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import { lockNumberSeries } from '../../src/account-holders/number-series.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import {
  dana,
  newVin,
  rateIdOfR1,
  saleOfR1,
  sellAndFinalize,
  sellR1,
  withKey,
} from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { earningFaultsIn } from '../support/oracle/earnings/earning-books.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// A change that waits for refinalize, and what happens to the contract in the meantime.

const service = await testService()
const staff = service.api.as('sandbox-entry')
const admin = service.api.as('sandbox-admin')
beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

// biome-ignore lint/suspicious/noExplicitAny: a contract as it is answered.
type Row = any

const change = (id: number, body: object, caller = staff) => caller.patch(`/contracts/${id}`, body)
const refinalize = (id: number) => staff.post(`/contracts/${id}/refinalize`, {}, withKey())

test('a line that one refinalize drops and a later one brings back has earned what was posted for it', async () => {
  const { id } = await sellAndFinalize(staff)
  const dealer = await holderId(service, 'Dealer', 'D1001')
  const { body: known } = await admin.get(`/dealers/${dealer}`)
  const groupOf = (dealerGroupId: number | null) => admin.patch(`/dealers/${dealer}`, { dealerGroupId })
  const earned = async () => {
    const { body } = await staff.get(`/contracts/${id}`)
    return body.disbursements.find(({ code }: { code: string }) => code === 'DLRGRP')?.earnedToDate
  }
  const odometerRead = async (odometer: number) => {
    expect((await change(id, { vehicle: { odometer } })).status).toBe(200)
    expect((await refinalize(id)).status).toBe(200)
  }
  await setClock(service, '2024-04-20T15:00:00Z')
  await service.api.as('sandbox-accounting').post(`/contracts/${id}/syncEarnings`, {})
  expect(await earned()).toBe(50)
  // A dealer without a group has no line for it.
  expect((await groupOf(null)).status).toBe(200)
  await odometerRead(9_000)
  expect(await earned()).toBeUndefined()
  expect((await groupOf(known.dealerGroupId)).status).toBe(200)
  await odometerRead(9_500)
  expect(await earned()).toBe(50)
  expect(await earningFaultsIn((await sandboxOf(service)).db)).toEqual([])
})

describe('what is free and changed while a change is pending', () => {
  const bought = { vehiclePurchaseDate: '2024-03-01' }
  const soldBought = () => sellAndFinalize(staff, bought)
  const both = ({ vehiclePurchaseDate, asset }: Row) => [vehiclePurchaseDate, asset.purchaseDate]

  test('a purchase date stays', async () => {
    const { id } = await soldBought()
    await change(id, { retailPrice: 2900 })
    const { body: changed } = await change(id, { vehiclePurchaseDate: '2024-03-05' })
    expect(both(changed)).toEqual(['2024-03-05', '2024-03-05'])
    const { body } = await refinalize(id)
    expect([body.retailPrice, ...both(body)]).toEqual([2900, '2024-03-05', '2024-03-05'])
  })

  test('one that comes with the pending change stays, and so does one that is cleared', async () => {
    const { id } = await soldBought()
    await change(id, { retailPrice: 2900, vehiclePurchaseDate: '2024-03-05' })
    expect(both((await refinalize(id)).body)).toEqual(['2024-03-05', '2024-03-05'])
    await change(id, { retailPrice: 2950 })
    await change(id, { vehiclePurchaseDate: null })
    expect(both((await refinalize(id)).body)).toEqual([null, null])
  })

  test('a purchase date and a loan replace those of a rerate', async () => {
    const { id } = await soldBought()
    const rerated = {
      ...{ odometer: 9_000, vehiclePurchaseDate: '2024-03-02', financedAmount: 50_000, apr: 5.5 },
      applyChange: true,
    }
    expect((await staff.post(`/contracts/${id}/rerateRequests`, rerated)).status).toBe(200)
    const { body: waiting } = await change(id, {
      vehiclePurchaseDate: '2024-03-05',
      financing: { amountFinanced: 45_000 },
    })
    expect(waiting.pendingChanges).toEqual({ vehicle: { odometer: 9_000 }, financing: { apr: 5.5 } })
    const { body } = await refinalize(id)
    expect(body).toMatchObject({
      ...{ effectiveOdometer: 9_000, vehiclePurchaseDate: '2024-03-05' },
      financing: { amountFinanced: 45_000, apr: 5.5 },
    })
  })

  test('the loan of a rerate does not become that of a new owner', async () => {
    const { id } = await soldBought()
    const rerated = { odometer: 9_000, financedAmount: 50_000, applyChange: true }
    await staff.post(`/contracts/${id}/rerateRequests`, rerated)
    const newOwner = { ...dana, firstName: 'Omar' }
    const transfer = { newOwner, transferDate: '2024-03-15', odometer: 12_000, feePaidBy: 'NewOwner' }
    expect((await admin.post(`/contracts/${id}/transferrequest`, transfer, withKey())).status).toBe(201)
    const { body } = await refinalize(id)
    expect([body.effectiveOdometer, body.financing?.amountFinanced ?? null]).toEqual([9_000, null])
  })

  test('a change that replaces the pending one begins with the contract as it is', async () => {
    const { id } = await soldBought()
    await change(id, { retailPrice: 2900 })
    const { body } = await change(id, { pendingChanges: null, surchargeCodes: ['SEALS'] })
    expect(body.pendingChanges).toEqual({ surchargeCodes: ['SEALS'] })
    expect((await refinalize(id)).body.retailPrice).toBe(2995)
  })
})

describe('a pending VIN', () => {
  async function soldTwice() {
    const vin = newVin()
    const { id } = await sellAndFinalize(staff)
    expect((await change(id, { vehicle: { vin } })).status).toBe(200)
    const { body: other } = await sellR1(staff, { vehicle: { vin } })
    return { id, vin, otherId: other.id as number }
  }

  test('of another contract that was sold since is refused at the refinalize', async () => {
    const { id, otherId } = await soldTwice()
    const before = (await staff.get(`/contracts/${id}`)).body
    const refused = await refinalize(id)
    expectProblem(refused, 'DuplicateContract')
    expect(refused.body.contractId).toBe(otherId)
    expect((await staff.get(`/contracts/${id}`)).body).toEqual(before)
    await staff.patch(`/contracts/${otherId}`, { status: 'Voided' })
    expect((await refinalize(id)).status).toBe(200)
  })

  test('can be allowed afterwards, and then anyone refinalizes, also after another change', async () => {
    const { id, vin } = await soldTwice()
    const allowed = { vehicle: { vin }, allowDuplicate: true }
    // Without the permission it changes nothing.
    await change(id, allowed)
    expectProblem(await refinalize(id), 'DuplicateContract')
    expect((await change(id, allowed, admin)).status).toBe(200)
    expect((await change(id, { retailPrice: 2900 })).status).toBe(200)
    const { status, body } = await refinalize(id)
    expect([status, body.vehicle.vin, body.retailPrice]).toEqual([200, vin, 2900])
  })

  test('that is allowed is not a permission for another VIN', async () => {
    const [first, second] = [newVin(), newVin()]
    const { id } = await sellAndFinalize(staff)
    await sellR1(staff, { vehicle: { vin: first } })
    await change(id, { vehicle: { vin: first }, allowDuplicate: true }, admin)
    await change(id, { vehicle: { vin: second } })
    await sellR1(staff, { vehicle: { vin: second } })
    expectProblem(await refinalize(id), 'DuplicateContract')
  })

  test('and a sale at the same time do not miss each other', async () => {
    const { db } = await sandboxOf(service)
    const vin = newVin()
    const { id } = await sellAndFinalize(staff)
    await change(id, { vehicle: { vin } })
    const rateId = await rateIdOfR1(staff)
    const sale = () => staff.post('/contracts', { rateId, ...saleOfR1(vin) })
    // Both wait for the order of contracts, which a third one holds.
    const waiting = await inTransaction(db, async (tx) => {
      await lockNumberSeries(tx, 'contracts')
      const both = [refinalize(id), sale()]
      const first = await Promise.race([...both, setTimeout(500)])
      return { both, first }
    })
    expect(waiting.first).toBeUndefined()
    const statuses = (await Promise.all(waiting.both)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 409)).toHaveLength(1)
  })
})
