import { expect } from 'vitest'
import type { Answer } from '../service/api.ts'
import { expectProblem } from '../service/problem.ts'
import { isStorable, looksEmpty } from './hostile-strings.ts'

// Puts a text into every field of a body: which fields accept it, and how the service must answer.

/** The characters that a field accepts, and how many. */
export interface Taking {
  readonly least?: number
  readonly most: number
  readonly form?: RegExp
}

/** The fields of a body by their JSON pointers. */
export type Fields = Readonly<Record<string, Taking>>

type Body = Readonly<Record<string, unknown>>

function takes({ least = 0, most, form }: Taking, text: string): boolean {
  // An emoji counts as one character.
  const { length } = [...text]
  const isText = isStorable(text) && !looksEmpty(text)
  return isText && length >= least && length <= most && (form?.test(text) ?? true)
}

/** The fields that do not accept the text. */
export const refusing = (fields: Fields, text: string): string[] =>
  Object.keys(fields).filter((pointer) => !takes(fields[pointer] as Taking, text))

/** A plain body with the text in all fields. */
export const withEverywhere = (plain: Body, fields: Fields, text: string): Body =>
  filled(plain, Object.keys(fields), text)

/** A plain body with the text in the fields that accept it. */
export const withWhereTaken = (plain: Body, fields: Fields, text: string): Body =>
  filled(
    plain,
    Object.keys(fields).filter((pointer) => takes(fields[pointer] as Taking, text)),
    text,
  )

function filled(plain: Body, pointers: readonly string[], text: string): Body {
  const body = structuredClone(plain)
  for (const pointer of pointers) {
    const at = pointer.lastIndexOf('/')
    const owner = valueAt(body, pointer.slice(0, at)) as Record<string, unknown>
    owner[pointer.slice(at + 1)] = text
  }
  return body
}

export const valueAt = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((inner, name) => (inner as Body)[name], body)

/** Expects that the answer has exactly the sent text. */
export function expectKept(answered: unknown, sent: unknown, fields: Fields): void {
  for (const pointer of Object.keys(fields))
    expect(valueAt(answered, pointer), pointer).toBe(valueAt(sent, pointer))
}

/** Expects faults at exactly these fields, with the right message. */
export function expectRefused(answer: Answer, pointers: readonly string[], text: string): void {
  const faults = faultsOf(answer)
  expect([...new Set(faults.map(({ pointer }) => pointer))].sort()).toEqual([...pointers].sort())
  const codes = isStorable(text) ? ['Length', 'Format'] : ['Format']
  for (const { code } of faults) expect(codes).toContain(code)
}

export function faultsOf(answer: Answer): { pointer: string; code: string }[] {
  const document = expectProblem(answer, 'ValidationFailed') as unknown as {
    errors: { pointer: string; code: string }[]
  }
  return document.errors
}
