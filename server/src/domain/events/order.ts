/** An event that waits for its position. */
export interface WaitingEvent {
  readonly id: string
  readonly subject: string
  readonly sequence: number
  readonly time: Date
}

/**
 * The order in which events get their positions: by time, as far as the order within each subject allows. The clock may have
 * been set back, so an event counts as late as the latest one before it of its subject.
 */
export function inOrder<Event extends WaitingEvent>(waiting: readonly Event[]): Event[] {
  const latest = new Map<string, number>()
  return waiting
    .toSorted((first, second) => first.sequence - second.sequence)
    .map((event) => {
      const at = Math.max(event.time.getTime(), latest.get(event.subject) ?? Number.NEGATIVE_INFINITY)
      latest.set(event.subject, at)
      return { event, at }
    })
    .toSorted(
      (first, second) =>
        first.at - second.at ||
        (first.event.subject < second.event.subject
          ? -1
          : first.event.subject > second.event.subject
            ? 1
            : 0) ||
        first.event.sequence - second.event.sequence,
    )
    .map(({ event }) => event)
}

/** The first and the last sequence of each subject, and whether those between are all there. */
export function subjectsIn(waiting: readonly WaitingEvent[]) {
  const subjects = new Map<string, { first: number; last: number; count: number }>()
  for (const { subject, sequence } of waiting) {
    const known = subjects.get(subject)
    subjects.set(subject, {
      first: Math.min(sequence, known?.first ?? sequence),
      last: Math.max(sequence, known?.last ?? sequence),
      count: (known?.count ?? 0) + 1,
    })
  }
  return [...subjects].map(([subject, { first, last, count }]) => ({
    ...{ subject, first, last },
    isWhole: count === last - first + 1,
  }))
}
