import { beforeEach, expect, test } from 'vitest'
import { sellAndFinalize, withKey } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { earningFaultsIn } from '../support/oracle/earnings/earning-books.ts'
import { testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// A change that waits for refinalize, and what happens to the contract in the meantime.

const service = await testService()
const staff = service.api.as('sandbox-entry')
const admin = service.api.as('sandbox-admin')
beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

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
