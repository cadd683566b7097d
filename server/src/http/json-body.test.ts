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

describe('a valid body', () => {
  test('any JSON is read like JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6, stringUnit: 'grapheme' }), (text) => {
        // A name that no field has, and that is drawn now and then.
        fc.pre(!text.includes('"__proto__":'))
        expect(parse(text)).toEqual({ value: JSON.parse(text), faults: [] })
      }),
    )
  })

  test('an empty body has no value, and a byte order mark is skipped', () => {
    expect(parse('')).toEqual({ value: undefined, faults: [] })
    expect(parse('\ufeff{"a":1}').value).toEqual({ a: 1 })
  })
})

describe('a refused body', () => {
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
  ])('%s: 32 levels are accepted, 33 and a hundred thousand are refused', (kind, open, close) => {
    const levels = kind === 'both' ? 2 : 1
    const filled = (depth: number) => nested(depth, open, close).replace(/:(?=\})/, ':1')
    expect(parse(filled(JSON_DEPTH / levels)).faults).toEqual([])
    for (const depth of [JSON_DEPTH / levels + 1, 100_000])
      expect(refusal(Buffer.from(filled(depth))).message).toBe('The body is nested more than 32 levels deep.')
  })

  test('brackets inside a text are text, with any quotes and backslashes around them', () => {
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

  test('is counted correctly after a long text with any escapes', () => {
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

  test('many values on one level are not deep', () => {
    expect(parse(`[${'[],'.repeat(10_000)}[]]`).faults).toEqual([])
  })
})

describe('text that cannot be stored is reported with its pointer', () => {
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

  test('only the first of a hundred thousand faults are listed', () => {
    const { faults } = parse(`[${'"\\u0000",'.repeat(100_000)}0]`)
    expect(faults.length).toBe(101)
  })

  test('reading never changes the prototype of objects', () => {
    parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}')
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})

describe('the names of an object', () => {
  const object = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]))
  const parsed = (value: unknown) => parseJson(Buffer.from(JSON.stringify(value))).value

  test('are limited to a thousand in each object', () => {
    for (const fine of [object(1_000), [object(1_000), object(1_000)], { a: object(1_000), b: object(998) }])
      expect(parsed(fine)).toEqual(fine)
  })

  test('over the limit are refused anywhere, before anything is parsed', () => {
    for (const much of [object(1_001), [{ a: object(1_001) }], { ...object(1_000), last: {} }])
      expect(() => parsed(much)).toThrow(expect.objectContaining({ code: 'ValidationFailed' }))
  })

  test('do not include colons in its texts', () => {
    const value = { 'a:b': ':'.repeat(5_000) }
    expect(parsed(value)).toEqual(value)
  })
})

describe('a name that comes twice', () => {
  test.each([
    ['in the body', '{"a":1,"a":2}', ['/a']],
    ['spelled with an escape', '{"name":1,"n\\u0061me":2}', ['/name']],
    [
      'deeper, in a list',
      '{"rows":[{"id":1},{"id":1,"x":{"y":[],"y":[1,2]},"id":2}]}',
      ['/rows/1/x/y', '/rows/1/id'],
    ],
    ['three times', '{"a":1,"a":2,"a":3}', ['/a', '/a']],
    ['with a slash and a tilde', '{"a/b~c":1,"a/b~c":1}', ['/a~1b~0c']],
    ['the name of a prototype', '{"toString":1,"toString":2}', ['/toString']],
  ])('%s is refused with its place', (_, text, pointers) => {
    const { faults } = parse(text)
    expect(faults.map(({ pointer, code }) => [pointer, code])).toEqual(pointers.map((at) => [at, 'Format']))
  })

  test('is found wherever it is, and nothing else is', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, pick) => {
        const names = Object.keys(object).filter((name) => name !== '__proto__')
        fc.pre(names.length > 0)
        const name = names[pick % names.length] ?? ''
        const text = JSON.stringify(object)
        expect(parse(text).faults.filter(({ message }) => message.endsWith('twice.'))).toEqual([])
        const doubled = `${text.slice(0, -1)},${JSON.stringify(name)}:0}`
        expect(parse(doubled).faults.filter(({ message }) => message.endsWith('twice.'))).toHaveLength(1)
      }),
    )
  })
})

test.each(['"Ann\u202eecilA"', '"Ann\\u202eecilA"', '["\u2066"]', '{"a\u200f":1}'])(
  'text that turns the reading direction is a fault: %j',
  (text) => {
    const [fault] = parse(text).faults
    expect(fault).toMatchObject({ code: 'Format', message: expect.stringContaining('reading direction') })
  },
)
