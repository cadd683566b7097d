import { describe, expect, test } from 'vitest'
import { isUsedWithoutWarranty, type ManufacturerWarranty, type WarrantedItem } from './free-look.ts'

const used: WarrantedItem = {
  ...{ isVehicle: true, condition: 'Used', year: 2020, usage: 33_000, inServiceDate: null },
  warranties: [],
}
const nothing: ManufacturerWarranty = {
  ...{ months: null, miles: null, startDate: null, endDate: null, endOdometer: null },
}
const facts = { newMaxOdometer: 1_000 }
const SOLD = '2024-03-15'

describe('a used vehicle without a manufacturer’s warranty', () => {
  test.each<[string, Partial<ManufacturerWarranty>, boolean]>([
    ['lasts until the day of the sale', { endDate: SOLD }, true],
    ['has ended the day before', { endDate: '2024-03-14' }, false],
    ['lasts by its days and is over by its miles', { endDate: '2025-01-01', endOdometer: 30_000 }, false],
    ['is over by its miles alone', { endOdometer: 32_999 }, false],
    ['is at its last mile', { endOdometer: 33_000 }, true],
    ['has run out, counted from its start', { months: 36, miles: 36_000, startDate: '2020-01-01' }, false],
    ['runs still, counted from its start', { months: 60, miles: 60_000, startDate: '2020-01-01' }, true],
    ['is over by the miles that it gave', { months: 60, miles: 30_000, startDate: '2020-01-01' }, false],
    ['has not begun', { startDate: '2024-09-01', endDate: '2026-01-01' }, false],
    ['has no end that is known', {}, true],
  ])('its warranty %s', (_, warranty, isOpen) => {
    const item = { ...used, warranties: [{ ...nothing, ...warranty }] }
    expect(isUsedWithoutWarranty(item, SOLD, facts)).toBe(!isOpen)
  })

  test('the warranty counts from the in-service date', () => {
    const warranties = [{ ...nothing, months: 36 }]
    const inService = (inServiceDate: string) =>
      isUsedWithoutWarranty({ ...used, warranties, inServiceDate }, SOLD, facts)
    expect([inService('2021-03-14'), inService('2021-03-15')]).toEqual([true, false])
  })

  test.each<[string, Partial<WarrantedItem>, boolean]>([
    ['is new by what was said', { condition: 'New' }, false],
    ['is certified by its manufacturer', { condition: 'CPO' }, false],
    ['is new by its odometer and age', { condition: null, year: 2023, usage: 900 }, false],
    ['has run too far to be new', { condition: null, year: 2024, usage: 1_001 }, true],
    ['is too old to be new', { condition: null, year: 2022, usage: 900 }, true],
    ['is no vehicle', { condition: null, isVehicle: false }, false],
  ])('what %s', (_, item, isUsed) => {
    expect(isUsedWithoutWarranty({ ...used, ...item }, SOLD, facts)).toBe(isUsed)
  })
})
