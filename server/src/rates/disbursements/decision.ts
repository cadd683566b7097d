import {
  cellsOf,
  definitionFor,
  figuresOf,
  type Line,
  type Place,
  placeOf,
} from '../../domain/disbursements/book-lines.ts'
import { calculationFault, type LineAgreed } from '../../domain/disbursements/calculation-check.ts'
import { type Override, outcomeOf, type Touched, type Wanted } from '../../domain/disbursements/overrides.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type { AuditLogModel } from './models.ts'

// What comes of a change in the light of a book. It is decided when the change is asked for, so that the caller hears of
// a refusal at once, and again when it is applied: the book may be another by then.

export interface Decided {
  readonly touched: readonly Touched[]
  /** The one that counts from now on. */
  readonly after: Override
  readonly place: Place
  readonly affectedRates: number
  readonly changes: AuditLogModel['changes']
}

export interface Refused {
  readonly code: 'NotFound' | 'OverlappingRange' | 'CalculationInvalid'
  readonly message: string
  readonly overlapping?: Override
}

export function decideChange(
  book: Book,
  wanted: Wanted,
  standing: readonly Override[],
): Decided | { readonly refused: Refused } {
  const outcome = outcomeOf(wanted, standing)
  if ('refused' in outcome) return { refused: refusedOf(outcome.refused) }
  const { touched } = outcome
  const after = touched.at(-1)?.after
  if (!after) throw new Error('A change touches something.')
  const place = placeOf(book, after)
  if (!place)
    return { refused: { code: 'NotFound', message: 'The rate book no longer has what this is for.' } }
  const touchedIds = new Set(touched.map((one) => one.after.id))
  const others = standing.filter(({ id }) => !touchedIds.has(id))
  const fault = calculationFault(
    place.line.program,
    { code: place.line.code, override: after },
    agreedIn(book, others),
  )
  if (fault !== undefined) return { refused: { code: 'CalculationInvalid', message: fault } }
  const changes = touched.flatMap((one) => fieldChanges(place.line, one))
  return { touched, after, place, affectedRates: cellsOf(place), changes }
}

function refusedOf(refusal: { readonly overlapping: Override } | { readonly gone: number }): Refused {
  if ('gone' in refusal) return { code: 'NotFound', message: `There is no disbursement ${refusal.gone}.` }
  const { id, effectiveFrom, effectiveTo } = refusal.overlapping
  return {
    code: 'OverlappingRange',
    message: `Disbursement ${id} counts from ${effectiveFrom}${effectiveTo === null ? '' : ` to ${effectiveTo}`}.`,
    overlapping: refusal.overlapping,
  }
}

/** Those of a book's lines, with the codes of these. */
export const agreedIn = (book: Book, overrides: readonly Override[]): LineAgreed[] =>
  overrides.flatMap((override) => {
    const place = placeOf(book, override)
    return place ? [{ code: place.line.code, override }] : []
  })

/** What changes, field by field. What is agreed for the whole program takes the place of the book's figures. */
function fieldChanges(line: Line, { before, after }: Touched): AuditLogModel['changes'] {
  const book = definitionFor(line, after, after.effectiveFrom)
  const isPrograms = after.holder === null
  const old = before ? fieldsOf(line, before) : isPrograms ? fieldsOf(line, book) : undefined
  const now = fieldsOf(line, after)
  return fields.flatMap((field) => {
    const [oldValue, newValue] = [old?.[field] ?? null, now[field]]
    const isSame = JSON.stringify(oldValue) === JSON.stringify(newValue)
    return isSame ? [] : [{ disbursementId: after.id, field, oldValue, newValue }]
  })
}

const fields = [
  'calculationType',
  'amount',
  'percent',
  'percentBase',
  'effectiveFrom',
  'effectiveTo',
] as const

function fieldsOf(
  line: Line,
  one: Pick<Override, 'calculation' | 'effectiveFrom' | 'effectiveTo'>,
): Record<(typeof fields)[number], string | number | string[] | null> {
  const { effectiveFrom, effectiveTo } = one
  const calculation = one.calculation ?? definitionFor(line, one, effectiveFrom).calculation
  return { ...figuresOf(calculation, line.program), effectiveFrom, effectiveTo }
}
