import { flag, int, orNull, type RowOf, text } from '../db/columns.ts'
import type { Db, Tx } from '../db/database.ts'
import { statement } from '../db/statement.ts'
import { emit } from '../db/unit-of-work.ts'
import { ownCounts } from '../domain/guessing.ts'
import type { Acting, Caller } from '../http/caller.ts'
import { found, Problem } from '../http/problems.ts'
import type { AccessServices } from './services.ts'

const selfColumns = {
  ...{ userName: text, email: text, firstName: text, lastName: text, accountHolderId: orNull(int) },
  passwordHash: orNull(text),
  invitationHash: orNull(text),
  resetHash: orNull(text),
  totpSecret: orNull(text),
  totpConfirmed: flag,
  totpLastStep: orNull(int),
}
export type Self = RowOf<typeof selfColumns>

// An invitation or code that has expired is as good as none.
const LOCK_SELF = statement(
  selfColumns,
  `select user_name as "userName", email, first_name as "firstName", last_name as "lastName",
     account_holder_id as "accountHolderId", password_hash as "passwordHash",
     case when invitation_until > now() then invitation_hash end as "invitationHash",
     case when reset_until > now() then reset_hash end as "resetHash",
     totp_secret as "totpSecret", totp_confirmed as "totpConfirmed", totp_last_step as "totpLastStep"
   from app_user where id = $1 for update`,
)

/** Clients and API keys have no password, no one-time codes, no sessions and no preferences. */
export function requireUser({ kind }: Caller): void {
  if (kind === 'User') return
  throw new Problem('Forbidden', 'This operation is only for users who sign in with a password.', {
    members: { permission: 'user' },
  })
}

/** The caller's own row, locked. */
export async function lockedSelf(tx: Tx, caller: Caller): Promise<Self> {
  requireUser(caller)
  return found(await LOCK_SELF.first(tx, [caller.id]), `user ${caller.id}`)
}

const CONFIRMED = statement(
  { totpConfirmed: flag },
  'select totp_confirmed as "totpConfirmed" from app_user where id = $1',
)

/** Whether the sign-in of the caller asks for a one-time code. A secret that is not confirmed does not count. */
export const usesOneTimeCodes = async (db: Db, { kind, id }: Caller): Promise<boolean> =>
  kind === 'User' && (await CONFIRMED.first(db, [id]))?.totpConfirmed === true

/**
 * Checks what a signed-in user sends to prove that it is the user, and refuses with 429 after too many wrong ones: whoever
 * found an open session must not guess the password with it.
 */
export function proven<Result>(
  { guesses }: Pick<AccessServices, 'guesses'>,
  caller: Caller,
  check: () => Promise<Result>,
): Promise<Result> {
  return guesses.attempt(ownCounts(caller.tenant.id, caller.id), {
    refusal: 'Too many wrong passwords or codes for this user.',
    isWrong: (error) =>
      error instanceof Problem && (error.code === 'PasswordWrong' || error.code === 'TotpInvalid'),
    run: check,
  })
}

export function emitUserUpdated(tx: Tx, { caller }: Acting): void {
  emit(tx, {
    subject: `users/${caller.id}`,
    type: 'user.updated',
    data: { id: caller.id, number: caller.name, status: 'Active' },
  })
}
