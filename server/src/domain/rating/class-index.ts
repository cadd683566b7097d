import { isInForce } from '../in-force.ts'
import type { ClassRow } from '../rate-book/rate-book.ts'
import type { RateRequest } from './request.ts'

/** The class of one vehicle, and the row that gave it. */
export interface Classing {
  readonly classCode: string
  readonly segmentation: string | null
  readonly row: ClassRow
}

/** A class table, indexed by make and model in capitals: a make may have very many models. */
export interface ClassIndex {
  readonly makes: ReadonlyMap<string, ClassesOfMake>
}

interface ClassesOfMake {
  /** The most specific first. */
  readonly models: ReadonlyMap<string, readonly Candidate[]>
  readonly anyModel: readonly Candidate[]
}

interface Candidate {
  readonly row: ClassRow
  /** How specific it is. */
  readonly rank: number
  /** Its position in the book. */
  readonly at: number
}

const texts = ['trim', 'series', 'engine', 'fuelType', 'driveType'] as const
/** The number of items between two steps. */
const STEP = 500

const specificity = (row: ClassRow) => {
  const { model, trim, series, engine, fuelType, driveType } = row
  const named = [model, trim, series, engine, fuelType, driveType].filter((part) => part !== null).length
  const years = row.yearFrom !== null || row.yearTo !== null ? 1 : 0
  return named + years + ((row.effectiveFrom ?? row.effectiveTo ?? null) === null ? 0 : 1)
}

export function* indexClasses(rows: readonly ClassRow[]): Generator<void, ClassIndex> {
  interface Gathered {
    readonly models: Map<string, Candidate[]>
    readonly anyModel: Candidate[]
  }
  const makes = new Map<string, Gathered>()
  for (let at = 0; at < rows.length; at += 1) {
    if (at % STEP === 0) yield
    const row = rows[at] as ClassRow
    const make = row.make.toUpperCase()
    const makeRows: Gathered = makes.get(make) ?? { models: new Map(), anyModel: [] }
    makes.set(make, makeRows)
    const candidate = { row, rank: specificity(row), at }
    if (row.model === null) makeRows.anyModel.push(candidate)
    else {
      const model = row.model.toUpperCase()
      const modelRows = makeRows.models.get(model)
      if (modelRows) modelRows.push(candidate)
      else makeRows.models.set(model, [candidate])
    }
  }
  for (const { models, anyModel } of makes.values()) {
    anyModel.sort(byRank)
    for (const modelRows of models.values()) modelRows.sort(byRank)
    yield
  }
  return { makes }
}

const byRank = (left: Candidate, right: Candidate) => right.rank - left.rank || left.at - right.at

/** The class of a vehicle, from the most specific row that fits; undefined where none fits. */
export function classify({ makes }: ClassIndex, request: RateRequest): Classing | undefined {
  const makeRows = makes.get(request.make ?? '')
  if (!makeRows) return undefined
  const model = request.model === null ? undefined : makeRows.models.get(request.model.toUpperCase())
  const named = model?.find(({ row }) => isOfClass(row, request))
  const unnamed = makeRows.anyModel.find(({ row }) => isOfClass(row, request))
  const best = named && unnamed ? [named, unnamed].sort(byRank)[0] : (named ?? unnamed)
  return best && { classCode: best.row.classCode, segmentation: best.row.segmentation, row: best.row }
}

/** Whether the other columns of a row fit. Letter case does not count. */
function isOfClass(row: ClassRow, request: RateRequest): boolean {
  const { yearFrom, yearTo } = row
  const { year } = request
  return (
    isInForce(row, request.saleDate) &&
    (yearFrom === null || (year !== null && yearFrom <= year)) &&
    (yearTo === null || (year !== null && year <= yearTo)) &&
    texts.every((name) => row[name] === null || row[name].toUpperCase() === request[name]?.toUpperCase())
  )
}
