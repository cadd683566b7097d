import { describe, expect, test } from 'vitest'
import { diffBooks } from '../../src/domain/rate-book/diff.ts'
import { bookOf, edited, faultsOf, programOf, sandboxFiles } from '../support/builders/rate-books.ts'

// Factor tables that are found by the month: what lines are earned along, and what is refunded.

const GAP = 'programs/GAP-STD/program.yaml'
const CURVE = 'programs/GAP-STD/factors/LOSS.csv'
const POINTS = 'month,factor\n12,0.01\n24,0.07\n36,0.33\n48,0.55\n60,0.85\n72,1\n'

const withFactorTable = (facts: string, files = sandboxFiles) =>
  edited(GAP, 'plans:', `factorTables: { LOSS: ${facts} }\nplans:`, files)
const earned = (files: ReadonlyMap<string, string>) =>
  edited(GAP, 'earningMethodCode: RULE78', 'earningMethodCode: CURVE\n    earningFactorTable: LOSS', files)
const withCurve = (points: string, facts = '{ name: Losses, type: Earning }') =>
  new Map([...withFactorTable(facts), [CURVE, points]])

test('a line can be earned along a curve', () => {
  const book = bookOf(earned(withCurve(POINTS)))
  const { factorTables, disbursements } = programOf(book, 'GAP-STD')
  expect(disbursements[0]).toMatchObject({ earningMethodCode: 'CURVE', earningFactorTable: 'LOSS' })
  expect(factorTables).toMatchObject([
    { code: 'LOSS', name: 'Losses', type: 'Earning', interpolation: 'Linear', keys: ['month'] },
  ])
  expect(factorTables[0]?.entries[2]).toEqual({
    codes: {},
    ...{ from: 36, to: 36, effectiveFrom: null, effectiveTo: null },
    factor: 330_000,
  })
  const other = bookOf(earned(withCurve(POINTS.replace('0.33', '0.34'))))
  expect(diffBooks(book, other)).toEqual(['GAP-STD: LOSS month 36 factor changed from 0.33 to 0.34'])
  const stepped = bookOf(earned(withCurve(POINTS, '{ name: Losses, type: Earning, interpolation: None }')))
  expect(diffBooks(book, stepped)).toEqual([
    'GAP-STD: factor table LOSS: interpolation changed from Linear to None',
  ])
})

test('each combination of the other keys has its own curve', () => {
  const points = 'term,month,factor\n12,6,0.9\n12,12,1\n84,6,0.1\n84,12,0.2\n,6,0.5\n,12,0.5\n'
  expect(faultsOf(withCurve(points))).toEqual([])
})

const refund = '{ name: Refunds, type: Cancel }'

describe('refusals', () => {
  const cases: [string, ReadonlyMap<string, string>, string, number, string][] = [
    ['months of a price', withCurve(POINTS, 'Losses'), CURVE, 1, 'LOSS has months, but a Rate table cannot'],
    ['a curve without months', withCurve('term,factor\n12,1\n'), CURVE, 1, 'needs the column month'],
    [
      'a price that is interpolated',
      withCurve('term,factor\n12,1\n', '{ name: X, interpolation: Linear }'),
      CURVE,
      1,
      'of type Rate; it cannot have an interpolation',
    ],
    [
      'a range besides',
      withCurve('month,ageFrom,factor\n1,0,1\n'),
      CURVE,
      1,
      'A table may have one range only',
    ],
    ['more than all', withCurve('month,factor\n12,1.1\n'), CURVE, 2, 'must be at most 1.'],
    ['something at the start', withCurve('month,factor\n0,0.1\n'), CURVE, 2, 'Nothing is earned in month 0'],
    ['no month', withCurve('month,factor\n,0.1\n'), CURVE, 2, 'month: A value is required.'],
    [
      'a month twice',
      withCurve('month,factor\n12,0.1\n12,0.2\n'),
      CURVE,
      3,
      'This factor and the one on line 2 are equally specific',
    ],
    [
      'earnings that fall, in whatever order',
      withCurve('month,factor\n24,0.1\n12,0.2\n'),
      CURVE,
      2,
      'Less is earned by month 24 than by month 12 on line 3.',
    ],
    [
      'refunds that rise',
      withCurve('month,factor\n0,0.9\n12,0.95\n', refund),
      CURVE,
      3,
      'More is refunded by month 12 than by month 0 on line 2.',
    ],
    [
      'earned along a table of another type',
      earned(withCurve('month,factor\n0,1\n12,0\n', refund)),
      GAP,
      27,
      'RESERVE needs a factor table of type Earning; LOSS is of type Cancel.',
    ],
    [
      'a price times a curve',
      edited(
        GAP,
        '{ type: RateRow, column: RESERVE }',
        '{ type: FactorTable, column: RESERVE, tables: [LOSS] }',
        withCurve(POINTS),
      ),
      GAP,
      25,
      'RESERVE needs a factor table of type Rate; LOSS is of type Earning.',
    ],
    ['a type', withCurve(POINTS, '{ name: X, type: Curve }'), GAP, 10, '"Curve" is not one of Rate, Earning'],
  ]
  test.each(cases)('%s', (_, files, file, line, reason) => {
    expect(faultsOf(files)).toContainEqual({ file, line, reason: expect.stringContaining(reason) })
  })

  test('tables that are not listed by name', () => {
    const files = edited(GAP, 'plans:', 'factorTables: [LOSS]\nplans:')
    expect(faultsOf(files)).toEqual([
      { file: GAP, line: 10, reason: 'factorTables: Write this as "name: value".' },
    ])
  })
})
