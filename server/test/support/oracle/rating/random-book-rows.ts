import type {
  ClassRow,
  FactorEntry,
  FactorKey,
  FactorTable,
  RateRow,
} from '../../../../src/domain/rate-book/rate-book.ts'
import type { Chance } from '../../hostile/chance.ts'
import {
  AGES,
  ALWAYS,
  band,
  CLASSES,
  CONDITIONS,
  closedBand,
  DRIVES,
  dates,
  FINANCED,
  FUELS,
  MAKES,
  MODELS,
  money,
  ODOMETERS,
  PRICES,
  percent,
  SEGMENTATIONS,
  STATES,
  TRIMS,
} from './random-book-values.ts'

// Random tables in which the row that names most wins. Rows that would tie for a sale are removed again.

/** The parts of a program that its rows can name. */
export interface Nameable {
  readonly plans: readonly string[]
  readonly terms: readonly string[]
  readonly deductibles: readonly string[]
  readonly hasClasses: boolean
}

type Value = string | number | null

/** The columns that a row names, as ranges. A code is a range of one value. */
type Names = readonly (readonly [from: Value, to: Value])[]

const isNamed = ([from, to]: Names[number]) => from !== null || to !== null
const meets = (one: Names[number], other: Names[number]) =>
  (one[0] === null || other[1] === null || one[0] <= other[1]) &&
  (other[0] === null || one[1] === null || other[0] <= one[1])

/** The rows without those that would tie with an earlier row. */
export function decided<Row>(rows: readonly Row[], namesOf: (row: Row) => Names): Row[] {
  const remaining: { row: Row; names: Names; rank: number }[] = []
  for (const row of rows) {
    const names = namesOf(row)
    const rank = names.filter(isNamed).length
    const isRivalled = remaining.some(
      (other) => other.rank === rank && names.every((name, at) => meets(name, other.names[at] ?? name)),
    )
    if (!isRivalled) remaining.push({ row, names, rank })
  }
  return remaining.map(({ row }) => row)
}

const code = (value: string | null | undefined) => [value ?? null, value ?? null] as const
const raised = (value: string | null) => code(value?.toUpperCase())

const NAMELESS: Omit<RateRow, 'values'> = {
  plan: null,
  term: null,
  deductible: null,
  classCode: null,
  segmentation: null,
  odometerFrom: null,
  odometerTo: null,
  ageFrom: null,
  ageTo: null,
  financedFrom: null,
  financedTo: null,
  priceFrom: null,
  priceTo: null,
  state: null,
  condition: null,
  ...ALWAYS,
}

/** How a row gets the value of a column. */
const naming = (chance: Chance, { plans, terms, deductibles, hasClasses }: Nameable) => ({
  plan: () => ({ plan: chance.of(plans) }),
  term: () => ({ term: chance.of(terms) }),
  deductible: () => ({ deductible: chance.of(deductibles) }),
  classCode: () => ({ classCode: hasClasses ? chance.of(CLASSES) : null }),
  segmentation: () => ({ segmentation: chance.of(SEGMENTATIONS) }),
  state: () => ({ state: chance.of(STATES) }),
  condition: () => ({ condition: chance.of(CONDITIONS) }),
  odometer: () => {
    const { from, to } = band(chance, ODOMETERS)
    return { odometerFrom: from, odometerTo: to }
  },
  age: () => {
    const { from, to } = band(chance, AGES)
    return { ageFrom: from, ageTo: to }
  },
  financed: () => {
    const { from, to } = closedBand(chance, FINANCED)
    return { financedFrom: from, financedTo: to } as Partial<RateRow> // They are cents.
  },
  price: () => {
    const { from, to } = closedBand(chance, PRICES)
    return { priceFrom: from, priceTo: to } as Partial<RateRow> // They are cents.
  },
  dates: () => dates(chance, 100),
})

export type Figures = ReadonlyMap<string, 'money' | 'cost' | 'percent'>

