import { groupBy } from '../group-by.ts'
import { isInForce } from '../in-force.ts'
import type { Book } from '../rate-book/book.ts'
import type { Calculation, Program } from '../rate-book/rate-book.ts'
import type { LineOverride } from '../rating/request.ts'
import { findPlace, isSameCode } from './book-lines.ts'
import { countNamedParts, type Override } from './overrides.ts'

/** The account holders behind a sale, and its date. */
interface OverrideSale {
  readonly dealerId: number
  readonly agentId: number | null
  readonly groupId: number | null
  readonly saleDate: string
}

/** All overrides of an administrator at one moment. */
export interface OverrideSet {
  /**
   * The overrides that apply to a sale, in order of precedence: the dealer's, its agent's, its group's, then those for
   * every dealer. For each line the first that matches is used.
   */
  forSale(book: Book, sale: OverrideSale): readonly LineOverride[]
}

/** Among the overrides of one holder: the most specific first, then the newest. */
const byPrecedence = (first: Override, second: Override) =>
  countNamedParts(second) - countNamedParts(first) ||
  second.auditLogId - first.auditLogId ||
  second.id - first.id

/** Stands for every dealer in the index. */
const EVERY_DEALER = 0
const NONE: readonly LineOverride[] = []

export function overrideSet(overrides: readonly Override[]): OverrideSet {
  const byHolder = groupBy(overrides.toSorted(byPrecedence), ({ holder }) => holder?.id ?? EVERY_DEALER)
  const resolved = new WeakMap<Book, Map<Override, ResolvedOverride | undefined>>()
  const resolve = (book: Book, override: Override) => {
    const known = resolved.get(book) ?? new Map()
    resolved.set(book, known)
    if (!known.has(override)) known.set(override, resolveInBook(book, override))
    return known.get(override)
  }
  return {
    forSale(book, { dealerId, agentId, groupId, saleDate }) {
      if (overrides.length === 0) return NONE
      const levels = [dealerId, agentId, groupId, EVERY_DEALER].filter((id) => id !== null)
      return levels
        .flatMap((id) => byHolder.get(id) ?? [])
        .filter((override) => isInForce(override, saleDate))
        .flatMap((override) => resolve(book, override)?.(saleDate) ?? [])
    },
  }
}

/** An override with the codes of a book, for a sale date. */
type ResolvedOverride = (saleDate: string) => LineOverride | undefined

/** Nothing if the book no longer has what the override is for. */
function resolveInBook(book: Book, override: Override): ResolvedOverride | undefined {
  const place = findPlace(book, override)
  const agreed = override.calculation && place && withBookCodes(place.line.program, override.calculation)
  if (!place || agreed === undefined) return undefined
  const { line, plan, term, deductible, classCode } = place
  return (saleDate) => {
    const calculation =
      agreed ?? line.definitions.find((definition) => isInForce(definition, saleDate))?.calculation
    return (
      calculation && {
        ...{ program: line.program.code, disbursementCode: line.code },
        ...{ plan, term, deductible, classCode, calculation },
      }
    )
  }
}

/** The calculation with line codes spelled as in this book; nothing if the book lacks one of the lines. */
function withBookCodes({ disbursements }: Program, calculation: Calculation): Calculation | undefined {
  if (calculation.type !== 'PercentOf' || typeof calculation.base === 'string') return calculation
  const base = calculation.base.map((code) => disbursements.find((line) => isSameCode(line.code, code))?.code)
  const known = base.filter((code) => code !== undefined)
  return known.length === base.length ? { ...calculation, base: known } : undefined
}
