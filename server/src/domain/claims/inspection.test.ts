import { describe, expect, test } from 'vitest'
import {
  detailsToInspect,
  detailsToReturn,
  type InspectionState,
  type InspectionStatus,
  inspectionStatuses,
  isInspected,
  isOpenInspection,
  rejectInspection,
  reportInspection,
  takeInspection,
} from './inspection.ts'

const now = new Date('2025-03-12T15:00:00Z')
const later = new Date('2025-03-14T09:30:00Z')

const inspection = (changes: Partial<InspectionState> = {}): InspectionState => ({
  ...{ status: 'Ordered', externalReference: null, scheduledAt: null, completedAt: null, odometerSeen: null },
  ...{ findings: null, recommendation: null, holdReasonId: null, rejectReasonId: null },
  ...{ fields: [], notes: [], lastSequence: null },
  ...changes,
})

// From a status to each of the others, as the norm of the business lists them. R: only with a reason.
//                        Ordered Assigned Scheduled Completed Reviewed Rejected Cancelled
const lines: Record<InspectionStatus, string> = {
  Ordered: /*          */ '=       yes      yes       yes       no       R        yes',
  Assigned: /*         */ 'no      =        yes       yes       no       R        yes',
  Scheduled: /*        */ 'no      no       =         yes       no       no       yes',
  Completed: /*        */ 'no      no       no        =         yes      no       no',
  Reviewed: /*         */ 'no      no       no        no        =        no       no',
  Rejected: /*         */ 'no      no       no        no        no       =        no',
  Cancelled: /*        */ 'no      no       no        no        no       no       =',
}
const pairs = inspectionStatuses.flatMap((from) =>
  lines[from].split(/ +/).map((word, at) => ({ from, to: inspectionStatuses[at] ?? 'Ordered', word })),
)

describe('a report', () => {
  test.each(pairs)('moves an inspection from $from to $to: $word', ({ from, to, word }) => {
    const completedAt = isInspected({ status: from }) ? now : null
    const before = inspection({ status: from, completedAt })
    const after = reportInspection(before, { status: to }, { by: 'Administrator', now })
    if (word === 'no') expect(after).toEqual({ refused: 'InvalidTransition', from, to })
    else if (word === 'R') expect(after).toEqual({ refused: 'RejectReasonRequired' })
    else if (word === '=') expect(after).toEqual(before)
    else expect(after).toMatchObject({ status: to })
  })

  test.each(pairs.filter(({ word }) => word === 'yes'))('of a company from $from to $to', ({ from, to }) => {
    const after = reportInspection(inspection({ status: from }), { status: to }, { by: 'Company', now })
    if (to === 'Reviewed' || to === 'Cancelled')
      expect(after).toEqual({ refused: 'InvalidTransition', from, to, isAdministrators: true })
    else expect(after).toMatchObject({ status: to })
  })

  test('changes what it names and leaves the rest', () => {
    const before = inspection({ status: 'Assigned', findings: 'Worn', odometerSeen: 24_100 })
    const fields = [{ code: 'OIL', label: 'Oil', value: 'low' }]
    const report = { findings: null, recommendation: 'NotConfirmed', fields } as const
    expect(reportInspection(before, report, { by: 'Company', now })).toEqual({
      ...before,
      ...report,
    })
  })

  test('of the completion says when; without it, it is now', () => {
    const done = (completedAt?: Date | null) =>
      reportInspection(inspection(), { status: 'Completed', completedAt }, { by: 'Company', now })
    expect(done(later)).toMatchObject({ status: 'Completed', completedAt: later })
    expect(done()).toMatchObject({ completedAt: now })
    expect(done(null)).toMatchObject({ completedAt: now })
  })

  test('cannot forget when a completed inspection was done, and cannot say it of an open one', () => {
    const before = inspection({ status: 'Completed', completedAt: later })
    const cleared = { status: 'Reviewed', completedAt: null } as const
    expect(reportInspection(before, cleared, { by: 'Administrator', now })).toMatchObject({
      status: 'Reviewed',
      completedAt: later,
    })
    expect(reportInspection(inspection(), { completedAt: later }, { by: 'Company', now })).toEqual(
      inspection(),
    )
  })

  test.each(['Reviewed', 'Rejected', 'Cancelled'] as const)(
    'of a company on a %s inspection may repeat what is known, not change it',
    (status) => {
      const completedAt = isInspected({ status }) ? later : null
      const before = inspection({ status, completedAt, findings: 'Broken ring' })
      const same = reportInspection(before, { findings: 'Broken ring' }, { by: 'Company', now })
      expect(same).toEqual(before)
      const other = reportInspection(before, { findings: 'All fine' }, { by: 'Company', now })
      expect(other).toEqual({ refused: 'NotEditable', status })
    },
  )
})