/** Rows of a few shapes. The rows of a shape name the same columns. Often one row fits nearly everything. */
export function rateRows(chance: Chance, nameable: Nameable, figures: Figures): RateRow[] {
  const names = naming(chance, nameable)
  const columns = Object.keys(names) as (keyof typeof names)[]
  const values = () =>
    Object.fromEntries(
      [...figures].map(([column, kind]) => [
        column,
        kind === 'percent' ? percent(chance, 40) : money(chance, 900) + (kind === 'cost' ? 250_000 : 0),
      ]),
    )
  // If every row names the amount financed or the price, some sales are outside all rows.
  const axis = chance.maybe(25, ['financed', 'price'] as const)
  const shapes = chance.times(chance.between(1, 4), () =>
    chance.shuffled(columns).slice(0, chance.between(1, 4)),
  )
  // Some tables are too large to check every row.
  const most = chance.of([4, 8, 8, 8, 60])
  const drawn = shapes.flatMap((shape) =>
    chance.times(chance.between(1, most), (): RateRow => {
      const columns = axis === null ? shape : new Set([...shape, axis])
      const named = [...columns].map((column): Partial<RateRow> => names[column]())
      return Object.assign({}, NAMELESS, ...named, { values: values() })
    }),
  )
  const always = { ...NAMELESS, ...(axis === null ? {} : names[axis]()), values: values() }
  return decided(chance.shuffled(chance.is(70) ? [...drawn, always] : drawn), rateNames)
}

const rateNames = (row: RateRow): Names => [
  code(row.plan),
  code(row.term),
  code(row.deductible),
  code(row.classCode),
  code(row.segmentation),
  code(row.state),
  code(row.condition),
  [row.odometerFrom, row.odometerTo],
  [row.ageFrom, row.ageTo],
  [row.financedFrom, row.financedTo],
  [row.priceFrom, row.priceTo],
  [row.effectiveFrom, row.effectiveTo],
]

const CODE_KEYS = ['plan', 'term', 'deductible', 'classCode', 'segmentation', 'state', 'condition'] as const

export function factorTable(
  chance: Chance,
  nameable: Nameable,
  named: { id: number; code: string },
): FactorTable {
  const keys: FactorKey[] = chance.some(CODE_KEYS, 25)
  if (chance.is(60)) keys.push(chance.of(['odometer', 'age'] as const))
  const names = naming(chance, nameable)
  const drawn = chance.times(chance.between(1, 10), (): FactorEntry => {
    const codes: Partial<Record<FactorKey, string>> = {}
    for (const key of CODE_KEYS.filter((one) => keys.includes(one) && chance.is(75))) {
      const value = Object.values(names[key]())[0]
      if (typeof value === 'string') codes[key] = value
    }
    const isRanged = keys.includes('odometer') || keys.includes('age')
    const points = keys.includes('odometer') ? ODOMETERS : AGES
    const range = isRanged && chance.is(80) ? band(chance, points) : { from: null, to: null }
    return { codes, ...range, ...dates(chance), factor: factor(chance) }
  })
  const always: FactorEntry = { codes: {}, from: null, to: null, ...ALWAYS, factor: factor(chance) }
  const entries = decided(chance.is(75) ? [...drawn, always] : drawn, ({ codes, from, to, ...entry }) => [
    ...CODE_KEYS.map((key) => code(codes[key])),
    [from, to],
    [entry.effectiveFrom, entry.effectiveTo],
  ])
  return { ...named, name: named.code, type: 'Rate', interpolation: 'None', keys, entries }
}

/** Factors in millionths: round ones, long ones, and sometimes none. */
const factor = (chance: Chance) =>
  chance.of([1_000_000, 1_150_000, 900_000, 0, chance.between(1, 3_000_000), chance.between(1, 30_000_000)])

export function classRows(chance: Chance): ClassRow[] {
  const drawn = MAKES.flatMap((make) =>
    chance.times(chance.between(1, 5), (at): ClassRow => {
      const isPlain = at === 0 && chance.is(90)
      const named = <Item>(items: readonly Item[]) => (isPlain ? null : chance.maybe(35, items))
      const years = isPlain || chance.is(70) ? { from: null, to: null } : band(chance, [2019, 2023])
      return {
        make,
        model: named([...MODELS, 'CAMRY', 'camry']),
        trim: named(TRIMS),
        series: named(['S']),
        engine: named(['V6']),
        fuelType: named(FUELS),
        driveType: named(DRIVES),
        yearFrom: years.from,
        yearTo: years.to,
        ...(isPlain ? ALWAYS : dates(chance)),
        classCode: chance.of([...CLASSES, '1', '2', '3', '3']),
        segmentation: chance.maybe(25, SEGMENTATIONS),
      }
    }),
  )
  return decided(chance.shuffled(drawn), (row) => [
    ...[row.make, row.model, row.trim, row.series, row.engine, row.fuelType, row.driveType].map(raised),
    [row.yearFrom, row.yearTo],
    [row.effectiveFrom, row.effectiveTo],
  ])
}
