import { describe, expect, test } from 'vitest'
import { bookFromText, bookToText } from './pieces.ts'

const read = (text: string) => {
  const reading = bookFromText(Buffer.from(text))
  for (let steps = 0; ; steps += 1) {
    const step = reading.next()
    if (step.done) return { book: step.value, steps }
  }
}

const rows = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ plan: `A "plan"\nof ${at}`, price: at, state: null }))

describe('the text of a book', () => {
  test.each([
    ['without long lists', { name: 'Zürich', products: [{ code: 'A', rates: rows(500) }] }, 0],
    ['with one', { name: 'B', products: [{ code: 'A', rates: rows(501) }], taxRules: [] }, 2],
    [
      'with several, one after the other and at the top',
      {
        products: [
          { programs: [{ rates: rows(1_300), classes: rows(3) }, { rates: [] }] },
          { programs: [{ rates: rows(1_000), factorTables: [{ entries: rows(777) }] }] },
        ],
        vehicles: rows(600),
      },
      3 + 2 + 2 + 2,
    ],
  ])('%s is read as it was', (_, book, pieces) => {
    const text = bookToText(book)
    expect(text.split('\n')).toHaveLength(pieces + 1)
    expect(read(text)).toEqual({ book, steps: pieces })
  })

  test('that was stored before there were pieces is read', () => {
    const book = { name: 'A', products: [{ rates: rows(2_000) }] }
    expect(read(JSON.stringify(book))).toEqual({ book, steps: 0 })
  })
})
