import { expect, test } from 'vitest'
import { ApiError } from '../api/client.ts'
import { faultOf } from './faults.tsx'

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
