import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Change } from './audit.ts'
import { changesBetween } from './diff.ts'

describe('the changes between two versions', () => {
  test.each<[string, unknown, unknown, Change[]]>([
    ['nothing', { a: 1, b: [1] }, { b: [1], a: 1 }, []],
    ['a field', { a: 1, b: 2 }, { a: 1, b: 3 }, [{ pointer: '/b', before: 2, after: 3 }]],
    ['an added field', { a: 1 }, { a: 1, b: 2 }, [{ pointer: '/b', before: null, after: 2 }]],
    ['a removed field', { a: 1, b: 2 }, { a: 1 }, [{ pointer: '/b', before: 2, after: null }]],
    ['null and absent are the same', { a: null }, {}, []],
    [
      'a nested field',
      { a: { b: 1, c: 2 } },
      { a: { b: 1, c: 3 } },
      [{ pointer: '/a/c', before: 2, after: 3 }],
    ],
    ['a list is one value', { a: [1, 2] }, { a: [2, 1] }, [{ pointer: '/a', before: [1, 2], after: [2, 1] }]],
    [
      'a value of another type',
      { a: { b: 1 } },
      { a: 'b' },
      [{ pointer: '/a', before: { b: 1 }, after: 'b' }],
    ],
    [
      'odd names',
      { 'a/b': { '~': 1 } },
      { 'a/b': { '~': 2 } },
      [{ pointer: '/a~1b/~0', before: 1, after: 2 }],
    ],
    ['a new record', undefined, { a: 1 }, [{ pointer: '', before: null, after: { a: 1 } }]],
    ['a deleted record', { a: 1 }, undefined, [{ pointer: '', before: { a: 1 }, after: null }]],
    ['no record before and after', undefined, undefined, []],
  ])('%s', (_, before, after, expected) => {
    expect(changesBetween(before, after)).toEqual(expected)
  })

  // Names that reach beyond an object's own fields are refused at the door.
  const name = fc.string({ maxLength: 3 }).filter((text) => text !== '__proto__')
  const { resource } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.integer(),
      fc.string({ maxLength: 3 }),
      fc.boolean(),
      fc.array(fc.integer(), { maxLength: 3 }),
      tie('resource'),
    ),
    resource: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
  }))

  test('a resource does not differ from itself', () => {
    fc.assert(
      fc.property(resource, (one) => {
        expect(changesBetween(one, structuredClone(one))).toEqual([])
      }),
    )
  })

  test('applying the changes gives the new version, and reverting them gives the old one', () => {
    fc.assert(
      fc.property(resource, resource, (before, after) => {
        const changes = changesBetween(before, after)
        expect(pruned(applied(before, changes, 'after'))).toEqual(pruned(after))
        expect(pruned(applied(after, changes, 'before'))).toEqual(pruned(before))
      }),
    )
  })
})

/** JSON pointers, followed by hand. */
function applied(resource: unknown, changes: readonly Change[], side: 'before' | 'after'): unknown {
  const root = { value: structuredClone(resource) as unknown }
  for (const change of changes) {
    const steps = change.pointer
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    let at = root as Record<string, unknown>
    let key = 'value'
    for (const step of steps) {
      at[key] ??= {}
      at = at[key] as Record<string, unknown>
      key = step
    }
    at[key] = change[side]
  }
  return root.value
}

/** Without fields that are null, which the diff takes for absent. */
function pruned(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== null)
  return Object.fromEntries(entries.map(([key, inner]) => [key, pruned(inner)]))
}
