import { describe, expect, test } from 'vitest'
import { fordTruck } from '../../../test/support/builders/rate-request.ts'
import type { ClassRow } from '../rate-book/rate-book.ts'
import { classify, indexClasses } from './class-index.ts'
import type { RateRequest } from './request.ts'

const row = (classCode: string, more: Partial<ClassRow>): ClassRow => ({
  make: 'Ford',
  model: null,
  trim: null,
  series: null,
  engine: null,
  fuelType: null,
  driveType: null,
  yearFrom: null,
  yearTo: null,
  segmentation: null,
  effectiveFrom: null,
  effectiveTo: null,
  classCode,
  ...more,
})

const rows = [
  row('any', {}),
  row('truck', { model: 'f-150' }),
  row('old truck', { model: 'F-150', yearTo: 2010 }),
  row('4WD', { driveType: '4wd', trim: 'Raptor' }),
  row('raptor', { model: 'F-150', trim: 'RAPTOR', driveType: '4WD' }),
  row('mustang', { model: 'Mustang', effectiveTo: '2023-12-31' }),
  row('newer mustang', { model: 'Mustang', effectiveFrom: '2024-01-01', segmentation: 'EV' }),
]

function indexOf(all: readonly ClassRow[]) {
  const making = indexClasses(all)
  for (;;) {
    const step = making.next()
    if (step.done) return step.value
  }
}

const classOf = (more: Partial<RateRequest>, all = rows) =>
  classify(indexOf(all), { ...fordTruck, driveType: null, ...more })

describe('the class of a vehicle', () => {
  test.each([
    [{ model: 'F-150' }, 'truck'],
    [{ model: 'F-150', year: 2010 }, 'old truck'],
    [{ model: 'F-150', year: null }, 'truck'],
    [{ model: 'F-150', trim: 'Raptor', driveType: '4WD' }, 'raptor'],
    [{ model: 'BRONCO', trim: 'Raptor', driveType: '4WD' }, '4WD'],
    [{ model: 'BRONCO' }, 'any'],
    [{ model: null }, 'any'],
    [{ model: 'MUSTANG', saleDate: '2023-12-31' }, 'mustang'],
    [{ model: 'MUSTANG', saleDate: '2024-01-01' }, 'newer mustang'],
    [{ make: 'KIA' }, undefined],
    [{ make: null }, undefined],
  ])('%j is %s', (more, classCode) => {
    expect(classOf(more)?.classCode).toBe(classCode)
    expect(classOf(more, rows.toReversed())?.classCode).toBe(classCode)
  })

  test('has its segmentation', () => {
    expect(classOf({ model: 'MUSTANG' })?.segmentation).toBe('EV')
  })
})
