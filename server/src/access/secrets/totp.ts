import { timingSafeEqual } from 'node:crypto'
import { HOTP, Secret } from 'otpauth'

// Time-based one-time codes (RFC 6238): SHA-1, 30 seconds, six digits, which every authenticator app supports. `otpauth` makes
// the codes; that a code is accepted once is our rule.

const STEP_SECONDS = 30

/** 160 random bits in base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

export function totpUri(secret: string, userName: string): string {
  return `otpauth://totp/${encodeURIComponent(`Bulwark:${userName}`)}?secret=${secret}&issuer=Bulwark`
}

export const stepAt = (instant: Date) => Math.floor(instant.getTime() / 1000 / STEP_SECONDS)

export const codeAt = (secret: string, step: number): string =>
  HOTP.generate({ secret: Secret.fromBase32(secret), counter: step })

/** The time step of a code, with one step of drift allowed; nothing if the code is wrong or was used before. */
export function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  lastUsed: number | null,
): number | undefined {
  const step = stepAt(now)
  return [step, step - 1, step + 1].find(
    (candidate) => candidate > (lastUsed ?? 0) && isSame(codeAt(secret, candidate), code),
  )
}

/** Compares in constant time. */
function isSame(code: string, sent: string): boolean {
  const [right, given] = [Buffer.from(code), Buffer.from(sent)]
  return right.length === given.length && timingSafeEqual(right, given)
}
