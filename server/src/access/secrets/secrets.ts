import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

// Our secrets have 256 random bits, so a plain hash is enough to store and find them.

export const newSecret = () => randomBytes(32).toString('base64url')

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/** Compares in constant time. */
export const sameHash = (left: Buffer, right: Buffer) =>
  left.length === right.length && timingSafeEqual(left, right)
