import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeEtag, containsEtag, requireMatch } from './etag.ts'
import { Problem } from './problems.ts'

const etag = computeEtag('{"id":1}')

test('an ETag is strong and quoted, and depends only on the text', () => {
  expect(etag).toMatch(/^"[\w-]{27}"$/)
  fc.assert(
    fc.property(fc.string(), fc.string(), (left, right) => {
      expect(computeEtag(left) === computeEtag(right)).toBe(left === right)
    }),
  )
})

describe('a header with ETags', () => {
  test.each([
    [etag, true, true],
    [`"other", ${etag}`, true, true],
    [`${etag},"other"`, true, true],
    ['*', true, true],
    [' * ', true, true],
    ['"other"', false, false],
    ['', false, false],
    // Weakly the same is enough to answer 304, not to write.
    [`W/${etag}`, true, false],
    [`W/"other", W/${etag}`, true, false],
    [`W/"other", ${etag}`, true, true],
    [etag.slice(1, -1), false, false],
  ])('%s: read as unchanged %s, written to %s', (header, unchanged, mayWrite) => {
    expect(containsEtag(header, etag)).toBe(unchanged)
    expect(passes(header)).toBe(mayWrite)
  })
})

function passes(header: string): boolean {
  try {
    requireMatch(header, etag)
    return true
  } catch (error) {
    expect(error).toBeInstanceOf(Problem)
    // The caller learns the present one without asking again.
    expect(error).toMatchObject({ code: 'PreconditionFailed', headers: { ETag: etag } })
    return false
  }
}
