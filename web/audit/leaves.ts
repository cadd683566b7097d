/** A value that a write changed, at its JSON pointer. */
export interface Change {
  readonly pointer: string
  readonly before?: unknown
  readonly after?: unknown
}

/** What every write changes besides: they say again who and when. */
const bookkeeping = ['/updatedAt', '/updatedBy', '/rowVersion']

/** The single values that differ inside of changed objects and lists, what every write changes last. */
export function leaves(changes: readonly Change[]): readonly Change[] {
  const all = changes.flatMap(leavesIn)
  const isBookkeeping = ({ pointer }: Change) => bookkeeping.includes(pointer)
  return [...all.filter((change) => !isBookkeeping(change)), ...all.filter(isBookkeeping)]
}

function leavesIn({ pointer, before, after }: Change): readonly Change[] {
  if (!isNested(before) && !isNested(after)) return before === after ? [] : [{ pointer, before, after }]
  // A whole that came or went is read by its parts.
  const [old, now] = [partsOf(before), partsOf(after)]
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])]
  const parts = names.flatMap((name) =>
    leavesIn({ pointer: `${pointer}/${name}`, before: old[name] ?? null, after: now[name] ?? null }),
  )
  const isAlike = JSON.stringify(before) === JSON.stringify(after)
  return parts.length > 0 || isAlike ? parts : [{ pointer, before, after }]
}

const isNested = (value: unknown): value is object => typeof value === 'object' && value !== null

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isNested(value) ? (value as Record<string, unknown>) : {}
