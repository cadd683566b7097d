import { createHmac, randomBytes } from 'node:crypto'

// Signatures as https://www.standardwebhooks.com has them.

const PREFIX = 'whsec_'
const KEY_BYTES = 32

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(KEY_BYTES).toString('base64')}`

/** The key that a secret stands for. */
export const signingKey = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), 'base64')

export interface Signed {
  /** The id of the event: the same on each attempt, so that a receiver knows a repeat. */
  readonly id: string
  /** Seconds, in real time. */
  readonly timestamp: number
  readonly body: string
}

/** The value of `webhook-signature`: one signature for each key, with spaces in between. */
export function signatureOf(keys: readonly Buffer[], { id, timestamp, body }: Signed): string {
  const signed = `${id}.${timestamp}.${body}`
  return keys.map((key) => `v1,${createHmac('sha256', key).update(signed).digest('base64')}`).join(' ')
}
