import { describe, expect, test } from 'vitest'
import { terms } from '../../../test/support/oracle/claims/claim-examples.ts'
import type { ClaimTerms } from './claim.ts'
import { type Coverage, type CoverageCode, coverageCodes, coverageOn, type Loss } from './in-force.ts'

// The contract runs from 2024-03-15 at 12,000 miles to 2029-03-15 at 87,000 miles.
const loss = { lossDate: '2025-03-10', lossOdometer: 24_100, today: '2029-06-01' }
const on = (contract: Partial<ClaimTerms>, more: Partial<Loss> = {}): Coverage =>
  coverageOn(terms(contract), { ...loss, ...more })
const codes = ({ reasons }: Coverage) => reasons.map(({ code }) => code)

const waiting = { waitingDays: 30, waitingMiles: 1_000 }
const suspended = { suspensions: [{ from: '2025-02-01', to: '2025-02-28' }] }

describe('a loss', () => {
  test.each<[string, Partial<ClaimTerms>, Partial<Loss>, CoverageCode[]]>([
    ['in the term', {}, {}, []],
    ['on the first day, at the first mile', {}, { lossDate: '2024-03-15', lossOdometer: 12_000 }, []],
    ['on the last day, at the last mile', {}, { lossDate: '2029-03-15', lossOdometer: 87_000 }, []],
    ['the day before', {}, { lossDate: '2024-03-14' }, ['LossBeforeEffective']],
    ['the day after', {}, { lossDate: '2029-03-16' }, ['LossAfterExpiration']],
    ['a mile before', {}, { lossOdometer: 11_999 }, ['OdometerBelowStart']],
    ['a mile after', {}, { lossOdometer: 87_001 }, ['OdometerOverLimit']],
    ['without an odometer', {}, { lossOdometer: null }, []],
    ['without limits of miles', { effectiveOdometer: null, expirationOdometer: null }, {}, []],
    ['tomorrow', {}, { lossDate: '2025-03-10', today: '2025-03-09' }, ['LossInFuture']],
    ['today', {}, { today: '2025-03-10' }, []],

    ['on a quote', { status: 'Quote' }, {}, ['ContractNotActive']],
    ['on a pending contract', { status: 'Pending' }, {}, ['ContractNotActive']],
    ['on a voided contract', { status: 'Voided' }, {}, ['ContractNotActive']],
    ['on hold from active', { status: 'OnHold', heldFrom: 'Active' }, {}, []],
    ['on hold from pending', { status: 'OnHold', heldFrom: 'Pending' }, {}, ['ContractNotActive']],
    ['on an expired contract, before its end', { status: 'Expired' }, {}, []],
    ['after a total loss', { status: 'Expired', isClaimed: true }, {}, ['ContractNotActive']],
    [
      'on a contract that was cancelled flat',
      { status: 'Cancelled', isCancelledFlat: true, cancelDate: '2025-01-01' },
      {},
      ['ContractNotActive'],
    ],
    ['before the cancel date', { status: 'Cancelled', cancelDate: '2025-03-11' }, {}, []],
    ['on the cancel date', { status: 'Cancelled', cancelDate: '2025-03-10' }, {}, ['LossAfterCancel']],
    ['with a cancel that was taken back', { status: 'Active', cancelDate: '2025-01-01' }, {}, []],

    ['on the last day of the waiting period', waiting, { lossDate: '2024-04-13' }, ['WaitingPeriod']],
    ['on the first day after it', waiting, { lossDate: '2024-04-14' }, []],
    ['on the last mile of the waiting period', waiting, { lossOdometer: 12_999 }, ['WaitingPeriod']],
    ['on the first mile after it', waiting, { lossOdometer: 13_000 }, []],
    [
      'before the start of a contract with a waiting period',
      waiting,
      { lossDate: '2024-03-01' },
      ['LossBeforeEffective', 'WaitingPeriod'],
    ],

    ['while claims are blocked', { blockingHolds: ['Fraud review'] }, {}, ['HoldBlocksClaims']],
    ['before a suspension', suspended, { lossDate: '2025-01-31' }, []],
    ['on its first day', suspended, { lossDate: '2025-02-01' }, ['Suspended']],
    ['on its last day', suspended, { lossDate: '2025-02-28' }, ['Suspended']],
    ['after it', suspended, { lossDate: '2025-03-01' }, []],
    ['while still suspended', { suspensions: [{ from: '2025-03-10', to: null }] }, {}, ['Suspended']],
  ])('%s', (_, contract, more, expected) => {
    const coverage = on(contract, more)
    expect(codes(coverage)).toEqual(expected)
    expect(coverage.inForce).toBe(expected.length === 0)
  })
})

test('all reasons are told at once, in their order', () => {
  const everything: Partial<ClaimTerms> = {
    ...{ status: 'Cancelled', cancelDate: '2023-01-01', isClaimed: true, ...waiting },
    ...{ effectiveDate: '2026-01-01', expirationDate: '2024-01-01' },
    ...{ effectiveOdometer: 30_000, expirationOdometer: 20_000, blockingHolds: ['Fraud', 'Dispute'] },
    suspensions: [{ from: '2025-01-01', to: null }],
  }
  const { reasons } = on(everything, { today: '2025-01-01' })
  expect(reasons.map(({ code }) => code)).toEqual([...coverageCodes])
  for (const { message } of reasons) expect(message).toMatch(/^[A-Z].+\.$/)
})
