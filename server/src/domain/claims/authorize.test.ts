import { describe, expect, test } from 'vitest'
import { deductible, detail, facts, labor, misc } from '../../../test/support/oracle/claims/claim-examples.ts'
import { centsOf } from '../money.ts'
import { adjudicate } from './adjudicate.ts'
import {
  type AuthorizeFacts,
  authorizedStatus,
  authorizedUntil,
  refuseApprove,
  refuseAuthorize,
} from './authorize.ts'
import type { ClaimDetail, DetailFigures } from './claim.ts'

const asking = (more: Partial<ClaimDetail> = {}) =>
  detail({ labor: [labor({ hours: 1, rate: 300 })], ...more })
const figuresOf = (one: ClaimDetail) =>
  adjudicate(facts([one], { terms: deductible('PerVisit', 50) })).details.get(one.id) as DetailFigures
const entry = (one: ClaimDetail) => ({ ...one, figures: figuresOf(one) })

const fine: AuthorizeFacts = {
  ...{ claimType: 'Repair', coverage: { inForce: true, reasons: [] }, details: [entry(asking())] },
  ...{ inspectionRequired: false, hasOpenInspection: false, hasFinishedInspection: false },
  ...{ isInspectionWaived: false, missingDocuments: [] },
}
const expired = {
  inForce: false,
  reasons: [{ code: 'LossAfterExpiration' as const, message: 'The loss is after the last day.' }],
}
const radio = entry(asking({ sequence: 2, components: [{ code: 'NAVIGATION', isPrimaryFailure: true }] }))
const small = entry(asking({ labor: [labor({ hours: 1, rate: 50 })] }))
const excluded = entry(asking({ sequence: 3, causeCode: 'WORN', isCauseExcluded: true }))

describe('authorizing', () => {
  test.each<[string, Partial<AuthorizeFacts>, string | undefined, string[]]>([
    ['a covered detail', {}, undefined, []],
    ['out of force, with the same reasons', { coverage: expired }, 'NotInForce', ['LossAfterExpiration']],
    ['what is not covered', { details: [fine.details[0] ?? radio, radio] }, 'NotCovered', ['NotCovered']],
    ['what the deductible takes', { details: [small] }, 'NothingPayable', ['NothingPayable']],
    ['an empty detail', { details: [entry(asking({ labor: [] }))] }, 'NothingPayable', ['NothingPayable']],
    ['an excluded cause', { details: [excluded] }, 'CauseExcluded', ['CauseExcluded']],
    ['a cause of a total loss', { claimType: 'GAP', details: [excluded] }, undefined, []],
    ['during an inspection', { hasOpenInspection: true }, 'InspectionOpen', ['InspectionOpen']],
    [
      'while a second inspection is under way',
      { hasOpenInspection: true, hasFinishedInspection: true, inspectionRequired: true },
      'InspectionOpen',
      ['InspectionOpen'],
    ],
    ['without an inspection', { inspectionRequired: true }, 'InspectionRequired', ['InspectionRequired']],
    ['after an inspection', { inspectionRequired: true, hasFinishedInspection: true }, undefined, []],
    ['with a waiver', { inspectionRequired: true, isInspectionWaived: true }, undefined, []],
    ['with documents missing', { missingDocuments: ['PAYOFF'] }, 'ChecklistOpen', ['ChecklistOpen']],
    [
      'with everything against it',
      {
        ...{ coverage: expired, details: [radio, small, excluded], inspectionRequired: true },
        ...{ hasOpenInspection: true, missingDocuments: ['PAYOFF', 'POLICE'] },
      },
      'NotInForce',
      [
        ...['LossAfterExpiration', 'NotCovered', 'NothingPayable', 'CauseExcluded'],
        ...['InspectionOpen', 'InspectionRequired', 'ChecklistOpen'],
      ],
    ],
  ])('%s', (_, more, refused, codes) => {
    const found = refuseAuthorize({ ...fine, ...more })
    expect(found?.refused).toBe(refused)
    expect(found?.reasons.map(({ code }) => code) ?? []).toEqual(codes)
    expect(found?.missing ?? []).toEqual(found ? (more.missingDocuments ?? []) : [])
  })

  test('a tow above a benefit that is used up is covered, but nothing is payable', () => {
    const tow = asking({ labor: [], misc: [misc({ type: 'Tow', price: 50 })] })
    expect(refuseAuthorize({ ...fine, details: [entry(tow)] })?.refused).toBe('NothingPayable')
  })
})

describe('authority', () => {
  test.each<[number, boolean, string]>([
    [5_000, false, 'Authorized'],
    [5_000.01, false, 'PendingApproval'],
    [5_000.01, true, 'Authorized'],
  ])('%d with claims:approve %j: %s', (payable, mayApprove, status) => {
    const facts = { payable: centsOf(payable), adjusterAuthority: centsOf(5_000), mayApprove }
    expect(authorizedStatus(facts)).toBe(status)
  })

  test('nobody approves what they authorized', () => {
    expect(refuseApprove([{ authorizedBy: 'ann' }, { authorizedBy: 'bob' }], 'bob')).toBe('FourEyes')
    expect(refuseApprove([{ authorizedBy: 'ann' }, { authorizedBy: null }], 'bob')).toBeNull()
  })
})

test('an authorization lasts to its last day', () => {
  expect(authorizedUntil('2025-03-10', 60)).toBe('2025-05-09')
})
