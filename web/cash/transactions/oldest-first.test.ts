import { expect, test } from 'vitest'
import { detailsOf, oldestFirst, usedBy } from './oldest-first.ts'

const rows = [
  { id: 1, direction: 'Receive', openAmount: 1061.7 },
  { id: 2, direction: 'Pay', openAmount: 369.04 },
  { id: 3, direction: 'Receive', openAmount: 125 },
  { id: 4, direction: 'Receive', openAmount: 0.1 },
] as const

test('a receipt pays what is owed to us, the first rows in full and the next as far as it goes', () => {
  const proposed = oldestFirst(rows, 'Receipt', 1100.05)
  expect([...proposed]).toEqual([
    [1, 1061.7],
    [3, 38.35],
  ])
  expect(usedBy(rows, 'Receipt', proposed)).toBe(1100.05)
})

test('a payment pays what we owe, and no more than that', () => {
  expect([...oldestFirst(rows, 'Payment', 500)]).toEqual([[2, 369.04]])
})

test('rows in the other direction are netted', () => {
  const amounts = new Map([
    [1, 1061.7],
    [2, 369.04],
  ])
  expect(usedBy(rows, 'Receipt', amounts)).toBe(692.66)
  expect(usedBy(rows, 'Payment', amounts)).toBe(-692.66)
})

test('a row without an amount is not sent', () => {
  expect(
    detailsOf(
      new Map([
        [1, 5],
        [2, 0],
      ]),
    ),
  ).toEqual([{ ledgerId: 1, amount: 5 }])
})
