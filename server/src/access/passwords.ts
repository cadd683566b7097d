import { hash, verify } from '@node-rs/argon2'
import { ownWords, plainWeakness } from '../domain/password-rules.ts'
import { Problem } from '../http/problems.ts'
import { type Judge, openJudge } from './judge-thread.ts'

/** Hashes and checks passwords with argon2id, and judges new ones. */
export interface Passwords {
  hash(password: string): Promise<string>
  /** False if there is no stored hash, after the same time. */
  matches(stored: string | null | undefined, password: string): Promise<boolean>
  /** What is wrong with a new password; `names` are the user's own, its company's and its administrator's. */
  weaknessOf(password: string, names: readonly (string | null)[]): Promise<string | undefined>
}

// The recommended minimum for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export function openPasswords(cost = COST, judge: Judge = openJudge()): Passwords {
  const unknownUser = hash('no user has this password', cost)
  return {
    hash: (password) => hash(password, cost),
    async matches(stored, password) {
      const fits = await verify(stored ?? (await unknownUser), password)
      return fits && typeof stored === 'string'
    },
    weaknessOf: async (password, names) =>
      plainWeakness(password, names) ?? (await judge(password, ownWords(names))),
  }
}

/** Refuses a password that is too short or easy to guess. */
export async function requireStrong(
  passwords: Pick<Passwords, 'weaknessOf'>,
  password: string,
  names: readonly (string | null)[],
  pointer: string,
): Promise<void> {
  const weakness = await passwords.weaknessOf(password, names)
  if (!weakness) return
  throw new Problem('PasswordTooWeak', weakness, {
    errors: [{ pointer, code: 'PasswordTooWeak', message: weakness }],
  })
}
