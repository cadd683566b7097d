import { expect, test } from 'vitest'
import { reasonIn } from './writes.ts'

test.each<[string, unknown, string | undefined]>([
  ['a reason', { amount: 5, reason: 'Typed wrong.' }, 'Typed wrong.'],
  ['the reason of a void', { status: 'Voided', voidReason: 'Sold twice.' }, 'Sold twice.'],
  ['a note', { note: 'As agreed by phone.' }, 'As agreed by phone.'],
  ['a reason wins over a note', { note: 'By phone.', reason: 'Typed wrong.' }, 'Typed wrong.'],
  ['the reason of a nested object', { odometerReading: { value: 9, reason: 'Misread.' } }, 'Misread.'],
  [
    'its own note wins over the reason of a nested object',
    { note: 'Both.', odometerReading: { reason: 'Misread.' } },
    'Both.',
  ],
  ['no note of a nested object', { customer: { note: 'Call after five.' } }, undefined],
  ['no reason in a list', { items: [{ reason: 'x' }] }, undefined],
  ['none', { amount: 5 }, undefined],
  ['an empty reason', { reason: '', note: null }, undefined],
  ['a reason that is not a text', { reason: { code: 'X' } }, undefined],
  ['no body', undefined, undefined],
  ['a list as the body', [{ reason: 'x' }], undefined],
])('%s', (_, body, reason) => expect(reasonIn(body)).toBe(reason))
