import { expect, test } from 'vitest'
import { leaves } from './leaves.ts'

test('of a list only the values that differ are shown, and who and when last', () => {
  const check = { id: 90, type: 'Check', payeeName: 'Pecan Bayou Honda' }
  expect(
    leaves([
      { pointer: '/rowVersion', before: 1, after: 2 },
      { pointer: '/paymentMethods', before: [check], after: [{ ...check, payeeName: null }, { id: 93 }] },
    ]),
  ).toEqual([
    { pointer: '/paymentMethods/0/payeeName', before: 'Pecan Bayou Honda', after: null },
    { pointer: '/paymentMethods/1/id', before: null, after: 93 },
    { pointer: '/rowVersion', before: 1, after: 2 },
  ])
})

test('an empty list that came is named', () => {
  expect(leaves([{ pointer: '/contacts', before: null, after: [] }])).toEqual([
    { pointer: '/contacts', before: null, after: [] },
  ])
})
