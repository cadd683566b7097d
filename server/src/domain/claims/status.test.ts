import { describe, expect, test } from 'vitest'
import { type DetailStatus, detailStatuses } from './claim.ts'
import {
  type ClaimState,
  claimStatus,
  type DetailAction,
  detailActions,
  isUndecided,
  keepsFigures,
  nextDetailStatus,
} from './status.ts'

const none: ClaimState = {
  ...{ ended: null, hasOpenHold: false, details: [], hasOpenRequest: false, hasAdjuster: false },
}

describe('the status of a claim', () => {
  test.each<[ClaimState['details'], Partial<ClaimState>, string]>([
    [['Paid'], { ended: 'Voided', hasOpenHold: true }, 'Voided'],
    [['Authorized'], { ended: 'Closed' }, 'Closed'],
    [['Authorized'], { hasOpenHold: true }, 'OnHold'],
    [[], {}, 'Open'],
    [[], { hasAdjuster: true }, 'Open'],
    [['Voided'], { hasAdjuster: true }, 'Open'],
    [['Denied', 'Voided'], {}, 'Denied'],
    [['Denied', 'Authorized', 'PendingApproval'], { hasOpenRequest: true }, 'PendingApproval'],
    [['Paid', 'Denied', 'Voided'], {}, 'Paid'],
    [['Paid', 'Authorized'], { hasOpenRequest: true }, 'PaymentRequested'],
    [['Paid', 'Pending'], {}, 'Authorized'],
    [['Authorized', 'Pending'], {}, 'Authorized'],
    [['Pending', 'Denied'], {}, 'InReview'],
    [['Pending', 'Hold'], {}, 'InReview'],
    [['Inspection'], {}, 'InReview'],
    [['Pending'], { hasAdjuster: true }, 'InReview'],
    [['Pending', 'Voided'], {}, 'Open'],
  ])('%j with %j is %s', (details, more, status) => {
    expect(claimStatus({ ...none, ...more, details })).toBe(status)
  })
})

/** The table as the norm writes it: from, to, by. */
const allowed: readonly [DetailStatus, DetailAction, DetailStatus][] = [
  ['Pending', 'Authorize', 'Authorized'],
  ['Hold', 'Authorize', 'Authorized'],
  ['Pending', 'RequestApproval', 'PendingApproval'],
  ['Hold', 'RequestApproval', 'PendingApproval'],
  ['PendingApproval', 'Approve', 'Authorized'],
  ['PendingApproval', 'Reopen', 'Pending'],
  ['Denied', 'Reopen', 'Pending'],
  ['Authorized', 'Reopen', 'Pending'],
  ['Pending', 'Deny', 'Denied'],
  ['Hold', 'Deny', 'Denied'],
  ['Inspection', 'Deny', 'Denied'],
  ['PendingApproval', 'Deny', 'Denied'],
  ['Authorized', 'Deny', 'Denied'],
  ['Pending', 'Hold', 'Hold'],
  ['Hold', 'Release', 'Pending'],
  ['Pending', 'Inspect', 'Inspection'],
  ['Hold', 'Inspect', 'Inspection'],
  ['Inspection', 'EndInspection', 'Pending'],
  ['Authorized', 'Pay', 'Paid'],
  ['Paid', 'Unpay', 'Authorized'],
  ['Pending', 'Void', 'Voided'],
  ['Hold', 'Void', 'Voided'],
  ['Inspection', 'Void', 'Voided'],
  ['PendingApproval', 'Void', 'Voided'],
  ['Authorized', 'Void', 'Voided'],
  ['Denied', 'Void', 'Voided'],
  ['Pending', 'LeaveOut', 'Voided'],
  ['Hold', 'LeaveOut', 'Voided'],
]

describe('the transitions of a detail', () => {
  const at = (status: DetailStatus, requestedPayments = 0, paid = 0) => ({ status, requestedPayments, paid })

  test('are those of the table, and no others', () => {
    const found = detailStatuses.flatMap((from) =>
      detailActions.flatMap((action) => {
        const move = nextDetailStatus(at(from), action)
        return 'refused' in move ? [] : [`${from} ${action} ${move.to}`]
      }),
    )
    expect(found.toSorted()).toEqual(allowed.map((row) => row.join(' ')).toSorted())
  })

  test.each<[ReturnType<typeof at>, DetailAction, string, DetailStatus]>([
    [at('Paid'), 'Deny', 'InvalidTransition', 'Denied'],
    [at('Denied'), 'Authorize', 'InvalidTransition', 'Authorized'],
    [at('Authorized', 1), 'Reopen', 'InvalidTransition', 'Pending'],
    [at('Authorized', 1), 'Deny', 'PaymentRequested', 'Denied'],
    [at('Authorized', 2, 1), 'Deny', 'PaymentRequested', 'Denied'],
    [at('Authorized', 2, 2), 'Deny', 'InvalidTransition', 'Denied'],
    [at('Authorized', 1), 'Void', 'InvalidTransition', 'Voided'],
    [at('Authorized', 2, 1), 'Void', 'PaidDetails', 'Voided'],
    [at('Paid', 2, 2), 'Void', 'PaidDetails', 'Voided'],
  ])('%j refuses %s as %s', (detail, action, refused, to) => {
    expect(nextDetailStatus(detail, action)).toEqual({ refused, from: detail.status, to })
  })
})

test('details that wait, and details that keep their figures', () => {
  expect(detailStatuses.filter(isUndecided)).toEqual(['Pending', 'Hold', 'Inspection', 'PendingApproval'])
  expect(detailStatuses.filter(keepsFigures)).toEqual(['PendingApproval', 'Authorized', 'Paid'])
})
