import { expect } from 'vitest'
import { type ProblemCode, problemStatuses } from '../../../src/http/problems.ts'
import { problemTexts } from '../../../src/problems.ts'

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

/** Expects a complete problem document with this code, and returns it for more checks. */
export function expectProblem(
  answer: Answered,
  code: ProblemCode,
  status: number = problemStatuses[code],
): Record<string, never> {
  const { title } = problemTexts[code]
  expect(answer.body).toMatchObject({ type: `/problems/${code}`, title, status, code })
  expect(answer.status).toBe(status)
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-store')
  const document = answer.body as Record<string, never>
  expect(document.requestId).toBe(answer.headers.get('x-request-id'))
  expect(document.detail).toMatch(/^[A-Z].*\.$/s)
  return document
}

/** The faults of a 400, as `pointer code`. */
export function faultsIn(answer: Answered): string[] {
  const { errors } = expectProblem(answer, 'ValidationFailed') as unknown as {
    errors: { pointer: string; code: string }[]
  }
  return errors.map(({ pointer, code }) => `${pointer} ${code}`)
}
