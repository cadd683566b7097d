import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readCsv } from './csv.ts'

const records = (text: string) => readCsv(text).records.map(({ line, cells }) => [line, ...cells])

describe('records and their lines', () => {
  const cases: [string, string, (string | number)[][]][] = [
    ['nothing', '', []],
    ['a header alone, without an end of line', 'a,b', [[1, 'a', 'b']]],
    [
      'line feeds',
      'a,b\n1,2\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'carriage returns and line feeds',
      'a,b\r\n1,2\r\n',
      [
        [1, 'a', 'b'],
        [2, '1', '2'],
      ],
    ],
    [
      'a byte order mark',
      '\uFEFFa\n1',
      [
        [1, 'a'],
        [2, '1'],
      ],
    ],
    [
      'empty lines, which count as lines',
      'a\n\n\n1\n\n',
      [
        [1, 'a'],
        [4, '1'],
      ],
    ],
    [
      'empty cells',
      ',\n"",""\n',
      [
        [1, '', ''],
        [2, '', ''],
      ],
    ],
    ['commas and quotes in quotes', '"a,b","say ""hi"""', [[1, 'a,b', 'say "hi"']]],
    [
      'lines within quotes',
      '"a\r\nb",1\nc,2',
      [
        [1, 'a\r\nb', '1'],
        [3, 'c', '2'],
      ],
    ],
    ['spaces, which are part of a cell', ' a ,b', [[1, ' a ', 'b']]],
    ['a comma at the end', 'a,\n', [[1, 'a', '']]],
  ]
  test.each(cases)('%s', (_, text, expected) => {
    expect(records(text)).toEqual(expected)
    expect(readCsv(text).faults).toEqual([])
  })
})

describe('faults in the text', () => {
  const cases: [string, string, number, string, (string | number)[][]][] = [
    [
      'a quote inside a cell',
      'a\nb"c\nd',
      2,
      'There is a quote inside a cell',
      [
        [1, 'a'],
        [3, 'd'],
      ],
    ],
    [
      'text behind a quoted cell',
      'a\n"b"c\nd',
      2,
      'There is a quote inside a cell',
      [
        [1, 'a'],
        [3, 'd'],
      ],
    ],
    ['a quote that is never closed', 'a\n1,"b\nc', 2, 'has no closing quote', [[1, 'a']]],
    ['a carriage return only', 'a\rb\nc', 1, 'a carriage return only', [[2, 'c']]],
  ]
  test.each(cases)('%s', (_, text, line, reason, read) => {
    expect(readCsv(text).faults).toEqual([{ line, reason: expect.stringContaining(reason) }])
    expect(records(text)).toEqual(read)
  })
})

test('records that are written by the rules are read unchanged, each with its line', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', '0') })
  const row = fc.array(cell, { minLength: 2, maxLength: 4 })
  fc.assert(
    fc.property(fc.array(row), fc.constantFrom('\n', '\r\n'), (rows, end) => {
      const lines = rows.map((cells) => cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(','))
      const starts = lines.map((_, at) => lines.slice(0, at).join(end).split('\n').length + (at > 0 ? 1 : 0))
      expect(readCsv(lines.join(end))).toEqual({
        records: rows.map((cells, at) => ({ line: at === 0 ? 1 : starts[at], cells })),
        faults: [],
      })
    }),
  )
})
