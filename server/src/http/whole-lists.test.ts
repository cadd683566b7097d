import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageAsked, pageOfRows, sortedRows, tableOf, withPaging } from './whole-lists.ts'

const rows = [
  { id: 3, code: 'beta', keys: { month: '2024-02' }, amount: 10, isOpen: true },
  { id: 1, code: 'Alpha', keys: { month: null }, amount: 2, isOpen: false },
  { id: 2, code: 'alpha', keys: {}, amount: 10, isOpen: true },
  { id: 4, code: 'ärger', keys: { month: '2023-12' }, amount: 1, isOpen: false },
]
const fields = ['id', 'code', 'keys.month', 'amount', 'isOpen']
const ids = (sortBy: string | undefined, sortDirection: 'Asc' | 'Desc' = 'Asc') =>
  (sortedRows(rows, fields, { ...(sortBy ? { sortBy } : {}), sortDirection }) as typeof rows).map(
    ({ id }) => id,
  )

test.each([
  ['id', [1, 2, 3, 4], [4, 3, 2, 1]],
  ['code', [1, 2, 3, 4], [4, 3, 1, 2]],
  ['month', [4, 3, 1, 2], [1, 2, 3, 4]],
  ['amount', [4, 1, 2, 3], [2, 3, 1, 4]],
  ['isOpen', [1, 4, 2, 3], [2, 3, 1, 4]],
  [undefined, [3, 1, 2, 4], [4, 2, 1, 3]],
])('rows sort by %s', (by, ascending, descending) => {
  expect([ids(by), ids(by, 'Desc')]).toEqual([ascending, descending])
})

test('text sorts by code points, not by parts of them', () => {
  const texts = ['\u{1f600}', '\uffee', 'Z', 'a']
  expect(sortedRows(texts, ['value'], { sortBy: 'value', sortDirection: 'Asc' })).toEqual([
    ...['a', 'Z', '\uffee', '\u{1f600}'],
  ])
})

test('pages do not overlap, and one past the end is empty', () => {
  const page = (pageNumber: number) => pageOfRows([1, 2, 3, 4, 5], { pageNumber, pageSize: 2 })
  expect([page(1), page(2), page(3), page(4)]).toEqual([[1, 2], [3, 4], [5], []])
})

test('the parameters of paging join those of the operation', () => {
  const query = withPaging(z.strictObject({ from: z.string().optional() }), ['keys.month'])
  expect(query.parse({ from: 'x', sortBy: 'month', pageSize: '7' })).toMatchObject({
    ...{ from: 'x', sortBy: 'month', pageSize: 7, sortDirection: 'Asc' },
  })
  for (const wrong of [{ sortBy: 'id' }, { pageSize: '201' }, { pageNumber: '0' }, { to: 'y' }])
    expect(query.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  expect(withPaging(undefined, ['id', 'code']).parse({}).sortBy).toBe('id')
})

test.each([
  [{}, 1, 60],
  [{ pageNumber: 2 }, 2, 25],
  [{ pageSize: 10 }, 1, 10],
  [{ pageSize: 10, pageNumber: 3 }, 3, 10],
])('of sixty rows, %j asks for page %i of %i rows', (query, pageNumber, pageSize) => {
  expect(pageAsked(query, 60)).toMatchObject({ pageNumber, pageSize })
})

test('plain values are a table of one column', () => {
  expect(tableOf(z.array(z.enum(['a', 'b'])))(['a'])).toEqual({ columns: ['value'], rows: [{ value: 'a' }] })
  expect(tableOf(z.array(z.object({ id: z.int() })))([{ id: 1 }])).toEqual({
    columns: ['id'],
    rows: [{ id: 1 }],
  })
})
