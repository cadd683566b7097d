/**
 * A document as it comes back from a `jsonb` column: without undefined members, and the members of each object by the length
 * of their names and then by their letters. What has just been written is answered like this without reading it again.
 */
export function asStored<Value>(value: Value): Value {
  return stored(value) as Value // Only the order of members differs.
}

function stored(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => (one === undefined ? null : stored(one)))
  const document = value as Readonly<Record<string, unknown>>
  const result: Record<string, unknown> = {}
  for (const name of Object.keys(document).sort(byLength))
    if (document[name] !== undefined) result[name] = stored(document[name])
  return result
}

const byLength = (left: string, right: string): number =>
  Buffer.byteLength(left) - Buffer.byteLength(right) || (left < right ? -1 : 1)
