import { describe, expect, test } from 'vitest'
import {
  nextRequestState,
  type RequestState,
  type RequestTrigger,
  requestStates,
  requestStatusOn,
  requestTriggers,
} from './request-states.ts'

const today = '2025-09-10'
const requestIn = (status: RequestState, validUntil: string | null = null) => ({ status, validUntil })

const leads: Readonly<Record<string, string>> = {
  'Quote Submit': 'Submitted',
  'Requested Update': 'Submitted',
  'NeedsInfo Update': 'Submitted',
  'Approved Update': 'Submitted',
  'Requested Approve': 'Approved',
  'Requested Execute': 'Executed',
  'Approved Execute': 'Executed',
  'Requested Deny': 'Denied',
  'NeedsInfo Deny': 'Denied',
  'Approved Deny': 'Denied',
  'Requested Withdraw': 'Withdrawn',
  'NeedsInfo Withdraw': 'Withdrawn',
  'Approved Withdraw': 'Withdrawn',
}

const special: Readonly<Record<string, string>> = {
  'NeedsInfo Approve': 'NeedsInfo',
  'NeedsInfo Execute': 'NeedsInfo',
  'Executed Execute': 'AlreadyExecuted',
}

const every: readonly (readonly [RequestState, RequestTrigger])[] = requestStates.flatMap((status) =>
  requestTriggers.map((trigger) => [status, trigger] as const),
)

describe('the states of a cancel request', () => {
  test.each(every)('%s %s', (status, trigger) => {
    const result = nextRequestState(requestIn(status), trigger, today)
    const name = `${status} ${trigger}`
    if (leads[name]) expect(result).toEqual({ to: leads[name] })
    else if (special[name]) expect(result).toEqual({ refused: special[name] })
    else expect(result).toMatchObject({ refused: 'InvalidTransition', from: status })
  })

  test.each([
    ['2025-09-10', 'Quote', { to: 'Submitted' }],
    ['2025-09-09', 'Expired', { refused: 'QuoteExpired' }],
  ])('a quote valid until %s has the status %s', (validUntil, status, submitted) => {
    const quote = requestIn('Quote', validUntil)
    expect(requestStatusOn(quote, today)).toBe(status)
    expect(nextRequestState(quote, 'Submit', today)).toEqual(submitted)
  })

  test('a refusal of an expired quote says Expired', () => {
    expect(nextRequestState(requestIn('Quote', '2025-09-09'), 'Approve', today)).toEqual({
      refused: 'InvalidTransition',
      from: 'Expired',
      to: 'Approved',
    })
  })

  test('a submitted request does not expire', () => {
    expect(requestStatusOn(requestIn('Requested', '2025-01-01'), today)).toBe('Requested')
  })
})
