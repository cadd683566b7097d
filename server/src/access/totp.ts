import { createHmac, randomBytes } from 'node:crypto'

// Time-based one-time codes (RFC 6238): SHA-1, 30 seconds, six digits, which every authenticator app supports.

const STEP_SECONDS = 30
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

export const newTotpSecret = () => base32(randomBytes(20))

export function totpUri(secret: string, userName: string): string {
  return `otpauth://totp/${encodeURIComponent(`Bulwark:${userName}`)}?secret=${secret}&issuer=Bulwark`
}

export const stepAt = (instant: Date) => Math.floor(instant.getTime() / 1000 / STEP_SECONDS)

export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  const number = (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000
  return String(number).padStart(6, '0')
}

/** The time step of a code, with one step of drift allowed; nothing if the code is wrong or was used before. */
export function stepOfCode(
  secret: string,
  code: string,
  now: Date,
  lastUsed: number | null,
): number | undefined {
  const step = stepAt(now)
  return [step, step - 1, step + 1].find(
    (candidate) => candidate > (lastUsed ?? 0) && codeAt(secret, candidate) === code,
  )
}

function base32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((five) => ALPHABET[Number.parseInt(five.padEnd(5, '0'), 2)])
    .join('')
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => ALPHABET.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}
