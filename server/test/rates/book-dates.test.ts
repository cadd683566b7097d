import { describe, expect, test } from 'vitest'
import { diffBooks } from '../../src/domain/rate-book/diff.ts'
import { assignIds } from '../../src/domain/rate-book/ids.ts'
import {
  bookOf,
  edited,
  faultsOf,
  programOf,
  sandboxFiles,
  testSlips,
} from '../support/builders/rate-books.ts'

// What counts for sales on some days only.

const VSC = 'programs/VSC-STD/program.yaml'
const CLASSES = 'programs/VSC-STD/classes.csv'
const TERMS = 'programs/VSC-STD/terms.csv'
const DEDUCTIBLES = 'programs/VSC-STD/deductibles.csv'
const FACTORS = 'programs/VSC-STD/factors/DEDUCTIBLE.csv'
const DISAPPEARING = '100D,1.08'
const live = bookOf(sandboxFiles)

/** A table whose lines have dates behind them; those of a beginning get theirs, the others none. */
function dated(file: string, dates: Readonly<Record<string, string>>, more: readonly string[] = []) {
  const [header, ...lines] = (sandboxFiles.get(file) ?? '').trimEnd().split('\n')
  const datesOf = (line: string) => Object.entries(dates).find(([begins]) => line.startsWith(begins))?.[1]
  const all = [...lines.map((line) => `${line},${datesOf(line) ?? ','}`), ...more]
  return new Map([...sandboxFiles, [file, [`${header},effectiveFrom,effectiveTo`, ...all].join('\n')]])
}

const upsideDown = '2025-01-01,2024-12-31'
const reason = expect.stringContaining('effective date range is reversed')

describe('reversed dates', () => {
  test.each([
    [CLASSES, 'FORD', 4],
    [TERMS, '24/', 3],
    [DEDUCTIBLES, '50,', 3],
    [FACTORS, '50,', 3],
  ])('%s', (file, line, at) => {
    expect(faultsOf(dated(file, { [line]: upsideDown }))).toEqual([{ file, line: at, reason }])
  })
  const ended = 'effectiveFrom: 2025-01-01\n    effectiveTo: 2024-12-31'
  testSlips(VSC, [
    ['a plan', 'name: Gold', `name: Gold\n    ${ended}`, 17, 'range is reversed'],
    [
      'a surcharge',
      'name: Seals and gaskets',
      `name: Seals and gaskets\n    ${ended}`,
      95,
      'range is reversed',
    ],
    ['a retail rule', 'states: [FL]', `states: [FL]\n    ${ended}`, 110, 'range is reversed'],
    [
      'a term of a plan',
      'name: Gold',
      'name: Gold\n    terms: [{ term: 12/12000, effectiveFrom: 2025-01-01, effectiveTo: 2024-12-31 }]',
      16,
      'range is reversed',
    ],
    [
      'a relation',
      /$/,
      'related:\n  - { relationType: Requires, product: GAP1, effectiveFrom: 2025-01-01, effectiveTo: 2024-01-01 }\n',
      128,
      'range is reversed',
    ],
  ])
})

