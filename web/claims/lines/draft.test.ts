import { expect, test } from 'vitest'
import type { Issue } from '../../../sdk/src/types.gen.ts'
import {
  answeredDetails,
  answeredLine,
  detailBody,
  draftOf,
  isComplete,
  newDetail,
  newLine,
} from './draft.ts'

const issue: Issue = {
  ...{ id: 901, sequence: 1, status: 'Pending' as const, complaintId: 1, complaintCode: 'NOISE', causeId: 2 },
  ...{ causeCode: 'INTFAIL', correctionId: 3, correctionCode: 'REPLACE', complaintText: null },
  ...{ causeText: null, correctionText: null },
  components: [
    {
      ...{ componentId: 5, code: 'WATERPUMP', name: 'Water pump', coverageGroupId: 1 },
      ...{ isCovered: true, isPrimaryFailure: true, limit: null },
    },
  ],
  labor: [
    {
      ...{ id: 1501, componentCode: null, operationCode: 'WP1', description: 'Replace water pump' },
      ...{ hoursRequested: 4.2, hoursGuide: 3.8, hoursApproved: 3.8, rateRequested: 145, rateApproved: 145 },
      ...{ amount: 551, isTaxable: true, tax: 0 },
    },
  ],
  parts: [
    {
      ...{ id: 1502, componentCode: null, partNumber: 'PW-552', description: 'Water pump' },
      type: 'OEM',
      ...{ quantity: 1, unitPriceRequested: 389.95, msrp: null, unitPriceApproved: 300, amount: 300, tax: 0 },
    },
  ],
  misc: [],
  adjustments: [
    {
      ...{ id: 1, targetId: 1501, amount: -58, note: null },
      target: 'Labor',
      reasonCode: 'GuideTime',
      isAutomatic: true,
    },
    {
      ...{ id: 2, targetId: 1502, amount: -89.95, note: null },
      target: 'Part',
      reasonCode: 'Adjuster',
      isAutomatic: true,
    },
    {
      ...{ id: 3, targetId: 1501, amount: -20, note: 'worn' },
      target: 'Labor',
      reasonCode: 'Betterment',
      isAutomatic: false,
    },
  ],
  ...{ requested: 998.95, adjusted: 831, tax: 0, deductibleApplied: 0, overLimit: 0, notCovered: 0 },
  ...{ payable: 831, customerPay: 0, authorizedAmount: null, requestedPayments: 0, paid: 0 },
  ...{ deniedReasonId: null, deniedReasonCode: null, holdReasonId: null, holdReasonCode: null },
  ppmEventId: null,
}

test('what the rules approved is not sent back as if an adjuster had set it', () => {
  const [draft] = draftOf([issue], [])
  const body = detailBody(draft ?? newDetail())
  expect(body.labor?.[0]).toMatchObject({ id: 1501, hoursRequested: 4.2, hoursGuide: 3.8 })
  expect(body.labor?.[0]).not.toHaveProperty('hoursApproved')
  expect(body.labor?.[0]).not.toHaveProperty('rateApproved')
  expect(body.parts?.[0]).toMatchObject({ id: 1502, unitPriceApproved: 300 })
  expect(body.adjustments).toEqual([
    { target: 'Labor', targetId: 1501, reasonCode: 'Betterment', note: 'worn', amount: -20 },
  ])
})

test('hours and rate that an adjuster set are both kept, also where the shop has a lower rate', () => {
  const [labor] = issue.labor
  const step = {
    ...{ code: 'Adjuster:Labor:1501', formula: '', exact: '', rounding: 'None' as const, amount: -10 },
    ...{ ruleCode: null, source: null, clause: null, words: '' },
    inputs: { hoursApproved: 3, rateApproved: 120, hoursAllowed: 3.8, rateAllowed: 140 },
  }
  const set: Issue = {
    ...issue,
    labor: labor ? [{ ...labor, hoursApproved: 3, rateApproved: 120 }] : [],
    adjustments: (['LaborRate', 'Adjuster'] as const).map((reasonCode, at) => ({
      ...{ id: at + 1, target: 'Labor' as const, targetId: 1501, reasonCode, amount: -10, note: null },
      isAutomatic: true,
    })),
  }
  const byHand = (rateAllowed: number) =>
    detailBody(draftOf([set], [{ ...step, inputs: { ...step.inputs, rateAllowed } }])[0] ?? newDetail())
  expect(byHand(140).labor?.[0]).toMatchObject({ hoursApproved: 3, rateApproved: 120 })
  // The rate is the shop's own, so only the hours are by hand.
  expect(byHand(120).labor?.[0]).toMatchObject({ hoursApproved: 3 })
  expect(byHand(120).labor?.[0]).not.toHaveProperty('rateApproved')
})

test('a cut names its new line by the number that the line is sent with', () => {
  const line = {
    ...newLine('Misc'),
    price: 45,
    cuts: [{ amount: 5, reasonCode: 'Other' as const, note: '' }],
  }
  const body = detailBody({ ...newDetail(), lines: [newLine('Labor'), line] })
  expect(body.misc?.[0]?.id).toBeDefined()
  expect(body.adjustments?.[0]?.targetId).toBe(body.misc?.[0]?.id)
  // A new line that no cut names goes without.
  expect(body.labor?.[0]).not.toHaveProperty('id')
})

test('figures find the line and the detail that they belong to', () => {
  const added = { ...newDetail(), complaintCode: 'NOISE' }
  // Of the empty one nothing is sent, so nothing is answered.
  const empty = newDetail()
  const drafts = [...draftOf([issue], []), empty, added]
  const answered = answeredDetails(drafts, [issue, { ...issue, id: 950, sequence: 2 }])
  expect(answered.get('901')?.id).toBe(901)
  expect(answered.get(added.key)?.id).toBe(950)
  expect(answered.get(empty.key)).toBeUndefined()
  const [first] = drafts
  const part = first?.lines[1]
  expect(first && part && answeredLine(first, part, answered.get('901'))?.line.id).toBe(1502)
})

test('a line without hours or price is not sent', () => {
  expect(isComplete(draftOf([issue], []))).toBe(true)
  expect(isComplete([{ ...newDetail(), lines: [newLine('Labor')] }])).toBe(false)
})
