import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { JSON_DEPTH, parseJson } from './json-body.ts'
import { Problem } from './problems.ts'

const parse = (text: string) => parseJson(Buffer.from(text))

function refusal(bytes: Buffer): Problem {
  try {
    parseJson(bytes)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was not refused.')
}

describe('what is read', () => {
  test('any JSON without an odd text is read as JSON reads it', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'grapheme' }), (text) => {
        // A name that no field has, and that is drawn now and then.
        fc.pre(!text.includes('"__proto__":'))
        expect(parse(text)).toEqual({ value: JSON.parse(text), faults: [] })
      }),
    )
  })

  test('nothing at all is no value, and a byte order mark is no part of it', () => {
    expect(parse('')).toEqual({ value: undefined, faults: [] })
    expect(parse('\ufeff{"a":1}').value).toEqual({ a: 1 })
  })
})

describe('what is refused', () => {
  test.each([
    ['not JSON', '{"a":}'],
    ['two values', '{} {}'],
    ['a comment', '{} // x'],
    ['an unfinished text', '{"a":"'],
    ['a bare word', 'NaN'],
    ['a control character in a text', '"\u0000"'],
    ['spaces only', '   '],
  ])('%s', (_, text) => {
    const problem = refusal(Buffer.from(text))
    expect(problem.code).toBe('MalformedJson')
    expect(problem.message).toBe('The body is not valid JSON.')
  })

  test.each([
    ['a lone continuation byte', [0x22, 0x80, 0x22]],
    ['an unfinished sequence', [0x22, 0xc3, 0x22]],
    ['a surrogate in UTF-8', [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
  ])('%s', (_, bytes) => {
    expect(refusal(Buffer.from(bytes)).message).toBe('The body is not valid UTF-8.')
  })
})

describe('depth', () => {
  const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

  test.each([
    ['lists', '[', ']'],
    ['objects', '{"a":', '}'],
    ['both', '[{"a":', '}]'],
  ])('%s: 32 levels are read, 33 are not, a hundred thousand neither', (kind, open, close) => {
    const levels = kind === 'both' ? 2 : 1
    const filled = (depth: number) => nested(depth, open, close).replace(/:(?=\})/, ':1')
    expect(parse(filled(JSON_DEPTH / levels)).faults).toEqual([])
    for (const depth of [JSON_DEPTH / levels + 1, 100_000])
      expect(refusal(Buffer.from(filled(depth))).message).toBe('The body is nested more than 32 levels deep.')
  })

  test('brackets inside a text are text, whatever quotes and backslashes stand around them', () => {
    for (const text of [
      '['.repeat(100_000),
      `\\"${'{'.repeat(100)}\\"`,
      `\\\\${'['.repeat(50)}`,
      '"[['.repeat(40),
    ])
      expect(parse(JSON.stringify({ text })).value).toEqual({ text })
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', ']', '}'), maxLength: 200 }),
        (text) => {
          expect(parse(JSON.stringify([text])).value).toEqual([text])
        },
      ),
    )
  })

  test('is counted behind a long text as before it, whatever the text escapes', () => {
    const long = 'x'.repeat(300_000)
    for (const text of [
      long,
      `\\"${long}`,
      `${long}\\"`,
      `${long}\\\\`,
      `${long}\\\\\\"[[`,
      `${'\\"'.repeat(200_000)}`,
    ]) {
      const body = (depth: number) => `{"a":"${text}","b":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
      expect(parse(body(JSON_DEPTH)).value).toEqual(JSON.parse(body(JSON_DEPTH)))
      expect(refusal(Buffer.from(body(JSON_DEPTH + 1))).message).toMatch(/more than 32 levels/)
    }
    expect(refusal(Buffer.from(`{"a":"${long}`)).message).toBe('The body is not valid JSON.')
  })

  test('broad is not deep', () => {
    expect(parse(`[${'[],'.repeat(10_000)}[]]`).faults).toEqual([])
  })
})

describe('text that cannot be stored is named where it stands', () => {
  test.each([
    ['"\\u0000"', [['', 'Format']]],
    ['{"a":"x\\u0000y"}', [['/a', 'Format']]],
    ['{"a":"\\ud800"}', [['/a', 'Format']]],
    ['{"a":"\\udc00\\ud800"}', [['/a', 'Format']]],
    ['{"a":"\\ud83d\\ude00"}', []],
    ['{"a\\u0000":1}', [['/a\u0000', 'Format']]],
    [
      '[1,{"b":["\\u0000","x","\\ud800"]}]',
      [
        ['/1/b/0', 'Format'],
        ['/1/b/2', 'Format'],
      ],
    ],
    ['{"a/b":{"c~d":"\\u0000"}}', [['/a~1b/c~0d', 'Format']]],
    ['{"__proto__":{"admin":true}}', [['/__proto__', 'Unknown']]],
    ['{"a":{"\\u005f_proto__":1}}', [['/a/__proto__', 'Unknown']]],
    ['{"a":"\\\\u0000"}', []],
  ])('%s', (text, expected) => {
    const { faults } = parse(text)
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual(expected)
  })

  test('a hundred thousand of them are not all told', () => {
    const { faults } = parse(`[${'"\\u0000",'.repeat(100_000)}0]`)
    expect(faults.length).toBe(101)
  })

  test('nothing that is read changes what every object has', () => {
    parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('the names of an object', () => {
  const object = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]))
  const parsed = (value: unknown) => parseJson(Buffer.from(JSON.stringify(value))).value

  test('are at most a thousand, in each object by itself', () => {
    for (const fine of [object(1_000), [object(1_000), object(1_000)], { a: object(1_000), b: object(998) }])
      expect(parsed(fine)).toEqual(fine)
  })

  test('beyond are refused wherever they stand, before anything is built', () => {
    for (const much of [object(1_001), [{ a: object(1_001) }], { ...object(1_000), last: {} }])
      expect(() => parsed(much)).toThrow(expect.objectContaining({ code: 'ValidationFailed' }))
  })

  test('are not the colons in its texts', () => {
    const value = { 'a:b': ':'.repeat(5_000) }
    expect(parsed(value)).toEqual(value)
  })
})
