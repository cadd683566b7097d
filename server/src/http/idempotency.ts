import { z } from 'zod'
import { bytes, flag, int, json, orNull, text } from '../db/columns.ts'
import { codeOf, type Tx } from '../db/database.ts'
import { decrypt, encrypt, type Key, keyedHash } from '../db/keys.ts'
import { packText, unpackText, WORTH_PACKING } from '../db/packed.ts'
import { statement } from '../db/statement.ts'
import type { AnswerRow } from '../db/write-record.ts'
import type { Caller } from './caller.ts'
import { Problem } from './problems.ts'
import { refuse } from './validation.ts'

/** An answer as it is sent. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
}

/** A request with an Idempotency-Key: the caller, the key, and what makes another request the same. */
export interface KeyedRequest {
  readonly caller: string
  readonly key: string
  readonly lock: string
  readonly fingerprint: Buffer
  /** Whether a stored fingerprint belongs to this request, even if our data key has been rotated since. */
  isSame(fingerprint: Buffer): boolean
}

const KEY_AT_MOST = 255

export function keyedRequest(
  keys: readonly Key[],
  caller: Caller,
  header: string,
  request: { method: string; path: string; query: unknown; body: unknown },
): KeyedRequest {
  if (header.length === 0 || header.length > KEY_AT_MOST)
    throw refuse([
      {
        pointer: 'Idempotency-Key',
        code: 'Length',
        message: `The key must have 1 to ${KEY_AT_MOST} characters.`,
      },
    ])
  const same = `${request.method} ${request.path} ${canonical(request.query)} ${canonical(request.body)}`
  return {
    caller: caller.key,
    key: header,
    // All administrators of a database share its advisory locks, so the administrator is part of the lock.
    lock: `${caller.tenant.id} ${caller.key} ${header}`,
    // An HMAC, so that a reader of the table cannot test guesses of a body.
    fingerprint: keyedHash(keys, 'idempotency', same),
    isSame: (stored) => keys.some((key) => keyedHash([key], 'idempotency', same).equals(stored)),
  }
}

/** JSON with the names of each object sorted, so that the same content gives the same text. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return `{${entries.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join(',')}}`
}

const StoredHeaders = z.record(z.string(), z.string())
// The key is locked where its row is: every request with a key asks with this statement.
const LOCK_AND_FIND = statement(
  {
    isLocked: flag,
    ...{ fingerprint: orNull(bytes), status: orNull(int), body: orNull(text) },
    packedBody: orNull(bytes),
    headers: orNull(json((value) => StoredHeaders.parse(value))),
  },
  `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as "isLocked", i.fingerprint, i.status, i.headers, i.body,
     i.packed_body as "packedBody"
   from (select 1) as one left join idempotency i on i.caller = $2 and i.key = $3`,
)

/**
 * The stored answer of an earlier request with this key, if there is one. Refuses while that request is running,
 * and when the key was used for another request. Locks the key until the transaction ends.
 */
export async function findReplay(
  tx: Tx,
  keys: readonly Key[],
  request: KeyedRequest,
): Promise<Answer | undefined> {
  const stored = await LOCK_AND_FIND.first(tx, [request.lock, request.caller, request.key])
  if (!stored?.isLocked)
    throw new Problem(
      'RequestInProgress',
      'The first request with this Idempotency-Key is still running. Try again in a moment.',
      {
        headers: { 'Retry-After': '1' },
      },
    )
  if (stored.fingerprint === null || stored.status === null) return undefined
  if (!request.isSame(stored.fingerprint))
    throw new Problem('IdempotencyKeyReused', 'This Idempotency-Key was already used for another request.')
  const { sealed, ...headers } = stored.headers ?? {}
  const text = stored.packedBody ? unpackText(stored.packedBody) : stored.body
  const body = sealed && text !== null ? decrypt(keys, text) : text
  return { status: stored.status, headers: { ...headers, 'Idempotency-Replayed': 'true' }, body }
}

const ATTEMPTS = 3

/**
 * Runs a transaction that begins with `findReplay` and saves an answer. The look-up sees what was committed before it began.
 * If the first request has committed between that and the lock, saving a second answer fails, and nothing of the
 * transaction is kept. It runs again, and then finds the answer.
 */
export async function answeringOnce<Result>(transact: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await transact()
    } catch (error) {
      if (attempt === ATTEMPTS || !isAnsweredAlready(error)) throw error
    }
  }
}

const isAnsweredAlready = (error: unknown): boolean =>
  codeOf(error) === '23505' && (error as { constraint?: string }).constraint === 'idempotency_pkey'

/** An answer as it is stored. One that contains a secret is encrypted; another one is packed if it is long. */
export function storedAnswer(
  keys: readonly Key[],
  request: KeyedRequest,
  answer: Answer,
  carriesSecret: boolean,
): AnswerRow {
  const seal = carriesSecret && answer.body !== null
  return {
    caller: request.caller,
    key: request.key,
    fingerprint: request.fingerprint,
    status: answer.status,
    headers: JSON.stringify(seal ? { ...answer.headers, sealed: 'true' } : answer.headers),
    ...storedBody(keys, answer.body, seal),
  }
}

function storedBody(
  keys: readonly Key[],
  body: string | null,
  seal: boolean,
): Pick<AnswerRow, 'body' | 'packedBody'> {
  if (body === null) return { body, packedBody: null }
  if (seal) return { body: encrypt(keys, body), packedBody: null }
  return body.length < WORTH_PACKING ? { body, packedBody: null } : { body: null, packedBody: packText(body) }
}
