import { codeOf } from '../db/database.ts'
import { Problem, type ProblemCode } from './problems.ts'

/** What a violated database constraint means to the caller. Use cases check first; this covers a race they lose. */
interface Meaning {
  readonly code: ProblemCode
  readonly pointer: string
  readonly message: string
}

const meanings = new Map<string, Meaning>()

/** Declares the problem to answer when this constraint refuses a row. */
export function constraintMeans(constraint: string, meaning: Meaning): void {
  meanings.set(constraint, meaning)
}

const KEY_VIOLATIONS = new Set(['23505', '23503'])

/** The problem that a database error stands for, if its constraint was declared; otherwise the error itself. */
export function problemBehind(error: unknown): unknown {
  if (!KEY_VIOLATIONS.has(codeOf(error))) return error
  const meaning = meanings.get((error as { constraint?: string }).constraint ?? '')
  if (!meaning) return error
  const { code, pointer, message } = meaning
  return new Problem(code, message, { errors: [{ pointer, code, message }] })
}
