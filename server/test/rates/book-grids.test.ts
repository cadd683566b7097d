import { expect, test } from 'vitest'
import { CELLS_AT_MOST, changedGrids } from '../../src/domain/rate-book/grids.ts'
import { bookOf, edited, sandboxFiles } from '../support/builders/rate-books.ts'

// The tables of figures that a book changes. Through HTTP they are in book-versions.test.ts.

const live = bookOf(sandboxFiles)
const against = (files: ReadonlyMap<string, string>) => changedGrids(live, bookOf(files))
const ODOMETER = 'programs/VSC-STD/factors/ODOMETER.csv'
const RATES = 'programs/VSC-STD/rates.csv'

test('the same book has no tables', () => {
  expect(against(sandboxFiles)).toEqual([])
})

test('a band that is split shows what went and what came', () => {
  const [grid, ...others] = against(
    edited(ODOMETER, '60001,100000,1.75', '60001,80000,1.6\n80001,100000,1.9'),
  )
  expect(others).toEqual([])
  expect(grid?.rows).toEqual([
    ...['0 to 10000', '10001 to 15000', '15001 to 30000', '30001 to 60000', '60001 to 80000'],
    ...['80001 to 100000', '60001 to 100000'],
  ])
  expect(grid?.cells.slice(-3)).toEqual([
    { row: 4, column: 0, before: null, after: 1.6 },
    { row: 5, column: 0, before: null, after: 1.9 },
    { row: 6, column: 0, before: 1.75, after: null },
  ])
})

test('a percent of the rates is told as a percent', () => {
  const [grid] = against(edited('programs/APL-STD/rates.csv', '10000.00,4', '10000.00,4.5'))
  expect(grid).toMatchObject({ kind: 'Rate', unit: 'Percent', program: 'APL-STD', code: 'RESERVE' })
  expect(grid?.cells.filter(({ before, after }) => before !== after)).toMatchObject([
    { before: 4, after: 4.5 },
  ])
})

test('a table with very many cells is cut, and says so', () => {
  const many = Array.from(
    { length: CELLS_AT_MOST + 10 },
    (_, at) => `PLATINUM,60/75000,${at + 1},${at + 1},${900 + at}.00`,
  )
  const rows = (sandboxFiles.get(RATES) ?? '').trimEnd().split('\n')
  const [head = '', ...rest] = rows.map((row) => row.replace(/,([^,]*)$/, ',,,$1'))
  const wide = [head.replace(',,,', ',odometerFrom,odometerTo,'), ...rest, ...many].join('\n')
  const grid = against(new Map([...sandboxFiles, [RATES, `${wide}\n`]])).find(({ kind }) => kind === 'Rate')
  expect([grid?.isCut, grid?.cells.length]).toEqual([true, CELLS_AT_MOST])
})
