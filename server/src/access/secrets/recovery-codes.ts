import { randomBytes } from 'node:crypto'
import { flag } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command, statement } from '../../db/statement.ts'
import { hashSecret } from './secrets.ts'

// Recovery codes let in a user who has lost the authenticator, each once. They have 60 random bits and are stored as hashes.

const CODES = 10
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A code that is easy to copy: `ABCD-EFGH-IJKL`. */
export function newRecoveryCode(): string {
  const letters = Array.from(randomBytes(12), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return letters.replace(/^(.{4})(.{4})/, '$1-$2-')
}

/** The code without its dashes, in capitals; nothing if it does not look like one. */
function plainCode(sent: string): string | undefined {
  const plain = sent.replaceAll(/[\s-]/g, '').toUpperCase()
  return /^[A-Z2-7]{12}$/.test(plain) ? plain : undefined
}

const hashOf = (plain: string) => hashSecret(`recovery ${plain}`).toString('hex')

/** Gives a user ten new codes. The ones before end. */
export async function renewRecoveryCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, newRecoveryCode)
  await SET.run(tx, [userId, codes.map((code) => hashOf(code.replaceAll('-', '')))])
  return codes
}

/** Uses up a code; false if it is none of the user's, or was used before. The user's row is locked. */
export async function spendRecoveryCode(tx: Tx, userId: number, sent: string): Promise<boolean> {
  const plain = plainCode(sent)
  return plain !== undefined && (await SPEND.first(tx, [userId, hashOf(plain)]))?.spent === true
}

const SET = command('update app_user set recovery_hashes = $2::text[] where id = $1')
const SPEND = statement(
  { spent: flag },
  `update app_user set recovery_hashes = array_remove(recovery_hashes, $2)
   where id = $1 and recovery_hashes @> array[$2::text] returning true as spent`,
)
