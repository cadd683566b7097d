import {
  allPrograms,
  type BookLine,
  findBookLine,
  findClassCode,
  isSameCode,
} from '../../domain/disbursements/book-lines.ts'
import { datesOverlap } from '../../domain/disbursements/overrides.ts'
import { centsOf } from '../../domain/money.ts'
import type { Book } from '../../domain/rate-book/book.ts'
import type {
  Calculation,
  DisbursementDefinition,
  Effective,
  Program,
} from '../../domain/rate-book/rate-book.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import type { CalculationInput, DisbursementInput, DisbursementPatch } from './models.ts'

// Turns a request into the terms of the rate book, or refuses it.

interface ReferencedLine {
  readonly book: Book
  readonly line: BookLine
  readonly planId: number | null
  readonly termId: number | null
  readonly deductibleId: number | null
  readonly classCode: string | null
}

/** The line and its parts that the body names. The refusal lists everything that the book does not have. */
export function resolveReferences(book: Book | undefined, body: DisbursementInput): ReferencedLine {
  const program = book && allPrograms(book).find(({ id }) => id === body.programId)
  if (!book || !program) throw unknownReferences([['/programId', `program ${body.programId}`]])
  const line = findBookLine(program, body.disbursementCode)
  const { planId = null, termId = null, deductibleId = null } = body
  const plan = program.plans.find(({ id }) => id === planId)
  const isTerm = plan
    ? plan.terms.some(({ term }) => idIn(program.terms, term) === termId)
    : program.terms.some(({ id }) => id === termId)
  const isDeductible = plan
    ? plan.deductibles.some((code) => idIn(program.deductibles, code) === deductibleId)
    : program.deductibles.some(({ id }) => id === deductibleId)
  const classCode = body.classCode ?? null
  const ownClass = classCode === null ? null : findClassCode(program, classCode)
  const inProgram = `in program ${program.code}`
  const missing: [string, string][] = [
    ...(line
      ? []
      : [['/disbursementCode', `line ${body.disbursementCode} ${inProgram}`] as [string, string]]),
    ...(planId === null || plan ? [] : [['/planId', `plan ${planId} ${inProgram}`] as [string, string]]),
    ...(termId === null || isTerm ? [] : [['/termId', `term ${termId} ${inProgram}`] as [string, string]]),
    ...(deductibleId === null || isDeductible
      ? []
      : [['/deductibleId', `deductible ${deductibleId} ${inProgram}`] as [string, string]]),
    ...(ownClass === undefined
      ? [['/classCode', `class ${classCode} ${inProgram}`] as [string, string]]
      : []),
  ]
  if (!line || ownClass === undefined || missing.length > 0) throw unknownReferences(missing)
  return { book, line, planId, termId, deductibleId, classCode: ownClass }
}

const idIn = (items: Program['terms'] | Program['deductibles'], code: string) =>
  items.find((item) => item.code === code)?.id

function unknownReferences(missing: readonly (readonly [pointer: string, what: string])[]): Problem {
  const errors = missing.map(
    ([pointer, what]): Fault => ({ pointer, code: 'UnknownReference', message: `There is no ${what}.` }),
  )
  return new Problem('UnknownReference', errors.map(({ message }) => message).join(' '), { errors })
}

export function checkedRange(effectiveFrom: string, effectiveTo: string | null): Effective {
  if (effectiveTo !== null && effectiveTo < effectiveFrom)
    throw invalidRange(
      `The last date, ${effectiveTo}, is before the first date, ${effectiveFrom}. Send an effectiveTo on or after effectiveFrom.`,
    )
  return { effectiveFrom, effectiveTo }
}

/** The dates of a change to one definition of the book. It never reaches into the dates of the line's other definitions. */
export function definitionRange(
  line: BookLine,
  definition: DisbursementDefinition,
  body: DisbursementPatch,
): Effective {
  const isOnly = line.definitions.length === 1
  const end = body.effectiveTo ?? (isOnly ? null : definition.effectiveTo)
  const { effectiveFrom: first, effectiveTo: last } = definition
  const isOutside =
    body.effectiveFrom < first || (last !== null && (body.effectiveFrom > last || (end ?? '') > last))
  if (!isOnly && isOutside)
    throw invalidRange(
      `This definition of the line applies from ${first}${last === null ? ' on' : ` to ${last}`}. Choose dates in that range.`,
    )
  return checkedRange(body.effectiveFrom, end)
}

const invalidRange = (message: string) =>
  new Problem('DateRangeInvalid', message, {
    errors: [{ pointer: '/effectiveTo', code: 'DateRangeInvalid', message }],
  })

const figures = ['DealerCost', 'Retail', 'Markup'] as const

/** The calculation of the request. Null: the rate book's own calculation applies again. */
export function calculationFromInput(
  input: CalculationInput,
  line: BookLine,
  dates: Effective,
): Calculation | null {
  if (line.code === 'MARKUP')
    throw calculationInvalid(
      'MARKUP is what is left of the retail price after dealer cost. It cannot be changed or agreed.',
      input,
    )
  if (input.type === 'Flat') return { type: 'Flat', amount: centsOf(input.amount ?? 0) }
  if (input.type === 'PercentOf') {
    const percent = Math.round((input.percent ?? 0) * 1_000_000)
    const base = input.percentBase ?? []
    const figure = figures.find((name) => name === base)
    return {
      type: 'PercentOf',
      percent,
      base: figure ?? [base].flat().map((code) => bookSpelling(line.program, code)),
    }
  }
  const inBook = line.definitions.filter((definition) => datesOverlap(definition, dates))
  if (inBook.length > 0 && inBook.every(({ calculation }) => calculation.type === input.type)) return null
  const types = [...new Set(inBook.map(({ calculation }) => calculation.type))].join(' and ')
  throw calculationInvalid(
    `${input.type} can only be sent for a line that has this type in the rate book. ${line.code} ${types === '' ? 'is not in the rate book on these dates' : `is ${types} there`}. Send Flat or PercentOf.`,
    input,
  )
}

/** The code as the program spells it. */
const bookSpelling = ({ disbursements }: Program, code: string) =>
  disbursements.find((line) => isSameCode(line.code, code))?.code ?? code

export const calculationInvalid = (message: string, calculation: CalculationInput) =>
  new Problem('CalculationInvalid', message, {
    errors: [{ pointer: '/calculation', code: 'CalculationInvalid', message }],
    members: { calculation },
  })
