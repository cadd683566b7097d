import { amountOf } from '../money.ts'
import type { Book } from '../rate-book/book.ts'
import type { Calculation, DisbursementDefinition, Effective, Program } from '../rate-book/rate-book.ts'
import { countsOn, daysOverlap, type Override } from './overrides.ts'

// Where an override stands in a book: ids of what it is for, found again in the version that counts.

/** A line of a program: one definition, or several that follow each other. */
export interface Line {
  readonly program: Program
  readonly code: string
  readonly definitions: readonly DisbursementDefinition[]
}

/** Whether two codes are one: books do not tell letter case apart. */
export const isSameCode = (one: string, other: string) => one.toUpperCase() === other.toUpperCase()

export const programsOf = ({ products }: Pick<Book, 'products'>) =>
  products.flatMap(({ programs }) => programs)

export function lineOf(program: Program, code: string): Line | undefined {
  const definitions = program.disbursements.filter((one) => isSameCode(one.code, code))
  const [first] = definitions
  return first && { program, code: first.code, definitions }
}

/** The line that a definition of the book is of. */
export function lineOfDefinition(
  book: Book,
  id: number,
): { readonly line: Line; readonly definition: DisbursementDefinition } | undefined {
  for (const program of programsOf(book)) {
    const definition = program.disbursements.find((one) => one.id === id)
    const line = definition && lineOf(program, definition.code)
    if (line) return { line, definition }
  }
  return undefined
}

export const codeIdOf = (book: Book, code: string): number => {
  const found = book.disbursementCodes.find((one) => isSameCode(one.code, code))
  // A checked book names only codes that it has.
  if (!found) throw new Error(`The book has no disbursement code ${code}.`)
  return found.id
}

/** What an override is for, in the words of a book. Null: any. */
export interface Place {
  readonly line: Line
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
}

/** Where the override stands in the book; nothing where the book no longer has the line or the cell. */
export function placeOf(book: Book, override: Override): Place | undefined {
  const program = programsOf(book).find(({ id }) => id === override.programId)
  const code = book.disbursementCodes.find(({ id }) => id === override.codeId)?.code
  const line = program && code !== undefined ? lineOf(program, code) : undefined
  if (!program || !line) return undefined
  const plan = codeIn(program.plans, override.planId)
  const term = codeIn(program.terms, override.termId)
  const deductible = codeIn(program.deductibles, override.deductibleId)
  const classCode = override.classCode === null ? null : classIn(program, override.classCode)
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

/** The class as the program spells it. */
export const classIn = ({ classes }: Program, code: string): string | undefined =>
  classes?.find(({ classCode }) => isSameCode(classCode, code))?.classCode

/** The definition that speaks for the line in a range of days: that of the day, or of the nearest within the range. */
export function definitionFor({ definitions }: Line, days: Effective, today: string): DisbursementDefinition {
  const { effectiveFrom, effectiveTo } = days
  const within = effectiveTo !== null && effectiveTo < today ? effectiveTo : today
  const day = [within, effectiveFrom].sort()[1] ?? today
  const [first] = definitions
  const found =
    definitions.find((one) => countsOn(one, day)) ??
    definitions.find((one) => daysOverlap(one, days)) ??
    first
  if (!found) throw new Error('A line has a definition.')
  return found
}

/** A calculation as it stands on the wire. */
export function figuresOf(calculation: Calculation, { factorTables }: Program) {
  const percent = calculation.type === 'PercentOf' ? calculation : undefined
  const amount = 'amount' in calculation ? calculation.amount : null
  const table = calculation.type === 'FactorTable' ? calculation.tables[0] : undefined
  return {
    calculationType: calculation.type,
    amount: amount === null ? null : amountOf(amount),
    percent: percent ? percent.percent / 1_000_000 : null,
    percentBase: percent ? (typeof percent.base === 'string' ? percent.base : [...percent.base]) : null,
    factorTableId: factorTables.find(({ code }) => code === table)?.id ?? null,
  }
}

/** The cells of the program, plan by term by deductible, that an override counts for. */
export function cellsOf({ line: { program }, plan, term, deductible }: Place): number {
  return program.plans
    .filter(({ code }) => plan === null || code === plan)
    .reduce((sum, one) => {
      const terms = one.terms.filter((own) => term === null || own.term === term)
      const deductibles = one.deductibles.filter((code) => deductible === null || code === deductible)
      return sum + terms.length * deductibles.length
    }, 0)
}
