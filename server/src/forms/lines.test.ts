import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wrapLines } from './lines.ts'

/** Every letter is one wide. */
const measure = (text: string) => text.length

describe('a text is broken into lines', () => {
  test.each([
    ['if it fits', 'one two', 7, ['one two']],
    ['between words', 'one two three', 7, ['one two ', 'three']],
    ['within a word that is too wide', 'abcdefgh', 3, ['abc', 'def', 'gh']],
    ['after a word before one that is too wide', 'a bcdef', 3, ['a ', 'bcd', 'ef']],
    ['after the rest of a broken word', 'abcd e', 3, ['abc', 'd e']],
    ['if it is empty', '', 5, ['']],
    ['narrower than a letter', 'abc', 0.5, ['a', 'b', 'c']],
  ])('%s', (_, text, width, lines) => {
    expect(wrapLines(text, width, measure)).toEqual(lines)
  })

  test('no text is lost, and no line is too wide', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,30}$/), { maxLength: 20 })
    fc.assert(
      fc.property(words, fc.integer({ min: 1, max: 40 }), (all, width) => {
        const text = all.join(' ')
        const lines = wrapLines(text, width, measure)
        expect(lines.join('')).toBe(text)
        for (const line of lines) expect(line.trimEnd().length).toBeLessThanOrEqual(width)
      }),
    )
  })
})
