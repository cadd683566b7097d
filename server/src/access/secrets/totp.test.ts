import { describe, expect, test } from 'vitest'
import { codeAt, newTotpSecret, stepAt, stepOfCode, totpUri } from './totp.ts'

/** The ASCII secret 12345678901234567890 of RFC 6238, appendix B, in base32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

/** The SHA-1 rows of appendix B: seconds since 1970 and the eight digits, of which authenticators show six. */
const vectors: [seconds: number, digits: string][] = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
]

describe('codes of RFC 6238', () => {
  test.each(vectors)('at second %i', (seconds, digits) => {
    const instant = new Date(seconds * 1000)
    expect(codeAt(SECRET, stepAt(instant))).toBe(digits.slice(-6))
    expect(stepOfCode(SECRET, digits.slice(-6), instant, null)).toBe(Math.floor(seconds / 30))
  })
})

describe('a code', () => {
  const now = new Date(1_234_567_890_000)
  const step = stepAt(now)
  const take = (code: string, lastUsed: number | null = null) => stepOfCode(SECRET, code, now, lastUsed)

  test.each([-2, -1, 0, 1, 2])('that is %i steps away is accepted if it is at most one step away', (away) => {
    expect(take(codeAt(SECRET, step + away))).toBe(Math.abs(away) <= 1 ? step + away : undefined)
  })

  test('that was used, or is older than the last used one, is refused', () => {
    expect(take(codeAt(SECRET, step), step)).toBeUndefined()
    expect(take(codeAt(SECRET, step - 1), step)).toBeUndefined()
    expect(take(codeAt(SECRET, step + 1), step)).toBe(step + 1)
  })

  test.each(['', '00592', '0059244', '5924', 'abcdef', ' 005924', '005924\n'])(
    '"%s" fits nothing',
    (code) => {
      expect(take(code)).toBeUndefined()
    },
  )

  test('of another secret is refused', () => {
    expect(take(codeAt(newTotpSecret(), step))).toBeUndefined()
  })
})

test('a new secret has 160 random bits in base32', () => {
  const secrets = Array.from({ length: 50 }, newTotpSecret)
  for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  expect(new Set(secrets).size).toBe(50)
})

test('the address for an authenticator app contains the user and the secret', () => {
  const uri = new URL(totpUri(SECRET, 'anna berg@summit.example'))
  expect(uri.protocol).toBe('otpauth:')
  expect(uri.host).toBe('totp')
  expect(decodeURIComponent(uri.pathname)).toBe('/Bulwark:anna berg@summit.example')
  expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: SECRET, issuer: 'Bulwark' })
})
