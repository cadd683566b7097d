import { isObject } from './objects.ts'

/** A value with a JSON merge patch (RFC 7396): absent leaves, null clears, objects are merged, anything else replaces. */
export function mergePatch(stored: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch
  const merged = new Map(isObject(stored) ? Object.entries(stored) : [])
  for (const [name, value] of Object.entries(patch)) {
    if (value === undefined) continue
    if (value === null) merged.delete(name)
    else merged.set(name, mergePatch(merged.get(name), value))
  }
  return Object.fromEntries(merged)
}
