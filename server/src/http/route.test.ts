import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { deprecationHeaders, fill, parameterNames, route } from './route.ts'

describe('templates', () => {
  test.each([
    ['users/{id}', [{ id: 7 }], 'users/7'],
    ['users/{id}', [{}, { id: 7 }], 'users/7'],
    ['users/{id}', [undefined, null, { id: null }, { id: 7 }], 'users/7'],
    ['users/{id}', [{ id: 1 }, { id: 2 }], 'users/1'],
    ['groups/code/{code}', [{ code: 'a/b c?' }], 'groups/code/a%2Fb%20c%3F'],
    ['a/{x}/b/{y}', [{ x: 1, y: 2 }], 'a/1/b/2'],
  ])('%s from %j is %s', (template, sources, filled) => {
    expect(fill(template, ...sources)).toBe(filled)
  })

  test('the parameters of a path are in order', () => {
    expect(parameterNames('/a/{first}/b/{second}')).toEqual(['first', 'second'])
  })
})

test('a deprecated operation has its date of deprecation and of removal', () => {
  const read = (deprecated?: { since: string; sunset?: string }) =>
    route.read({
      path: '/old',
      tag: 'Old',
      summary: 'Old',
      permission: 'signed-in',
      answer: z.object({}),
      handler: async () => ({}),
      ...(deprecated ? { deprecated } : {}),
    })
  expect(deprecationHeaders(read())).toBeUndefined()
  expect(deprecationHeaders(read({ since: '2024-03-15' }))).toEqual({ Deprecation: '@1710460800' })
  expect(deprecationHeaders(read({ since: '2024-03-15', sunset: '2025-01-01' }))).toEqual({
    Deprecation: '@1710460800',
    Sunset: 'Wed, 01 Jan 2025 00:00:00 GMT',
  })
})
