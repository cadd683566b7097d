import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { csvColumns, csvLine, csvRow } from './csv.ts'

const Place = z.object({ city: z.string(), zip: z.string().nullable() })
const Row = z.object({
  id: z.int(),
  name: z.string(),
  place: Place.nullable(),
  home: Place.optional(),
  tags: z.array(z.string()),
  balance: z.number(),
})

describe('columns', () => {
  test('have the order of the model, dotted names for nested fields, and one column for a list', () => {
    expect(csvColumns(Row)).toEqual([
      'id',
      'name',
      'place.city',
      'place.zip',
      'home.city',
      'home.zip',
      'tags',
      'balance',
    ])
  })
})

describe('cells', () => {
  test.each([
    ['plain', 'plain'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['=a,"b"', `"'=a,""b"""`],
    [' =1', ' =1'],
    [-5, '-5'],
    [1362.93, '1362.93'],
    [true, 'true'],
    [['a', 'b'], '"[""a"",""b""]"'],
    [[], '[]'],
  ])('%j is written as %j', (value, cell) => {
    expect(csvLine([value])).toBe(`${cell}\r\n`)
  })

  test('a missing nested object gives empty cells', () => {
    const row = { id: 7, name: 'Ann', place: null, tags: ['x'], balance: -2.5 }
    expect(csvRow(csvColumns(Row), row)).toBe('7,Ann,,,,,"[""x""]",-2.5\r\n')
  })

  test('any text can be read back by RFC 4180, unchanged or with a formula made harmless', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 6 }), (texts) => {
        const cells = readLine(csvLine(texts))
        expect(cells).toEqual(texts.map((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)))
      }),
    )
  })
})

/** RFC 4180, read by hand. */
function readLine(line: string): string[] {
  const cells: string[] = []
  let at = 0
  while (at <= line.length) {
    if (line[at] === '"') {
      let cell = ''
      for (at += 1; !(line[at] === '"' && line[at + 1] !== '"'); at += 1) {
        if (line[at] === '"') at += 1
        cell += line[at]
      }
      cells.push(cell)
      at += 1
    } else {
      const end = [',', '\r\n'].map((sign) => line.indexOf(sign, at)).filter((found) => found >= 0)
      cells.push(line.slice(at, Math.min(...end)))
      at = Math.min(...end)
    }
    if (line.startsWith('\r\n', at)) return cells
    at += 1
  }
  return cells
}
