import { expect, test } from 'vitest'
import { loadRefundTerms } from '../../src/contracts/form/load-form.ts'
import type { ContractRow } from '../../src/contracts/record/rows.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// What a form says of cancelling, by the rules that every administrator begins with.

const db = (await sandboxOf(await testService())).db

const soldIn = (state: string, type: string, method: string, item: object = {}) =>
  ({
    ...{ state_of_sale: state, product_type_code: type, sale_date: '2024-03-15' },
    ...{
      sold: { cancelMethodCode: method },
      item: {
        isVehicle: true,
        year: 2020,
        usage: 33_000,
        condition: 'New',
        vehicle: { warranties: [] },
        ...item,
      },
    },
  }) as unknown as ContractRow

const used = { condition: 'Used' }
const warranty = {
  ...{ months: null, miles: null, startDate: null, endDate: '2024-03-15', endOdometer: null },
}
const covered = { condition: 'Used', vehicle: { warranties: [warranty] } }
const lesser = 'PRORATA_LESSER'

test.each([
  // The last day of the free look, its length, the method, the share, the fee in cents and in percent, days to pay.
  ['TX VSC', soldIn('TX', 'VSC', lesser), '2024-04-14', 30, lesser, 100, 5_000, null, 45],
  ['FL VSC', soldIn('FL', 'VSC', lesser), '2024-05-14', 60, 'PRORATA_DAYS', 90, 0, null, 45],
  ['CA VSC', soldIn('CA', 'VSC', lesser), '2024-05-14', 60, lesser, 100, 2_500, 10, 45],
  ['CA VSC, used', soldIn('CA', 'VSC', lesser, used), '2024-04-14', 30, lesser, 100, 2_500, 10, 45],
  [
    'CA VSC, used with warranty',
    soldIn('CA', 'VSC', lesser, covered),
    '2024-05-14',
    60,
    lesser,
    100,
    2_500,
    10,
    45,
  ],
  ['CA APL', soldIn('CA', 'APL', 'PRORATA_DAYS'), '2024-04-14', 30, 'PRORATA_DAYS', 100, 2_500, 10, 45],
  ['CA GAP', soldIn('CA', 'GAP', 'PRORATA_MONTHS'), '2024-04-14', 30, 'PRORATA_DAYS_INCL', 100, 0, null, 45],
  ['CO GAP', soldIn('CO', 'GAP', 'PRORATA_MONTHS'), '2024-04-14', 30, 'PRORATA_MONTHS', 100, 2_500, null, 30],
  ['elsewhere', soldIn('WY', 'KEY', 'PRORATA_DAYS'), '2024-04-14', 30, 'PRORATA_DAYS', 100, 5_000, null, 45],
] as const)('%s', async (_, row, end, days, method, percent, fee, feePercent, refundDays) => {
  expect(await loadRefundTerms(db, row)).toMatchObject({
    ...{ freeLookEndDate: end, freeLookDays: days, method: { code: method }, refundPercent: percent },
    ...{ maximumFee: fee, maximumFeePercent: feePercent, refundDays },
  })
})

test('the late penalty follows the state, and some penalties apply only in the free look', async () => {
  expect((await loadRefundTerms(db, soldIn('TX', 'VSC', lesser))).penalty).toEqual({
    ...{ base: 'Outstanding', percent: 10, period: 'Month' },
  })
  expect((await loadRefundTerms(db, soldIn('NV', 'VSC', lesser))).penalty).toBeNull()
})

test('a refund is at least the minimum of the state', async () => {
  const wisconsin = await loadRefundTerms(db, soldIn('WI', 'GAP', 'PRORATA_MONTHS'))
  expect(wisconsin).toMatchObject({
    method: { code: 'PRORATA_MONTHS', name: 'Pro rata by months' },
    floorMethod: { code: 'RULE78', name: 'Rule of 78' },
  })
  expect((await loadRefundTerms(db, soldIn('TX', 'GAP', 'PRORATA_MONTHS'))).floorMethod).toBeNull()
})
