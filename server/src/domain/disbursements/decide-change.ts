import type { Book } from '../rate-book/book.ts'
import { countCells, findPlace, type OverridePlace } from './book-lines.ts'
import { type AgreedLine, calculationFault } from './calculation-check.ts'
import {
  applyOverrideChange,
  type ChangedOverride,
  type ChangeRefusal,
  type Override,
  type OverrideChange,
} from './overrides.ts'

// Decides a change of an override against a rate book. It is decided when the change is requested, so that the caller
// gets a refusal at once, and again when it is applied, because a new rate book may be live by then.

interface DecidedChange {
  readonly changed: readonly ChangedOverride[]
  /** The override that applies from the first date of the change. */
  readonly after: Override
  readonly place: OverridePlace
  /** How many combinations of plan, term and deductible the change affects. */
  readonly affectedRates: number
}

interface RefusedChange {
  readonly code: 'NotFound' | 'OverlappingRange' | 'CalculationInvalid'
  readonly message: string
  readonly overlapping?: Override
}

/** `overrides` are all overrides of the program. */
export function decideChange(
  book: Book,
  change: OverrideChange,
  overrides: readonly Override[],
): DecidedChange | { readonly refused: RefusedChange } {
  const outcome = applyOverrideChange(change, overrides)
  if ('refused' in outcome) return { refused: refusedChange(outcome.refused) }
  const { changed } = outcome
  const after = changed.at(-1)?.after
  if (!after) throw new Error('A change must change at least one override.')
  const place = findPlace(book, after)
  if (!place)
    return {
      refused: { code: 'NotFound', message: 'The rate book no longer has the line that this change is for.' },
    }
  const changedIds = new Set(changed.map((override) => override.after.id))
  const others = overrides.filter(({ id }) => !changedIds.has(id))
  const fault = calculationFault(
    place.line.program,
    { code: place.line.code, override: after },
    agreedLines(book, others),
  )
  if (fault !== undefined) return { refused: { code: 'CalculationInvalid', message: fault } }
  return { changed, after, place, affectedRates: countCells(place) }
}

function refusedChange(refusal: ChangeRefusal): RefusedChange {
  if ('gone' in refusal) return { code: 'NotFound', message: `There is no disbursement ${refusal.gone}.` }
  const { id, effectiveFrom, effectiveTo } = refusal.overlapping
  const dates = `from ${effectiveFrom}${effectiveTo === null ? ' on' : ` to ${effectiveTo}`}`
  return {
    code: 'OverlappingRange',
    message: `Disbursement ${id} already applies ${dates}. Choose dates that do not overlap, or change that disbursement.`,
    overlapping: refusal.overlapping,
  }
}

/** The overrides whose lines the book has, with the codes of these lines. */
export const agreedLines = (book: Book, overrides: readonly Override[]): AgreedLine[] =>
  overrides.flatMap((override) => {
    const place = findPlace(book, override)
    return place ? [{ code: place.line.code, override }] : []
  })
