import { expect, test } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { faultOf, faultText } from './faults.tsx'

const refused = (errors: readonly { pointer: string; code: string; message: string }[]) =>
  new ApiError(
    { status: 422, headers: new Headers(), problem: { errors }, retryAfter: undefined },
    { operation: 'POST /contracts' },
  )

test('a fault belongs to the field whose name its pointer is', () => {
  const error = refused([
    { pointer: '/customer/firstName', code: 'Required', message: 'First name is required.' },
    { pointer: '?odometer', code: 'Range', message: 'The odometer is too high.' },
  ])
  expect(faultOf(error, '/customer/firstName')).toBe('First name is required.')
  expect(faultOf(error, 'odometer')).toBe('The odometer is too high.')
  expect(faultOf(error, '/customer')).toBeUndefined()
  expect(faultOf(undefined, '/customer/firstName')).toBeUndefined()
})

test.each([
  [
    '/customer/firstName',
    'Required',
    'A value is required.',
    'First name',
    'First name: A value is required.',
  ],
  [
    '/customer/firstName',
    'Required',
    'A value is required.',
    undefined,
    'customer.firstName: A value is required.',
  ],
  ['?odometer', 'Range', 'The odometer is too high.', 'Odometer', 'The odometer is too high.'],
  ['/cancelDate', 'Range', 'The cancel date is too early.', undefined, 'The cancel date is too early.'],
  ['', 'Required', 'A value is required.', undefined, 'A value is required.'],
])('the fault at %j (%s) of the field %4$j says %5$j', (pointer, code, message, label, text) => {
  expect(faultText({ pointer, code, message }, label)).toBe(text)
})
