import { isObject } from '../domain/objects.ts'
import type { Change } from './audit.ts'

/** The differences between two versions of a resource, as JSON pointers. Nested objects are compared; a list is one value. */
export function changesBetween(before: unknown, after: unknown, pointer = ''): Change[] {
  if (isObject(before) && isObject(after)) {
    const names = new Set([...Object.keys(before), ...Object.keys(after)])
    return [...names].flatMap((name) =>
      changesBetween(before[name], after[name], `${pointer}/${escaped(name)}`),
    )
  }
  if (same(before, after)) return []
  return [{ pointer, before: before ?? null, after: after ?? null }]
}

const same = (before: unknown, after: unknown) =>
  before === after || JSON.stringify(before ?? null) === JSON.stringify(after ?? null)

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1')