describe('entries that change on a date', () => {
  const again = (code: string, dates: string) =>
    `  - { code: ${code}, name: All-wheel drive, isMandatory: true, feeds: { RESERVE: 80.00 }, ${dates} }\n\nretail:`
  const awd = (ends: string) => edited(VSC, 'code: AWD', `code: AWD\n    effectiveTo: ${ends}`)

  test('a surcharge applies once on each day and keeps its id', () => {
    const files = edited(VSC, '\nretail:', again('AWD', 'effectiveFrom: 2025-01-01'), awd('2024-12-31'))
    expect(faultsOf(files)).toEqual([])
    expect(diffBooks(live, bookOf(files))).toEqual([
      'VSC-STD: surcharge AWD: dates changed from always to to 2024-12-31',
      'VSC-STD: surcharge AWD from 2025-01-01 is new',
    ])
    const known = assignIds(live, new Map()).assigned
    const { book, assigned } = assignIds(bookOf(files), known)
    const ids = book.products[0]?.programs[0]?.surcharges.filter(({ code }) => code === 'AWD')
    expect(ids?.map(({ id }) => id)).toEqual([1, 8])
    expect([...assigned.keys()]).toEqual(['surcharge VSC-STD/AWD#2'])
    const late = edited(VSC, '\nretail:', again('Awd', 'effectiveFrom: 2024-12-31'), awd('2024-12-31'))
    expect(faultsOf(late)).toEqual([
      { file: VSC, line: 105, reason: 'Awd is already on line 72, for the same dates.' },
    ])
  })

  test('a relation applies once on each day', () => {
    const related = (from: string) =>
      edited(
        VSC,
        /$/,
        `related:\n  - { relationType: DiscountWith, product: GAP1, discount: 5.00, effectiveTo: 2024-12-31 }
  - { relationType: DiscountWith, product: GAP1, discount: 9.00, effectiveFrom: ${from} }\n`,
      )
    expect(diffBooks(live, bookOf(related('2025-01-01')))).toEqual([
      'VSC-STD: the relation DiscountWith to GAP1 is new',
      'VSC-STD: the relation DiscountWith to GAP1 from 2025-01-01 is new',
    ])
    expect(faultsOf(related('2024-12-31'))).toEqual([
      {
        file: VSC,
        line: 129,
        reason: 'The relation DiscountWith GAP1 is already on line 128, for the same dates.',
      },
    ])
  })

  const base = '- type: MSRP\n    suggestedMarkup: 1500.00\n'
  const rule = (dates: string, more = '') =>
    `- type: MSRP\n    suggestedMarkup: 1600.00\n    ${dates}\n${more}`
  const priced = (...rules: readonly string[]) => edited(VSC, base, rules.join('  '))

  test('no two retail rules name the same states and plans on a day', () => {
    const special = rule('effectiveFrom: 2024-06-01\n    effectiveTo: 2024-06-30')
    expect(faultsOf(priced(base, special))).toEqual([])
    expect(diffBooks(live, bookOf(priced(base, special)))).toEqual([
      'VSC-STD: the retail rule for all states from 2024-06-01 is new',
    ])
    expect(faultsOf(priced(base, special, rule('effectiveFrom: 2024-06-30')))).toEqual([
      { file: VSC, line: 112, reason: 'The retail rule on line 108 is for the same state and plan.' },
    ])
    const florida = rule('effectiveFrom: 2024-06-01', '    states: [FL]\n')
    expect(faultsOf(priced(base, florida))).toEqual([])
  })

  test('each day of the program has a default retail rule', () => {
    const [until, from] = [rule('effectiveTo: 2024-12-31'), rule('effectiveFrom: 2025-01-01')]
    expect(faultsOf(priced(until, from))).toEqual([])
    expect(faultsOf(priced(until, rule('effectiveFrom: 2025-01-02')))).toEqual([
      {
        file: VSC,
        line: 106,
        reason: expect.stringContaining('There is no general retail rule on 2025-01-01.'),
      },
    ])
    expect(faultsOf(priced(from))).toEqual([
      {
        file: VSC,
        line: 106,
        reason: expect.stringContaining('There is no general retail rule on 2015-01-01.'),
      },
    ])
    expect(faultsOf(priced(until))).toEqual([
      {
        file: VSC,
        line: 106,
        reason: expect.stringContaining('There is no general retail rule on 2025-01-01.'),
      },
    ])
    const ended = edited(
      VSC,
      'effectiveFrom: 2015-01-01',
      'effectiveFrom: 2015-01-01\neffectiveTo: 2024-12-31',
      priced(until),
    )
    expect(faultsOf(ended)).toEqual([])
  })

  test('a class row with dates is more specific than one without', () => {
    const more = ['BMW,4,,2024-01-01,2024-12-31']
    const files = dated(CLASSES, {}, more)
    expect(faultsOf(files)).toEqual([])
    expect(diffBooks(live, bookOf(files))).toEqual([
      'VSC-STD: make BMW sold from 2024-01-01 to 2024-12-31 is new',
      'TW-STD: make BMW sold from 2024-01-01 to 2024-12-31 is new',
    ])
    expect(faultsOf(dated(CLASSES, {}, [...more, 'BMW,6,,2024-12-31,']))).toEqual([
      {
        file: CLASSES,
        line: 12,
        reason: expect.stringContaining('This row and the one on line 11 are equally specific'),
      },
    ])
  })

  test('a factor can change on a date', () => {
    const files = dated(FACTORS, { '100D': ',2024-12-31' }, [`${DISAPPEARING.replace('8', '9')},2025-01-01,`])
    expect(diffBooks(live, bookOf(files))).toEqual([
      'VSC-STD: DEDUCTIBLE 100D factor 1.08 is removed',
      'VSC-STD: DEDUCTIBLE 100D sold to 2024-12-31 factor 1.08 is new',
      'VSC-STD: DEDUCTIBLE 100D sold from 2025-01-01 factor 1.09 is new',
    ])
    expect(faultsOf(dated(FACTORS, { '100D': ',2024-12-31' }, ['100D,1.09,2024-12-31,']))).toEqual([
      {
        file: FACTORS,
        line: 7,
        reason: expect.stringContaining('This factor and the one on line 5 are equally specific'),
      },
    ])
  })
})

