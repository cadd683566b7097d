import { classIn, isSameCode, type Line, lineOf, programsOf } from '../../domain/disbursements/book-lines.ts'
import { daysOverlap } from '../../domain/disbursements/overrides.ts'
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

// What a request says, in the terms of the rate book; or why it cannot be meant.

export interface Referred {
  readonly book: Book
  readonly line: Line
  readonly planId: number | null
  readonly termId: number | null
  readonly deductibleId: number | null
  readonly classCode: string | null
}

/** What the body names of the book, or a refusal that lists everything that is not there. */
export function referencesIn(book: Book | undefined, body: DisbursementInput): Referred {
  const program = book && programsOf(book).find(({ id }) => id === body.programId)
  if (!book || !program) throw unknown([['/programId', `program ${body.programId}`]])
  const line = lineOf(program, body.disbursementCode)
  const { planId = null, termId = null, deductibleId = null } = body
  const plan = program.plans.find(({ id }) => id === planId)
  const isTerm = plan
    ? plan.terms.some(({ term }) => idIn(program.terms, term) === termId)
    : program.terms.some(({ id }) => id === termId)
  const isDeductible = plan
    ? plan.deductibles.some((code) => idIn(program.deductibles, code) === deductibleId)
    : program.deductibles.some(({ id }) => id === deductibleId)
  const classCode = body.classCode ?? null
  const ownClass = classCode === null ? null : classIn(program, classCode)
  const of = `of program ${program.code}`
  const missing: [string, string][] = [
    ...(line ? [] : [['/disbursementCode', `line ${body.disbursementCode} ${of}`] as [string, string]]),
    ...(planId === null || plan ? [] : [['/planId', `plan ${planId} ${of}`] as [string, string]]),
    ...(termId === null || isTerm ? [] : [['/termId', `term ${termId} ${of}`] as [string, string]]),
    ...(deductibleId === null || isDeductible
      ? []
      : [['/deductibleId', `deductible ${deductibleId} ${of}`] as [string, string]]),
    ...(ownClass === undefined ? [['/classCode', `class ${classCode} ${of}`] as [string, string]] : []),
  ]
  if (!line || ownClass === undefined || missing.length > 0) throw unknown(missing)
  return { book, line, planId, termId, deductibleId, classCode: ownClass }
}

const idIn = (items: Program['terms'] | Program['deductibles'], code: string) =>
  items.find((one) => one.code === code)?.id

function unknown(missing: readonly (readonly [pointer: string, what: string])[]): Problem {
  const errors = missing.map(
    ([pointer, what]): Fault => ({ pointer, code: 'UnknownReference', message: `There is no ${what}.` }),
  )
  return new Problem('UnknownReference', errors.map(({ message }) => message).join(' '), { errors })
}

export function daysOf(effectiveFrom: string, effectiveTo: string | null): Effective {
  if (effectiveTo !== null && effectiveTo < effectiveFrom)
    throw wrongDays(`It would end on ${effectiveTo}, before it begins on ${effectiveFrom}.`)
  return { effectiveFrom, effectiveTo }
}

/** The days of a change of a definition. Where others follow it or went before, they are not changed with it. */
export function daysWithin(
  line: Line,
  definition: DisbursementDefinition,
  body: DisbursementPatch,
): Effective {
  const isAlone = line.definitions.length === 1
  const end = body.effectiveTo ?? (isAlone ? null : definition.effectiveTo)
  const { effectiveFrom: first, effectiveTo: last } = definition
  const isOutside =
    body.effectiveFrom < first || (last !== null && (body.effectiveFrom > last || (end ?? '') > last))
  if (!isAlone && isOutside)
    throw wrongDays(`This one counts from ${first}${last === null ? '' : ` to ${last}`}, and no other days.`)
  return daysOf(body.effectiveFrom, end)
}

const wrongDays = (message: string) =>
  new Problem('DateRangeInvalid', message, {
    errors: [{ pointer: '/effectiveTo', code: 'DateRangeInvalid', message }],
  })

const figures = ['DealerCost', 'Retail', 'Markup'] as const

/** The calculation that was sent, in the words of the book; null: as the book says. */
export function calculationOf(sent: CalculationInput, line: Line, days: Effective): Calculation | null {
  if (line.code === 'MARKUP') throw invalid('MARKUP is what the price leaves, and is never agreed.', sent)
  if (sent.type === 'Flat') return { type: 'Flat', amount: centsOf(sent.amount ?? 0) }
  if (sent.type === 'PercentOf') {
    const percent = Math.round((sent.percent ?? 0) * 1_000_000)
    const base = sent.percentBase ?? []
    const figure = figures.find((one) => one === base)
    return {
      type: 'PercentOf',
      percent,
      base: figure ?? [base].flat().map((code) => spelt(line.program, code)),
    }
  }
  const inBook = line.definitions.filter((definition) => daysOverlap(definition, days))
  if (inBook.length > 0 && inBook.every(({ calculation }) => calculation.type === sent.type)) return null
  const types = [...new Set(inBook.map(({ calculation }) => calculation.type))].join(' and ')
  throw invalid(
    `Only the rate book makes a line a ${sent.type}; there, ${line.code} is ${types === '' ? 'nothing on these days' : types}.`,
    sent,
  )
}

/** The code as the program spells it. */
const spelt = ({ disbursements }: Program, code: string) =>
  disbursements.find((one) => isSameCode(one.code, code))?.code ?? code

export const invalid = (message: string, calculation: CalculationInput) =>
  new Problem('CalculationInvalid', message, {
    errors: [{ pointer: '/calculation', code: 'CalculationInvalid', message }],
    members: { calculation },
  })
