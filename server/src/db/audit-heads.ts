import { randomBytes } from 'node:crypto'
import { bytes, int, orNull, type RowOf, text } from './columns.ts'
import type { Db } from './database.ts'
import { hmacOf } from './hmac.ts'
import { command, statement } from './statement.ts'

/** The key that seals the chain. It is kept outside the database, so that a forged record can be detected. */
export interface AuditKey {
  readonly id: string
  readonly secret: Buffer
}

/** The last record of a lane of the chain, and the seal over it. A lane that was never opened has no seal. */
export const headColumns = {
  lane: int,
  seq: int,
  hash: bytes,
  opened: orNull(bytes),
  keyId: orNull(text),
  seal: orNull(bytes),
}
export type Head = RowOf<typeof headColumns>

export const HEAD_COLUMNS = 'lane, seq, hash, opened, key_id as "keyId", seal'

/** The seal of a head: over the lane, how many records it has, and the seal of the last one. */
export function headSeal(
  { secret }: AuditKey,
  { opened, lane, seq, hash }: Pick<Head, 'opened' | 'lane' | 'seq' | 'hash'>,
): Buffer {
  const text = JSON.stringify(['head', opened?.toString('hex') ?? null, lane, seq, hash.toString('hex')])
  return hmacOf(secret, text)
}

/** Whether the head is as a service left it. */
export function isSealed(keys: readonly AuditKey[], head: Head): boolean {
  const key = keys.find(({ id }) => id === head.keyId)
  return key !== undefined && head.seal !== null && headSeal(key, head).equals(head.seal)
}

const NO_SEAL = Buffer.alloc(32)

/**
 * The seal for the next head. A head that was tampered with stays without a valid seal: otherwise the next write would make
 * it good again, and nobody would notice.
 */
export function nextSeal(
  keys: readonly AuditKey[],
  key: AuditKey,
  head: Head,
  seq: number,
  hash: Buffer,
): Buffer {
  return isSealed(keys, head) ? headSeal(key, { ...head, seq, hash }) : (head.seal ?? NO_SEAL)
}

const UNOPENED = statement(
  headColumns,
  `select ${HEAD_COLUMNS} from audit_lane where seal is null order by lane for update`,
)
const OPEN = command(`update audit_lane l set opened = n.opened, key_id = $2, seal = n.seal
  from unnest($1::int[], $3::bytea[], $4::bytea[]) as n (lane, opened, seal) where l.lane = n.lane`)

/** Seals the lanes of a new administrator, or of one from before heads were sealed. */
export async function openLanes(
  tx: Db,
  keys: readonly AuditKey[],
  draw: () => Buffer = () => randomBytes(16),
): Promise<number> {
  const [key] = keys
  if (!key) throw new Error('There is no audit key.')
  const heads = (await UNOPENED.rows(tx, [])).map((head) => ({ ...head, opened: draw() }))
  if (heads.length > 0)
    await OPEN.run(tx, [
      heads.map(({ lane }) => lane),
      key.id,
      heads.map(({ opened }) => opened),
      heads.map((head) => headSeal(key, head)),
    ])
  return heads.length
}
