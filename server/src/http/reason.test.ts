import { expect, test } from 'vitest'
import { reasonIn } from './reason.ts'

test.each<[string, unknown, string | undefined]>([
  ['a reason', { amount: 5, reason: 'Typed wrong.' }, 'Typed wrong.'],
  ['why it is voided', { status: 'Voided', voidReason: 'Sold twice.' }, 'Sold twice.'],
  ['a note', { note: 'As agreed by phone.' }, 'As agreed by phone.'],
  ['the reason before a note', { note: 'By phone.', reason: 'Typed wrong.' }, 'Typed wrong.'],
  ['the reason of a part', { odometerReading: { value: 9, reason: 'Misread.' } }, 'Misread.'],
  ['its own before that of a part', { note: 'Both.', odometerReading: { reason: 'Misread.' } }, 'Both.'],
  ['not a note of a part', { customer: { note: 'Call after five.' } }, undefined],
  ['nothing in a list', { items: [{ reason: 'x' }] }, undefined],
  ['none', { amount: 5 }, undefined],
  ['an empty one', { reason: '', note: null }, undefined],
  ['one that is no text', { reason: { code: 'X' } }, undefined],
  ['no body', undefined, undefined],
  ['a list for a body', [{ reason: 'x' }], undefined],
])('%s', (_, body, reason) => expect(reasonIn(body)).toBe(reason))
