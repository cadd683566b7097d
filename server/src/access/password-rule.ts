import { Problem } from '../http/problems.ts'

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
