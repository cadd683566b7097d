import { describe, expect, test } from 'vitest'
import type { Cents } from '../money.ts'
import {
  bankAccountFor,
  type CashToSend,
  fileModifier,
  firstTraceOfFile,
  isEntryDate,
  maskedCorrection,
  methodThatPaid,
  nextWeekday,
  paidNumbers,
  sendRefusal,
} from './ach.ts'

test.each([
  ['2024-04-11', '2024-04-12'],
  ['2024-04-12', '2024-04-15'],
  ['2024-04-13', '2024-04-15'],
  ['2024-12-31', '2025-01-01'],
])('a file made on %s settles on %s', (today, next) => {
  expect(nextWeekday(today)).toBe(next)
})

test('banks settle on weekdays from today on', () => {
  const dates = ['2024-04-11', '2024-04-12', '2024-04-13', '2024-04-14', '2024-04-15']
  expect(dates.map((date) => isEntryDate(date, '2024-04-12'))).toEqual([false, true, false, false, true])
})

const payment: CashToSend = {
  ...{ id: 1, type: 'Payment', method: 'ACH', status: 'Posted', amount: 100 as Cents },
  ...{ accountHolderId: 7, paymentMethodId: null, achFileId: null },
}

describe('cash', () => {
  const cases: readonly (readonly [string, Partial<CashToSend>, string | undefined])[] = [
    ['that waits is sent', {}, undefined],
    ['of the largest amount is sent', { amount: 9_999_999_999 as Cents }, undefined],
    ['of a larger amount is not', { amount: 10_000_000_000 as Cents }, 'NotAch'],
    ['of no amount is not', { amount: 0 as Cents }, 'NotAch'],
    ['by check is not', { method: 'Check' }, 'NotAch'],
    ['that is voided is not', { status: 'Voided' }, 'NotAch'],
    ['that is returned is not', { status: 'Returned' }, 'NotAch'],
    ['that is sent is not', { achFileId: 3 }, 'AlreadyInAchFile'],
    ['that was sent and voided is not', { achFileId: 3, status: 'Voided' }, 'AlreadyInAchFile'],
  ]
  test.each(cases)('%s', (_, changes, refusal) => {
    expect(sendRefusal({ ...payment, ...changes })).toBe(refusal)
  })
})

describe('the bank account', () => {
  const account = (id: number, isDefault = false, directions = ['Pay', 'Receive'], accountHolderId = 7) => ({
    ...{ id, isDefault, directions, accountHolderId },
  })
  const choices = [account(1), account(2, true), account(3, false, ['Receive']), account(4, true, ['Pay'], 8)]
  test.each([
    ['is the chosen one', { paymentMethodId: 1 }, 1],
    ['is the default, when none was chosen', {}, 2],
    ['is the default, when the chosen one is gone', { paymentMethodId: 9 }, 2],
    ['is the default, when the chosen one is for the other direction', { paymentMethodId: 3 }, 2],
    ['is the chosen one for a receipt', { paymentMethodId: 3, type: 'Receipt' }, 3],
    ["is never another holder's", { accountHolderId: 9 }, undefined],
  ] as const)('%s', (_, changes, id) => {
    expect(bankAccountFor({ ...payment, ...changes }, choices)?.id).toBe(id)
  })
  test('is the first one without a default', () => {
    expect(bankAccountFor(payment, [account(5), account(6)])?.id).toBe(5)
  })
})

describe('a payment that names no method went by', () => {
  const [one, two] = [
    { id: 1, isDefault: false },
    { id: 2, isDefault: false },
  ]
  test.each([
    ['the only one', [one], 1],
    ['the default', [one, { ...two, isDefault: true }], 2],
    ['nobody knows which of several', [one, two], undefined],
    ['none, when there is none', [], undefined],
  ])('%s', (_, choices, id) => {
    expect(methodThatPaid(choices)?.id).toBe(id)
  })
})

test('the numbers of what is paid are listed once each, as many as fit whole', () => {
  expect(paidNumbers(['VSC-000120', 'VSC-000120', 'CXL-000045'])).toBe('VSC-000120 CXL-000045')
  const many = paidNumbers(Array.from({ length: 20 }, (_, at) => `VSC-${100_000 + at}`))
  expect(many).toHaveLength(76)
  expect(many.endsWith('VSC-100006')).toBe(true)
  expect(paidNumbers([])).toBe('')
})

test('files of one day have letters, then digits', () => {
  expect([0, 25, 26, 35, 36].map(fileModifier)).toEqual(['A', 'Z', '0', '9', 'A'])
})

test.each([
  ['5550002', '***0002'],
  ['091000019', '*****0019'],
  ['091000019   5550002      ', '*********   ***0002'],
  ['37', '37'],
  ['', ''],
])('the correction %s is shown as %s', (data, shown) => {
  expect(maskedCorrection(data)).toBe(shown)
})

test.each([
  [1, 3, 1],
  [9_999_997, 3, 9_999_997],
  [9_999_998, 3, 1],
  [10_000_000, 1, 1],
])('after trace %i, a file of %i entries begins with %i', (next, entries, first) => {
  expect(firstTraceOfFile(next, entries)).toBe(first)
})
