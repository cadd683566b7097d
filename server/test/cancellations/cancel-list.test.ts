import { expect, test } from 'vitest'
import { executedC1 } from '../support/builders/cancels.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')

test('a cancel is found by its reason and its days, with the figures of its worksheet', async () => {
  const { cancel } = await executedC1(service)
  const find = async (query: string, caller = admin) => {
    const { status, body, text } = await caller.get(`/cancels?pageSize=200&${query}`)
    expect(status, text).toBe(200)
    return body.items.find(({ id }: { id: number }) => id === cancel.id)
  }
  const { calculation, reason, executionDate, cancelDate } = (await admin.get(`/cancels/${cancel.id}`)).body
  expect(await find('')).toMatchObject({
    ...{ number: cancel.number, status: 'Active', reasonCode: reason.code, cancelDate, executionDate },
    ...{ grossRefund: calculation.grossRefund, cancelFee: calculation.cancelFee },
    ...{ claimsDeduction: calculation.claimsDeduction, netRefund: calculation.netRefund },
    ...{ salesTaxRefund: calculation.salesTaxRefund, totalRefund: 1_364.6 },
  })
  expect(await find(`reasonCode=${reason.code.toLowerCase()}&executionFrom=${executionDate}`)).toBeDefined()
  expect(await find('reasonCode=FRAUD')).toBeUndefined()
  expect(await find('cancelDateTo=2001-01-01')).toBeUndefined()
  expect(await find('status=Reversed')).toBeUndefined()
  expect(await find('', service.api.as('sandbox-dealer-d2001'))).toBeUndefined()
})
