import { expect, test } from 'vitest'
import { diffBooks } from '../../src/domain/rate-book/diff.ts'
import { bookOf, faultsOf, programOf, sandboxFiles } from '../support/builders/rate-books.ts'
import { isSoak } from '../support/service/trials.ts'

const RATES = 'programs/VSC-STD/rates.csv'
const HEADER = 'plan,term,deductible,classCode,odometerFrom,odometerTo,ageFrom,ageTo,RESERVE'
const plans = ['POWERTRAIN', 'GOLD', 'PLATINUM']
const terms = ['12/12000', '24/24000', '36/36000', '48/50000', '60/75000', '72/100000', '84/100000']

// The soak reads 200,000 rates; every run of the tests reads an eighth of them.
const BANDS = isSoak ? 32 : 4
const SAME = isSoak ? 50_000 : 6_250

/** A program with every band of every cell: 3 plans, 7 terms, 5 deductibles, 6 classes, the bands of 10 ages. */
function* manyRates() {
  for (const plan of plans)
    for (const term of terms)
      for (const deductible of ['0', '50', '100', '100D', '200'])
        for (const classCode of ['1', '2', '3', '4', '5', '6'])
          for (let band = 0; band < BANDS; band += 1)
            for (let age = 0; age < 10; age += 1)
              yield `${plan},${term},${deductible},${classCode},${band * 4_000},${band * 4_000 + 3_999},${age},${age},${100 + band * 7 + age}.05`
}

const rates = [...manyRates()]
const filesWith = (lines: readonly string[], header = HEADER) =>
  new Map([...sandboxFiles, [RATES, [header, ...lines].join('\n')]])

/** The time of the processor, which others on the machine do not lengthen. */
function secondsOf<T>(work: () => T): { readonly result: T; readonly seconds: number } {
  const began = process.cpuUsage()
  const result = work()
  return { result, seconds: process.cpuUsage(began).user / 1_000_000 }
}

test('many rates are read, checked and compared within seconds', () => {
  expect(rates.length).toBeGreaterThan(isSoak ? 200_000 : 25_000)
  const { result: book, seconds } = secondsOf(() => bookOf(filesWith(rates)))
  expect(programOf(book, 'VSC-STD').rates).toHaveLength(rates.length)
  expect(seconds).toBeLessThan(20)
  const [vsc, ...others] = book.products
  const program = programOf(book, 'VSC-STD')
  const middle = Math.floor(rates.length / 2)
  const next = program.rates.map((row, at) => (at === middle ? { ...row, values: { RESERVE: 100 } } : row))
  const products = vsc ? [{ ...vsc, programs: [{ ...program, rates: next }] }, ...others] : []
  const { result: changes, seconds: comparing } = secondsOf(() => diffBooks(book, { ...book, products }))
  expect(changes).toEqual([expect.stringMatching(/^VSC-STD: GOLD .* RESERVE changed from \d+\.05 to 1\.00$/)])
  expect(comparing).toBeLessThan(30)
})

test('finds one conflicting row among many', () => {
  const [first = '', second = ''] = rates.slice(10_000, 10_002)
  const doubled = rates.map((line, at) => (at === 10_001 ? first.replace(/[\d.]+$/, '9.00') : line))
  expect(second).not.toBe(first)
  expect(faultsOf(filesWith(doubled))).toEqual([
    {
      file: RATES,
      line: 10_003,
      reason: expect.stringContaining('This row and the one on line 10002 are equally specific'),
    },
  ])
})

test('tables that cannot be split are just as fast: equal rows, chains, and all pairs overlapping', () => {
  const many = (line: (at: number) => string) => Array.from({ length: SAME }, (_, at) => line(at))
  const took = (lines: readonly string[], header: string, faults: number) => {
    const { result, seconds } = secondsOf(() => faultsOf(filesWith(lines, header)))
    expect(result).toHaveLength(faults)
    expect(seconds).toBeLessThan(15)
  }
  took(
    many(() => '0,100,1.00'),
    'odometerFrom,odometerTo,RESERVE',
    SAME - 1,
  )
  const bricks = many((at) => `${at * 2},${at * 2 + 2},${at % 2 ? '0,1' : '2,3'},1.00`)
  took(bricks, 'odometerFrom,odometerTo,ageFrom,ageTo,RESERVE', 0)
  const cross = [...many((at) => `GOLD,,${at},1.00`), ...terms.map((term) => `GOLD,${term},,1.00`)]
  took(cross, 'plan,term,classCode,RESERVE', terms.length)
})
