import { expect, test } from 'vitest'
import type { Issue } from '../../../sdk/src/types.gen.ts'
import { detailsFor, isSettled, movedTo } from './fits.ts'

const detail = (id: number, status: Issue['status'], more: Partial<Issue> = {}): Issue => ({
  ...{ id, sequence: id, status, complaintId: null, complaintCode: null, causeId: null, causeCode: null },
  ...{ correctionId: null, correctionCode: null, complaintText: null, causeText: null, correctionText: null },
  ...{ components: [], labor: [], parts: [], misc: [], adjustments: [], requested: 0, adjusted: 0, tax: 0 },
  ...{ deductibleApplied: 0, overLimit: 0, notCovered: 0, payable: 0, customerPay: 0, paid: 0 },
  ...{ authorizedAmount: null, requestedPayments: 0, deniedReasonId: null, deniedReasonCode: null },
  ...{ holdReasonId: null, holdReasonCode: null, ppmEventId: null },
  ...more,
})

const idsOf = (details: readonly Issue[]) => details.map(({ id }) => id)

test('an action is for all details that it fits, or for the chosen ones among them', () => {
  const claim = { details: [detail(1, 'Pending'), detail(2, 'Denied'), detail(3, 'Hold')] }
  expect(idsOf(detailsFor('Authorize', claim, new Set()))).toEqual([1, 3])
  expect(idsOf(detailsFor('Authorize', claim, new Set([2, 3])))).toEqual([3])
  expect(idsOf(detailsFor('Reopen', claim, new Set()))).toEqual([2])
})

test('what payment was requested for is not denied; what is left of it can be paid', () => {
  const claim = {
    details: [
      detail(1, 'Authorized', { authorizedAmount: 100, requestedPayments: 40 }),
      detail(2, 'Authorized', { authorizedAmount: 100, requestedPayments: 100 }),
      detail(3, 'Authorized', { authorizedAmount: 50 }),
    ],
  }
  expect(idsOf(detailsFor('Deny', claim, new Set([1, 2, 3])))).toEqual([3])
  expect(idsOf(detailsFor('Pay', claim, new Set()))).toEqual([1, 3])
})

test('without a choice only undecided details are denied', () => {
  const claim = { details: [detail(1, 'Authorized', { authorizedAmount: 50 }), detail(2, 'Pending')] }
  expect(idsOf(detailsFor('Deny', claim, new Set()))).toEqual([2])
})

test('a claim is settled when every detail is decided', () => {
  expect(isSettled({ details: [detail(1, 'Paid'), detail(2, 'Denied')], payments: [] })).toBe(true)
  expect(isSettled({ details: [detail(1, 'Paid'), detail(2, 'Inspection')], payments: [] })).toBe(false)
})

test('what a supplement is authorized for is told without what was authorized before', () => {
  const before = { details: [detail(1, 'Authorized', { authorizedAmount: 500 }), detail(2, 'Pending')] }
  const after = { details: [before.details[0] ?? detail(1, 'Authorized'), detail(2, 'Authorized')] }
  expect(idsOf(movedTo('Authorized', before, after))).toEqual([2])
  expect(idsOf(movedTo('PendingApproval', before, after))).toEqual([])
})
