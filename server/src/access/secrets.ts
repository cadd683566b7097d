import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

// Secrets that we make have 256 random bits: a plain hash keeps them, and finds them again.

export const newSecret = () => randomBytes(32).toString('base64url')

export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/** Compares in a time that says nothing about where they differ. */
export const sameHash = (left: Buffer, right: Buffer) =>
  left.length === right.length && timingSafeEqual(left, right)