describe('taking', () => {
  const taking = { externalReference: 'LS-1', scheduledAt: null }

  test('assigns an ordered inspection, and with a day schedules it', () => {
    const taken = takeInspection(inspection(), taking)
    expect(taken).toMatchObject({ status: 'Assigned', externalReference: 'LS-1' })
    const scheduled = takeInspection(inspection(), { externalReference: null, scheduledAt: later })
    expect(scheduled).toMatchObject({ status: 'Scheduled', scheduledAt: later, externalReference: null })
  })

  test.each(['Assigned', 'Scheduled', 'Completed', 'Reviewed'] as const)(
    'again changes nothing when %s',
    (status) => {
      const taken = inspection({ status, externalReference: 'LS-1' })
      expect(takeInspection(taken, taking)).toBe(taken)
      expect(takeInspection(taken, { externalReference: null, scheduledAt: later })).toBe(taken)
      expect(takeInspection(taken, { ...taking, externalReference: 'LS-2' })).toEqual({
        refused: 'AlreadyTaken',
        externalReference: 'LS-1',
      })
    },
  )

  test('gives a reference to an inspection that was taken without one', () => {
    expect(takeInspection(inspection({ status: 'Assigned' }), taking)).toMatchObject({
      status: 'Assigned',
      externalReference: 'LS-1',
    })
  })

  test.each(['Rejected', 'Cancelled'] as const)('is refused when %s', (from) => {
    expect(takeInspection(inspection({ status: from }), taking)).toEqual({
      refused: 'InvalidTransition',
      from,
      to: 'Assigned',
    })
  })
})

describe('rejecting', () => {
  const rejecting = { reasonId: 7, externalReference: null }

  test.each(['Ordered', 'Assigned'] as const)('needs a reason when %s', (status) => {
    const before = inspection({ status })
    expect(rejectInspection(before, { ...rejecting, reasonId: null })).toEqual({
      refused: 'RejectReasonRequired',
    })
    expect(rejectInspection(before, rejecting)).toEqual({
      ...before,
      status: 'Rejected',
      rejectReasonId: 7,
    })
  })

  test('again for the same reason changes nothing; for another it is refused', () => {
    const rejected = inspection({ status: 'Rejected', rejectReasonId: 7 })
    expect(rejectInspection(rejected, rejecting)).toBe(rejected)
    expect(rejectInspection(rejected, { ...rejecting, reasonId: 8 })).toMatchObject({
      refused: 'InvalidTransition',
    })
  })

  // The state comes before the missing reason.
  test.each(['Scheduled', 'Completed', 'Reviewed', 'Cancelled'] as const)('is too late when %s', (from) => {
    const answer = rejectInspection(inspection({ status: from }), { ...rejecting, reasonId: null })
    expect(answer).toEqual({ refused: 'InvalidTransition', from, to: 'Rejected' })
  })
})

describe('the details of an inspection', () => {
  const details = [
    { id: 1, status: 'Pending' },
    { id: 2, status: 'Hold' },
    { id: 3, status: 'Inspection' },
    { id: 4, status: 'Authorized' },
    { id: 5, status: 'Denied' },
  ] as const

  test('are all that wait, or those that are named', () => {
    expect(detailsToInspect(details, undefined)).toEqual({ detailIds: [1, 2] })
    expect(detailsToInspect(details, [3, 1])).toEqual({ detailIds: [1, 3] })
    expect(detailsToInspect([], undefined)).toEqual({ detailIds: [] })
  })

  test('that do not exist or are decided are refused', () => {
    expect(detailsToInspect(details, [1, 8, 9])).toEqual({ refused: 'UnknownDetail', ids: [8, 9] })
    expect(detailsToInspect(details, [4])).toEqual({
      refused: 'InvalidTransition',
      from: 'Authorized',
      to: 'Inspection',
    })
  })

  test('are pending again when no inspection of them is open', () => {
    const inspected = [
      { id: 1, status: 'Inspection' },
      { id: 2, status: 'Inspection' },
      { id: 3, status: 'Denied' },
    ] as const
    const first = (status: InspectionStatus) => ({ status, detailIds: [1, 2, 3] })
    const second = (status: InspectionStatus) => ({ status, detailIds: [2] })
    expect(detailsToReturn(inspected, [first('Scheduled'), second('Ordered')])).toEqual([])
    expect(detailsToReturn(inspected, [first('Completed'), second('Ordered')])).toEqual([1])
    expect(detailsToReturn(inspected, [first('Rejected'), second('Cancelled')])).toEqual([1, 2])
  })
})

test('an inspection is open until it is completed, rejected or cancelled', () => {
  const open = inspectionStatuses.filter((status) => isOpenInspection({ status }))
  expect(open).toEqual(['Ordered', 'Assigned', 'Scheduled'])
})
