import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withMergedSpreads } from '../../../scripts/merge-spreads.mjs'

// The build writes objects of several spreads in another way. They must stay the same objects.

const given = {
  a: { x: 1, y: 2 },
  b: { y: 3, z: { deep: [1] } },
  none: null,
  missing: undefined,
  text: 'ab',
  list: [7, 8],
}
const resultOf = (code: string) => JSON.stringify(runInNewContext(`(${code})`, { ...given }))
const merged = (code: string) => withMergedSpreads(`(${code})`).toString().slice(1, -1)

describe('an object of several parts', () => {
  test.each([
    ['{ ...a, ...b }', 'Object.assign({}, (a), (b) )'],
    ['{ ...a, x: 5 }', 'Object.assign({}, (a), {x: 5} )'],
    ['{ x: 5, ...a, y: 6, z: 7 }', 'Object.assign( {x: 5}, (a), {y: 6, z: 7} )'],
    ['{ ...a, ...{ ...b, x: 1 }, }', null],
    ['{ ...none, ...missing, ...text, ...list }', null],
    ["{ ...a, ['x' + 1]: 2, 'q r': 3, 4: 5, f() { return 1 }, text }", null],
    ['{ ...(none ?? a), ...(missing ? a : b), z: { ...a, ...b } }', null],
    ['{ ...a, g: ((v) => ({ ...v, ...b }))(a) }', null],
    ['[1].map(() => ({ ...a, x: [{ ...b, ...a }] }))', null],
    ['{ ...a, x: (1, 2), ...((none, b)) }', null],
  ])('%s', (code, expected) => {
    const changed = merged(code)
    if (expected !== null) expect(changed.replace(/\s+/g, ' ')).toBe(expected)
    expect(changed).toContain('Object.assign(')
    expect(resultOf(changed)).toBe(resultOf(code))
  })

  test.each([
    '{ ...a }',
    '{ x: 1, ...a }',
    '{ x: 1, y: 2 }',
    '{ ...a, get q() { return 1 } }',
    '{ ...a, __proto__: b }',
    '(({ x, ...rest }) => rest)(a)',
  ])('%s stays as it is', (code) => expect(merged(code)).toBe(code))

  // TypeScript refuses a name that is given twice.
  const spread = fc.constantFrom('...a', '...b', '...none', '...{ y: 1, ...a }', '...list')
  const member = fc.constantFrom('x: 9', "['w']: 1", 'y: { ...a, ...b }', 'q: 2')
  const parts = fc
    .tuple(fc.array(spread, { maxLength: 4 }), fc.uniqueArray(member))
    .chain(([spreads, members]) => fc.shuffledSubarray([...spreads, ...members]))
  test('of any parts has the same members, in the same order', () => {
    fc.assert(
      fc.property(parts, (drawn) => {
        const code = `{ ${drawn.join(', ')} }`
        expect(resultOf(merged(code))).toBe(resultOf(code))
      }),
    )
  })
})
