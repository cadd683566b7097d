import { expect, test } from 'vitest'
import type { CustomField } from '../../../sdk/src/types.gen.ts'
import { customDraft, pointersOfField, sentValues } from './custom-values.ts'

const field = (code: string, dataType: CustomField['dataType']) => ({ code, dataType }) as CustomField
const fields = [
  field('SALESPERSON', 'Text'),
  field('DOORS', 'Number'),
  field('DEPOSIT', 'Money'),
  field('FLEET', 'Bool'),
  field('PROMISED', 'Date'),
]

test('a draft has the text of every value that is set', () => {
  const values = [
    { code: 'SALESPERSON', value: 'R. Diaz' },
    { code: 'DEPOSIT', value: 250.5 },
    { code: 'FLEET', value: false },
    { code: 'DOORS', value: null },
  ]
  expect(customDraft(values)).toEqual({ SALESPERSON: 'R. Diaz', DEPOSIT: '250.5', FLEET: 'false', DOORS: '' })
})

test('values are sent in the type of their field, and empty ones are left out', () => {
  const draft = { SALESPERSON: '', DOORS: '4', DEPOSIT: '1,250.50', FLEET: 'false', PROMISED: '2024-03-15' }
  expect(sentValues(fields, draft)).toEqual([
    { code: 'DOORS', value: 4 },
    { code: 'DEPOSIT', value: 1250.5 },
    { code: 'FLEET', value: false },
    { code: 'PROMISED', value: '2024-03-15' },
  ])
})

test('a text of digits stays a text', () => {
  expect(sentValues(fields, { SALESPERSON: '007' })).toEqual([{ code: 'SALESPERSON', value: '007' }])
})

test('a field is named by its place among what was sent, or by its code if it was not sent', () => {
  const sent = sentValues(fields, { DOORS: '4', FLEET: 'true' })
  expect(pointersOfField('FLEET', sent)[0]).toBe('/customFieldValues/1/value')
  expect(pointersOfField('SALESPERSON', sent)).toEqual(['/customFieldValues/SALESPERSON'])
})
