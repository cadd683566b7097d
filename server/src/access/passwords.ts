import { hash, verify } from '@node-rs/argon2'

/** How people's passwords are kept: argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** False, after the same time, when there is no hash to compare with. */
  matches(stored: string | null | undefined, password: string): Promise<boolean>
}

// The least that is recommended for argon2id where it is the only guard: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function openPasswords(): Passwords {
  const nobody = hash('no user has this password', COST)
  return {
    hash: (password) => hash(password, COST),
    async matches(stored, password) {
      const fits = await verify(stored ?? (await nobody), password)
      return fits && typeof stored === 'string'
    },
  }
}
