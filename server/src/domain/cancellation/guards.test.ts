import { describe, expect, test } from 'vitest'
import {
  contractC1,
  contractC3,
  factsOf,
  on,
  reasonOf,
  termsC1,
} from '../../../test/support/oracle/refunds/cancel-examples.ts'
import { contractStates } from '../contract/states.ts'
import type { CancelTerms } from './facts.ts'
import { type CancelEligibility, type CancelLimits, cancelGuards } from './guards.ts'

const eligibility: CancelEligibility = {
  state: { status: 'Active', heldFrom: null },
  hasGapClaim: false,
  openCancelRequestId: null,
  transferDate: null,
  lastPaidLossDate: null,
  odometerReadings: [{ date: '2024-03-15', value: 12_000 }],
}
const limits: CancelLimits = {
  isQuote: false,
  today: '2025-09-10',
  quoteFutureDays: 30,
  cancelBackDays: 30,
  mayOverride: false,
}
const guards = (
  terms: Partial<CancelTerms>,
  changes: Partial<CancelEligibility> = {},
  now: Partial<CancelLimits> = {},
) =>
  cancelGuards(
    factsOf(contractC1),
    { ...termsC1, ...terms },
    { ...eligibility, ...changes },
    { ...limits, ...now },
  )

test('nothing is refused for C1', () => {
  expect(guards({})).toEqual([])
})

test('a contract can be cancelled while it is active, on hold or not', () => {
  const allowed = contractStates.filter((state) => guards({}, { state }).length === 0)
  expect(allowed).toEqual([
    { status: 'Active', heldFrom: null },
    { status: 'OnHold', heldFrom: 'Active' },
  ])
  expect(guards({}, { state: { status: 'Pending', heldFrom: null } })).toEqual([
    { code: 'NotCancellable', contractStatus: 'Pending' },
  ])
})

test('a GAP contract with a claim cannot be cancelled', () => {
  const refusals = cancelGuards(factsOf(contractC3), termsC1, { ...eligibility, hasGapClaim: true }, limits)
  expect(refusals).toEqual([{ code: 'NotCancellable', contractStatus: 'Active' }])
})

test('a second request is refused, a quote is not', () => {
  expect(guards({}, { openCancelRequestId: 88 })).toEqual([
    { code: 'OpenCancelRequest', cancelRequestId: 88 },
  ])
  expect(guards({}, { openCancelRequestId: 88 }, { isQuote: true })).toEqual([])
})

describe('the date', () => {
  const refused = (earliest: string, latest: string) => [{ code: 'CancelDateOutOfRange', earliest, latest }]

  test.each<[string, string, Partial<CancelEligibility>, Partial<CancelLimits>, unknown[]]>([
    ['tomorrow', '2025-09-11', {}, {}, refused('2024-03-15', '2025-09-10')],
    ['a quote ahead', '2025-10-10', {}, { isQuote: true }, []],
    ['a quote too far ahead', '2025-10-11', {}, { isQuote: true }, refused('2024-03-15', '2025-10-10')],
    [
      'on a paid loss',
      '2025-09-01',
      { lastPaidLossDate: '2025-09-01' },
      {},
      refused('2025-09-02', '2025-09-10'),
    ],
    ['after a paid loss', '2025-09-02', { lastPaidLossDate: '2025-09-01' }, {}, []],
    [
      'before a transfer',
      '2025-08-31',
      { transferDate: '2025-09-01' },
      {},
      refused('2025-09-01', '2025-09-10'),
    ],
    ['on the day it expires', '2029-03-15', {}, { today: '2029-04-01' }, []],
    ['after it', '2029-03-16', {}, { today: '2029-04-01' }, refused('2024-03-15', '2029-03-15')],
    ['before the sale', '2024-03-14', {}, { today: '2024-03-20' }, refused('2024-03-15', '2024-03-20')],
  ])('%s', (_, cancelDate, changes, now, expected) => {
    expect(
      guards({ ...on(cancelDate), noticeReceivedDate: now.today ?? limits.today }, changes, now),
    ).toEqual(expected)
  })

  test('far before the notice requires the permission to override, or a reason that is reported late', () => {
    const old = { cancelDate: '2025-08-10', noticeReceivedDate: '2025-09-10' }
    expect(guards(old)).toEqual([{ code: 'CancelDateTooOld', earliest: '2025-08-11' }])
    expect(guards({ ...old, cancelDate: '2025-08-11' })).toEqual([])
    expect(guards(old, {}, { mayOverride: true })).toEqual([])
    for (const code of ['TOTALLOSS', 'REPO', 'PAYOFF', 'TRADE', 'DECEASED', 'UNWIND'])
      expect(guards({ ...old, reason: reasonOf(code), requestedBy: 'Dealer' })).toEqual([])
  })

  test('of the notice cannot be in the future', () => {
    expect(guards({ noticeReceivedDate: '2025-09-11' })).toEqual([
      { code: 'NoticeDateOutOfRange', earliest: '2024-03-15', latest: '2025-09-10' },
    ])
  })
})

test('the odometer cannot be below the last known reading', () => {
  const odometerReadings = [
    { date: '2025-09-01', value: 41_251 },
    { date: '2025-09-11', value: 60_000 },
  ]
  expect(guards({}, { odometerReadings })).toEqual([{ code: 'OdometerBelowLastKnown', lastKnown: 41_251 }])
  expect(guards({ cancelOdometer: 41_251 }, { odometerReadings })).toEqual([])
  expect(guards({ cancelOdometer: null }, { odometerReadings })).toEqual([])
})

test('a reason is allowed only for its requesters', () => {
  expect(guards({ reason: reasonOf('REPO') })).toEqual([
    { code: 'RequesterNotAllowed', allowed: ['LienHolder', 'Dealer'] },
  ])
})

test('all refusals are returned at once', () => {
  const terms = { ...on('2025-09-12'), reason: reasonOf('REPO'), cancelOdometer: 1 }
  const changes = { state: { status: 'Expired', heldFrom: null }, openCancelRequestId: 7 } as const
  expect(guards(terms, changes).map(({ code }) => code)).toEqual([
    'NotCancellable',
    'OpenCancelRequest',
    'CancelDateOutOfRange',
    'NoticeDateOutOfRange',
    'OdometerBelowLastKnown',
    'RequesterNotAllowed',
  ])
})
