import { describe, expect, test } from 'vitest'
import { answerFormat, prefersBytes } from './accept.ts'
import { Problem } from './problems.ts'

const cases: readonly [accept: string | undefined, list: string, single: string][] = [
  [undefined, 'json', 'json'],
  ['', 'json', 'json'],
  ['*/*', 'json', 'json'],
  ['application/json', 'json', 'json'],
  ['application/json; charset=utf-8', 'json', 'json'],
  ['APPLICATION/JSON', 'json', 'json'],
  ['application/*', 'json', 'json'],
  ['application/problem+json', 'json', 'json'],
  ['text/csv', 'csv', 'none'],
  ['Text/CSV;header=present', 'csv', 'none'],
  ['text/*', 'csv', 'none'],
  ['text/csv, application/json', 'json', 'json'],
  ['text/csv, application/json;q=0.9', 'csv', 'json'],
  ['text/csv;q=0.2, application/json;q=0.9', 'json', 'json'],
  ['text/csv;q=0, */*', 'json', 'json'],
  ['application/json;q=0, */*', 'csv', 'none'],
  ['text/csv;q=0', 'none', 'none'],
  ['text/html', 'none', 'none'],
  ['application/xml, image/*', 'none', 'none'],
  // What a browser sends.
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8', 'json', 'json'],
]

function chosen(accept: string | undefined, isList: boolean): string {
  try {
    return answerFormat(accept, isList)
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    expect((error as Problem).code).toBe('NotAcceptable')
    return 'none'
  }
}

describe('the format that an Accept header requests', () => {
  test.each(cases)('%s: a list answers %s, a single resource %s', (accept, list, single) => {
    expect([chosen(accept, true), chosen(accept, false)]).toEqual([list, single])
    // Asked again, it is remembered, and the same.
    expect([chosen(accept, true), chosen(accept, false)]).toEqual([list, single])
  })

  test('a new header gets a format, even after many others', () => {
    for (let at = 0; at < 600; at += 1) expect(chosen(`application/x-${at}, text/csv`, true)).toBe('csv')
  })
})

test.each<[accept: string | undefined, answered: 'bytes' | 'JSON']>([
  [undefined, 'bytes'],
  ['', 'bytes'],
  ['*/*', 'bytes'],
  ['application/*', 'bytes'],
  ['application/pdf', 'bytes'],
  ['application/octet-stream', 'bytes'],
  ['Application/PDF;q=0.5, */*', 'bytes'],
  ['application/json, application/pdf', 'bytes'],
  // What a browser sends.
  ['text/html,application/xhtml+xml,application/xml;q=0.9,image/webp,*/*;q=0.8', 'bytes'],
  ['application/json', 'JSON'],
  ['application/json, */*', 'JSON'],
  ['application/json, text/plain, */*', 'JSON'],
  ['*/*, application/json;q=0.9', 'JSON'],
  ['application/pdf;q=0', 'JSON'],
  ['application/json, application/pdf;q=0.9', 'JSON'],
  ['image/*', 'JSON'],
])('%s: a PDF is answered as %s', (accept, answered) => {
  expect(prefersBytes(accept, 'application/pdf')).toBe(answered === 'bytes')
})
