import { isInForce } from '../in-force.ts'
import type { Book } from '../rate-book/book.ts'
import type { DisbursementDefinition, Effective, Program } from '../rate-book/rate-book.ts'
import { datesOverlap, type Override } from './overrides.ts'

// Finds what an override is for in a version of the rate book. Overrides keep ids, which stay the same from one version
// to the next.

/** A line of dealer cost of a program: one definition, or several with consecutive dates. */
export interface BookLine {
  readonly program: Program
  readonly code: string
  readonly definitions: readonly DisbursementDefinition[]
}

/** Letter case does not matter in the codes of a book. */
export const isSameCode = (first: string, second: string) => first.toUpperCase() === second.toUpperCase()

export const allPrograms = ({ products }: Pick<Book, 'products'>) =>
  products.flatMap(({ programs }) => programs)

export function findBookLine(program: Program, code: string): BookLine | undefined {
  const definitions = program.disbursements.filter((disbursement) => isSameCode(disbursement.code, code))
  const [first] = definitions
  return first && { program, code: first.code, definitions }
}

/** The line that has a definition with this id. */
export function findLineByDefinition(
  book: Book,
  id: number,
): { readonly line: BookLine; readonly definition: DisbursementDefinition } | undefined {
  for (const program of allPrograms(book)) {
    const definition = program.disbursements.find((disbursement) => disbursement.id === id)
    const line = definition && findBookLine(program, definition.code)
    if (line) return { line, definition }
  }
  return undefined
}

export const disbursementCodeId = (book: Book, code: string): number => {
  const found = book.disbursementCodes.find((known) => isSameCode(known.code, code))
  // A book that passed its checks only names codes that it has.
  if (!found) throw new Error(`The book has no disbursement code ${code}.`)
  return found.id
}

/** What an override is for, as the codes of a book. Null: any. */
export interface OverridePlace {
  readonly line: BookLine
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
}

/** Nothing if the book no longer has the line, plan, term, deductible or class of the override. */
export function findPlace(book: Book, override: Override): OverridePlace | undefined {
  const program = allPrograms(book).find(({ id }) => id === override.programId)
  const code = book.disbursementCodes.find(({ id }) => id === override.codeId)?.code
  const line = program && code !== undefined ? findBookLine(program, code) : undefined
  if (!program || !line) return undefined
  const plan = codeIn(program.plans, override.planId)
  const term = codeIn(program.terms, override.termId)
  const deductible = codeIn(program.deductibles, override.deductibleId)
  const classCode = override.classCode === null ? null : findClassCode(program, override.classCode)
  if (plan === undefined || term === undefined || deductible === undefined || classCode === undefined)
    return undefined
  return { line, plan, term, deductible, classCode }
}

function codeIn(
  items: readonly { readonly id: number; readonly code: string }[],
  id: number | null,
): string | null | undefined {
  return id === null ? null : items.find((item) => item.id === id)?.code
}

/** The class code as the program spells it. */
export const findClassCode = ({ classes }: Program, code: string): string | undefined =>
  classes?.find(({ classCode }) => isSameCode(classCode, code))?.classCode

/** The definition of a line within a date range: today's if today is in the range, else the one nearest to today. */
export function definitionForDates(
  { definitions }: BookLine,
  dates: Effective,
  today: string,
): DisbursementDefinition {
  const { effectiveFrom, effectiveTo } = dates
  const atLatest = effectiveTo !== null && effectiveTo < today ? effectiveTo : today
  const day = [atLatest, effectiveFrom].sort()[1] ?? today
  const [first] = definitions
  const found =
    definitions.find((definition) => isInForce(definition, day)) ??
    definitions.find((definition) => datesOverlap(definition, dates)) ??
    first
  if (!found) throw new Error('A line must have at least one definition.')
  return found
}

/** How many combinations of plan, term and deductible an override applies to. */
export function countCells({ line: { program }, plan, term, deductible }: OverridePlace): number {
  return program.plans
    .filter(({ code }) => plan === null || code === plan)
    .reduce((sum, one) => {
      const terms = one.terms.filter((own) => term === null || own.term === term)
      const deductibles = one.deductibles.filter((code) => deductible === null || code === deductible)
      return sum + terms.length * deductibles.length
    }, 0)
}
