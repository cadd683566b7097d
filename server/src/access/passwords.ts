import { hash, verify } from '@node-rs/argon2'

/** Hashes and checks passwords with argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** False if there is no stored hash, after the same time. */
  matches(stored: string | null | undefined, password: string): Promise<boolean>
}

// The recommended minimum for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function openPasswords(): Passwords {
  const unknownUser = hash('no user has this password', COST)
  return {
    hash: (password) => hash(password, COST),
    async matches(stored, password) {
      const fits = await verify(stored ?? (await unknownUser), password)
      return fits && typeof stored === 'string'
    },
  }
}