describe('entries that are offered only on some days', () => {
  test('a plan and a deductible', () => {
    const files = edited(
      VSC,
      'name: Gold',
      'name: Gold\n    effectiveTo: 2024-12-31',
      dated(DEDUCTIBLES, { '200': '2025-01-01,' }),
    )
    expect(diffBooks(live, bookOf(files))).toEqual([
      'VSC-STD: plan GOLD: dates changed from always to to 2024-12-31',
      'VSC-STD: deductible 200: dates changed from always to from 2025-01-01',
    ])
  })

  test('a term is offered on the days that both the plan and the program allow', () => {
    const files = edited(
      VSC,
      'name: Gold',
      'name: Gold\n    terms: [{ term: 12/12000, effectiveFrom: 2020-01-01, effectiveTo: 2025-06-30 }, 24/24000]',
      dated(TERMS, { '12/': '2024-01-01,2024-12-31' }),
    )
    const [powertrain, gold] = programOf(bookOf(files), 'VSC-STD').plans
    const days = { effectiveFrom: '2024-01-01', effectiveTo: '2024-12-31' }
    expect(powertrain?.terms[0]).toMatchObject({ term: '12/12000', ...days })
    expect(powertrain?.terms[1]).toMatchObject({ term: '24/24000', effectiveFrom: null, effectiveTo: null })
    expect(gold?.terms[0]).toMatchObject({ term: '12/12000', ...days })
    expect(programOf(bookOf(files), 'VSC-STD').terms[0]).not.toHaveProperty('effectiveFrom')
    const never = edited(VSC, 'effectiveFrom: 2020-01-01', 'effectiveFrom: 2025-01-01', files)
    expect(faultsOf(never)).toEqual([
      { file: VSC, line: 16, reason: expect.stringContaining('The term 12/12000 is never offered') },
    ])
  })
})

test('a program must have MARKUP on every day', () => {
  const file = 'programs/VSC-STD/program.yaml'
  const markup = '    calculation: { type: Remainder }\n'
  const dateFaults = (dates: string) =>
    faultsOf(edited(file, markup, `${markup}${dates}`)).map(({ reason }) => reason)
  expect(dateFaults('    effectiveTo: 2024-12-31\n')).toEqual([
    'There is no line MARKUP on 2025-01-01; without it the lines do not add up to the price.',
  ])
  expect(dateFaults('    effectiveFrom: 2015-01-02\n')).toEqual([
    'There is no line MARKUP on 2015-01-01; without it the lines do not add up to the price.',
  ])
  expect(dateFaults('    effectiveFrom: 2015-01-01\n')).toEqual([])
})
