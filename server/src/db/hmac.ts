import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'

const keyObjects = new WeakMap<Buffer, KeyObject>()

/**
 * The HMAC-SHA256 of a text. The key of each secret is made once: making it takes as long as the rest, and a write makes several
 * of these.
 */
export function hmacOf(secret: Buffer, text: string): Buffer {
  const key = keyObjects.get(secret) ?? createSecretKey(secret)
  keyObjects.set(secret, key)
  return createHmac('sha256', key).update(text).digest()
}
