import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type InspectionState, inspectionStatuses, recommendations } from './inspection.ts'
import { receiveEvent, type SyncEvent } from './inspection-sync.ts'

const now = new Date('2025-03-12T15:00:00Z')

const taken: InspectionState = {
  ...{ status: 'Assigned', externalReference: 'LS-1', scheduledAt: null, completedAt: null },
  ...{ odometerSeen: null, findings: null, recommendation: null, holdReasonId: null, rejectReasonId: null },
  ...{ fields: [], notes: [], lastSequence: 4 },
}
const event = (changes: Partial<SyncEvent>): SyncEvent => ({
  ...{ externalEventId: 'e-5', sequence: 5, report: {}, notes: [], repeatsNotes: false },
  ...changes,
})
const receive = (sent: SyncEvent, isKnown = false, inspection = taken) =>
  receiveEvent(inspection, sent, { isKnown, now })

describe('an event', () => {
  const note = { text: 'Car is at the shop', author: 'Lone Star', at: '2025-03-12T15:00:00.000Z' }

  test('with a higher sequence is applied', () => {
    expect(receive(event({ report: { status: 'Scheduled' }, notes: [note] }))).toEqual({
      applied: true,
      inspection: { ...taken, status: 'Scheduled', notes: [note], lastSequence: 5 },
    })
  })

  test('that is known is a duplicate, whatever its sequence', () => {
    expect(receive(event({ sequence: 9 }), true)).toEqual({ applied: false, reason: 'Duplicate' })
    expect(receive(event({ sequence: 1 }), true)).toEqual({ applied: false, reason: 'Duplicate' })
  })

  test.each([4, 3, 0])('with the sequence %i after 4 is stale', (sequence) => {
    expect(receive(event({ sequence }))).toEqual({ applied: false, reason: 'Stale' })
  })

  test('that comes first may have any sequence', () => {
    const first = receive(event({ sequence: 0 }), false, { ...taken, lastSequence: null })
    expect(first).toMatchObject({ applied: true, inspection: { lastSequence: 0 } })
  })

  test('without a sequence is applied and moves none', () => {
    const unnumbered = event({ externalEventId: null, sequence: null, report: { findings: 'Rust' } })
    expect(receive(unnumbered)).toMatchObject({ inspection: { findings: 'Rust', lastSequence: 4 } })
  })

  test('that is refused does not count', () => {
    const refused = { refused: 'InvalidTransition', from: 'Assigned', to: 'Ordered' }
    expect(receive(event({ report: { status: 'Ordered' } }))).toEqual(refused)
    // It would be stale before it would be refused.
    expect(receive(event({ sequence: 2, report: { status: 'Ordered' } }))).toMatchObject({ reason: 'Stale' })
  })

  test('that repeats all notes adds the new ones', () => {
    const second = { ...note, text: 'Car is gone' }
    const standing = { ...taken, notes: [note] }
    const resent = { ...note, at: '2025-03-13T08:00:00.000Z' }
    const both = event({ notes: [resent, second], repeatsNotes: true })
    expect(receive(both, false, standing)).toMatchObject({ inspection: { notes: [note, second] } })
    const added = event({ notes: [note] })
    expect(receive(added, false, standing)).toMatchObject({ inspection: { notes: [note, note] } })
  })
})

const anyReport = fc.record(
  {
    status: fc.constantFrom(...inspectionStatuses),
    scheduledAt: fc.option(
      fc.constantFrom(new Date('2025-03-14T09:00:00Z'), new Date('2025-03-15T09:00:00Z')),
    ),
    odometerSeen: fc.option(fc.nat(200_000)),
    findings: fc.option(fc.constantFrom('Rust', 'Wear', 'Nothing')),
    recommendation: fc.option(fc.constantFrom(...recommendations)),
    fields: fc.array(
      fc.record({ code: fc.constantFrom('A', 'B'), label: fc.constant(null), value: fc.string() }),
      {
        maxLength: 2,
      },
    ),
  },
  { requiredKeys: [] },
)
const anyNote = fc.record({
  text: fc.constantFrom('Called', 'Waiting'),
  author: fc.constant('Lone Star'),
  at: fc.constant('2025-03-12T15:00:00.000Z'),
})
/** An engine that uses ids and sequences again as it likes, and repeats and shuffles everything. */
const anyEvents = fc.array(
  fc.record({
    externalEventId: fc.nat(12).map((id) => `e-${id}`),
    sequence: fc.nat(15),
    report: anyReport,
    notes: fc.array(anyNote, { maxLength: 2 }),
    repeatsNotes: fc.boolean(),
  }),
  { maxLength: 25 },
)

describe('any events in any order', () => {
  const start: InspectionState = { ...taken, status: 'Ordered', lastSequence: null }

  /** Delivers events one after the other, as the service does. */
  function deliver(events: readonly SyncEvent[]) {
    const known = new Set<string | null>()
    const accepted: SyncEvent[] = []
    let inspection = start
    let completions = 0
    for (const sent of events) {
      const result = receiveEvent(inspection, sent, { isKnown: known.has(sent.externalEventId), now })
      if (!('applied' in result) || !result.applied) continue
      known.add(sent.externalEventId)
      accepted.push(sent)
      if (inspection.status !== 'Completed' && result.inspection.status === 'Completed') completions += 1
      inspection = result.inspection
    }
    return { inspection, accepted, completions }
  }

  test('end where the accepted ones end, sent once each in the order of their sequence', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { inspection, accepted, completions } = deliver(events)
        const inOrder = [...accepted].sort(
          (first, second) => Number(first.sequence) - Number(second.sequence),
        )
        expect(deliver(inOrder).inspection).toEqual(inspection)
        expect(new Set(accepted.map(({ externalEventId }) => externalEventId)).size).toBe(accepted.length)
        expect(completions).toBeLessThanOrEqual(1)
      }),
      { numRuns: 2_000 },
    )
  })

  test('change nothing when all of them come again', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { accepted, inspection } = deliver(events)
        expect(deliver([...accepted, ...accepted, ...[...accepted].reverse()]).inspection).toEqual(inspection)
      }),
    )
  })

  test('never lead to what only the administrator decides, and never take back what was completed', () => {
    fc.assert(
      fc.property(anyEvents, (events) => {
        const { inspection, completions } = deliver(events)
        expect(['Reviewed', 'Rejected', 'Cancelled']).not.toContain(inspection.status)
        expect(inspection.status === 'Completed').toBe(completions === 1)
        expect(inspection.completedAt === null).toBe(completions === 0)
      }),
    )
  })
})
