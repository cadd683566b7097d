import { createHash } from 'node:crypto'

// Makes an answer of the sandbox a short example that is the same each time it is made: lists have an entry or two, and what
// is secret, random or by real time is made up.

/** The first bytes of a PDF. */
const CONTENT = Buffer.from('%PDF-1.7\n').toString('base64')
const INSTANT = '2026-08-03T15:00:00.000Z'

/** Fields whose values open something, and what an example has instead. */
const madeUp: Readonly<Record<string, string>> = {
  access_token: 'made-up-access-token',
  clientId: 'made-up-client',
  clientSecret: 'made-up-client-secret',
  csrfToken: 'made-up-csrf-token',
  invitation: 'made-up-invitation',
  key: 'bw_test_made-up-key',
  lockToken: 'made-up-lock-token',
  next: 'made-up-cursor',
  quoteId: 'q_made-up-quote',
  rateQuoteId: 'q_made-up-quote',
  rateId: 'r_1.made-up-quote',
  secret: 'whsec_bWFkZS11cC13ZWJob29rLXNlY3JldA==',
  uri: 'otpauth://totp/Bulwark:made-up?secret=MADEUPSECRET',
  url: 'https://hooks.example/bulwark',
}
/** Only where the value is not one that a person chose. */
const isMadeBy = (key: string, value: string) =>
  key === 'key'
    ? value.startsWith('bw_')
    : key === 'clientId'
      ? !value.startsWith('sandbox-')
      : key === 'url'
        ? /\/(uploads|downloads)\/|localhost|127\.0\.0\.1/.test(value)
        : true

const base64Fields = new Set(['data', 'documentData'])
const uuid = /[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Trims values one after the other. Equal random values become equal made-up ones. */
export function trimmer(): (value: unknown) => unknown {
  const uuids = new Map<string, string>()
  const records = new Map<string, string>()
  const known = (id: string) => {
    const made = uuids.get(id) ?? `00000000-0000-4000-8000-${String(uuids.size + 1).padStart(12, '0')}`
    uuids.set(id, made)
    return made
  }
  const text = (key: string, value: string): string => {
    const secret = madeUp[key]
    if (secret !== undefined && isMadeBy(key, value)) return secret
    if (base64Fields.has(key) && value.length > 200) return CONTENT
    if (instant.test(value) && isReal(value)) return INSTANT
    if (/^[\da-f]{64}$/.test(value)) return createHash('sha256').update(key).digest('hex')
    if (key === 'code' && /^\d{6}$/.test(value)) return '123456'
    if (key === 'codes') return 'MADE-UPCO-DE22'
    // A record of the audit by its lane, which is drawn.
    if (key === 'id' && /^\d+-\d+$/.test(value)) {
      const made = records.get(value) ?? `1-${records.size + 1}`
      records.set(value, made)
      return made
    }
    if (key === 'last4' && /\D/.test(value)) return 'mKey'
    return value
      .replaceAll(uuid, known)
      .replaceAll(/\b1\.[\w-]{40,}/g, 'made-up-invitation')
      .replaceAll('http://127.0.0.1:0', 'https://bulwark.example')
  }
  const trim = (value: unknown, key: string, depth: number): unknown => {
    if (typeof value === 'string') return text(key, value)
    if (Array.isArray(value))
      return value
        .slice(0, depth > 3 || JSON.stringify(value[0] ?? null).length > 1_500 ? 1 : 2)
        .map((item) => trim(item, key, depth + 1))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => [name, trim(part, name, depth + 1)]),
    )
  }
  return (value) => trim(value, '', 0)
}

/** Whether an instant is by real time and not by the clock of the sandbox. */
const isReal = (value: string) => Math.abs(Date.parse(value) - Date.now()) < 3 * 86_400_000
