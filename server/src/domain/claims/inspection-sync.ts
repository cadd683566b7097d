import {
  type InspectionNote,
  type InspectionRefusal,
  type InspectionReport,
  type InspectionState,
  reportInspection,
} from './inspection.ts'

// What the system of an inspection company sends. It may send an event twice, late or in any order: each event counts once,
// and only if none with a higher sequence was applied before it. So applied events are always in the order of their sequence.

export interface SyncEvent {
  /** Null: the company's system does not number its events. Then each one is applied as it comes. */
  readonly externalEventId: string | null
  readonly sequence: number | null
  readonly report: InspectionReport
  readonly notes: readonly InspectionNote[]
  /** The event tells all notes, not only new ones. */
  readonly repeatsNotes: boolean
}

export type SyncResult<State> =
  | { readonly applied: true; readonly inspection: State }
  | { readonly applied: false; readonly reason: 'Duplicate' | 'Stale' }
  | InspectionRefusal

/** What an event does to an inspection. A refused event does not count: it may come again. */
export function receiveEvent<State extends InspectionState>(
  inspection: State,
  event: SyncEvent,
  { isKnown, now }: { readonly isKnown: boolean; readonly now: Date },
): SyncResult<State> {
  const { sequence } = event
  const { lastSequence } = inspection
  if (isKnown) return { applied: false, reason: 'Duplicate' }
  if (sequence !== null && lastSequence !== null && sequence <= lastSequence)
    return { applied: false, reason: 'Stale' }
  const reported = reportInspection(inspection, event.report, { by: 'Company', now })
  if ('refused' in reported) return reported
  const notes = [...reported.notes, ...newNotes(reported, event)]
  return { applied: true, inspection: { ...reported, notes, lastSequence: sequence ?? lastSequence } }
}

function newNotes({ notes }: InspectionState, event: SyncEvent): readonly InspectionNote[] {
  if (!event.repeatsNotes) return event.notes
  const isSame = (first: InspectionNote, second: InspectionNote) =>
    first.text === second.text && first.author === second.author
  return event.notes.filter((note) => !notes.some((standing) => isSame(standing, note)))
}
