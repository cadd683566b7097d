import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseForm, parseQuery } from './query-string.ts'

describe('a query string', () => {
  test.each([
    ['', {}],
    ['&&', {}],
    ['a=1', { a: '1' }],
    ['a', { a: '' }],
    ['a=', { a: '' }],
    ['=1', { '': '1' }],
    ['a=b=c', { a: 'b=c' }],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['a=1&a=2&a=3', { a: ['1', '2', '3'] }],
    ['a=x+y%20z%2B', { a: 'x y z+' }],
    ['%61=%C3%A9', { a: 'é' }],
    ['a=%F0%9F%98%80', { a: '😀' }],
    ['__proto__=1&constructor=2', { ['__proto__']: '1', constructor: '2' }],
  ])('%s', (search, expected) => {
    const { values, faults } = parseQuery(search)
    expect(Object.entries(values)).toEqual(Object.entries(expected))
    expect(faults).toEqual([])
  })

  test.each([
    ['a=%ff', ['?a']],
    ['a=%C3', ['?a']],
    ['a=%', ['?a']],
    ['a=%zz', ['?a']],
    ['%ff=1', ['?%ff']],
    ['a=%00', ['?a']],
    ['a%00=1', ['?a\u0000']],
    ['a=%ED%A0%80', ['?a']],
    ['a=%ff&b=1&c=%00', ['?a', '?c']],
  ])('%s has faults at %j', (search, pointers) => {
    const { faults } = parseQuery(search)
    expect(faults.map((fault) => fault.pointer)).toEqual(pointers)
    for (const fault of faults) expect(fault.code).toBe('Format')
  })

  test('is read like a browser does', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 12 }).filter((value) => !value.includes('\u0000'))
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 8 }), (pairs) => {
        const search = new URLSearchParams(pairs)
        const { values } = parseQuery(search.toString())
        for (const name of search.keys()) expect([values[name]].flat()).toEqual(search.getAll(name))
        expect(new Set(Object.keys(values))).toEqual(new Set(search.keys()))
      }),
    )
  })

  test('a hundred thousand values of one parameter are as fast as a hundred thousand parameters', () => {
    const began = performance.now()
    expect(parseQuery('a=&'.repeat(200_000)).values.a).toHaveLength(200_000)
    // Quadratic, it takes minutes.
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe('a form', () => {
  test('is read like a query string, with pointers into the body', () => {
    expect(parseForm(Buffer.from('grant_type=x&client_id=%ff'))).toMatchObject({
      value: { grant_type: 'x' },
      faults: [{ pointer: '/client_id', code: 'Format' }],
    })
  })

  test('that is not UTF-8 is refused', () => {
    expect(() => parseForm(Buffer.from([0x61, 0x3d, 0xff]))).toThrow('The body is not valid UTF-8.')
  })
})
