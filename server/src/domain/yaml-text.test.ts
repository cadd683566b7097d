import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { yamlText } from './yaml-text.ts'

test('a document reads as a person would write it', () => {
  const value = { openapi: '3.1.0', tags: [{ name: 'Contracts' }, { name: 'Claims' }], empty: [], none: {} }
  expect(yamlText(value)).toBe(
    `openapi: "3.1.0"
tags:
  - name: Contracts
  - name: Claims
empty: []
none: {}
`,
  )
})

test.each([
  'text',
  '',
  ' ',
  '12',
  '1e3',
  '0x1f',
  'true',
  'No',
  'null',
  '~',
  '- a',
  'a: b',
  'a #b',
  '{a}',
  '[a]',
  '*a',
  '&a',
  '!a',
  '|',
  '>',
  '%a',
  '@a',
  '`a`',
  '"a"',
  "'a'",
  'a\nb',
  'a\tb',
  'é',
  '\u2028',
  '\u0000',
  '/contracts/{contractId}',
  '#/a',
  '<<',
  '2024-03-15',
  '=',
  '.inf',
  '.',
  '...',
  '---',
])('the text %j means itself, as a value and as a name', (text) => {
  expect(parse(yamlText({ value: text, list: [text, [text]] }))).toEqual({
    value: text,
    list: [text, [text]],
  })
  expect(parse(yamlText({ [text]: text }))).toEqual({ [text]: text })
})

test('any JSON is read back the same', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const json: unknown = JSON.parse(JSON.stringify(value))
      expect(parse(yamlText(json), { maxAliasCount: 0 })).toEqual(json)
    }),
    { numRuns: 200 },
  )
})
