import { hash, verify } from '@node-rs/argon2'
import { Problem } from '../http/problems.ts'

/** Hashes and checks passwords with argon2id. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** False if there is no stored hash, after the same time. */
  matches(stored: string | null | undefined, password: string): Promise<boolean>
}

// The recommended minimum for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function openPasswords(cost = COST): Passwords {
  const unknownUser = hash('no user has this password', cost)
  return {
    hash: (password) => hash(password, cost),
    async matches(stored, password) {
      const fits = await verify(stored ?? (await unknownUser), password)
      return fits && typeof stored === 'string'
    },
  }
}

const SHORTEST = 12
const LONGEST = 256

/** Refuses a password that is too short or easy to guess. */
export function requireStrong(password: string, userName: string, pointer: string): void {
  const weakness = weaknessOf(password, userName)
  if (!weakness) return
  throw new Problem('PasswordTooWeak', weakness, {
    errors: [{ pointer, code: 'PasswordTooWeak', message: weakness }],
  })
}

function weaknessOf(password: string, userName: string): string | undefined {
  const length = [...password].length
  if (length < SHORTEST) return `The password has ${length} characters; it must have at least ${SHORTEST}.`
  if (length > LONGEST) return `The password must have at most ${LONGEST} characters.`
  if (password.toLowerCase() === userName.toLowerCase()) return 'The password must not be the user name.'
  if (new Set(password).size === 1) return 'The password must not be one character repeated.'
  return undefined
}
