import { text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { Problem } from '../../http/problems.ts'

// A cursor is a position and a part of the id of the event there. After a restore or a reset, another event has that
// position, or none: such a cursor is refused, because the reader would skip what it has not seen.

/** A place in the log: after the event that has this position and id. */
export interface Place {
  readonly position: number
  readonly id: string
}

/** Before the first event. */
export const BEGINNING: Place = { position: 0, id: '00000000-0000-0000-0000-000000000000' }

const BYTES = 16
const CHECK_BYTES = 10

export function writeCursor({ position, id }: Place): string {
  const bytes = Buffer.alloc(BYTES)
  bytes.writeUIntBE(position, 0, BYTES - CHECK_BYTES)
  checkOf(id).copy(bytes, BYTES - CHECK_BYTES)
  return bytes.toString('base64url')
}

const checkOf = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex').subarray(0, CHECK_BYTES)

/** The position and the check of a cursor; nothing if the text is none. */
export function readCursor(
  cursor: string,
): { readonly position: number; readonly check: string } | undefined {
  const bytes = Buffer.from(cursor, 'base64url')
  if (bytes.length !== BYTES || bytes.toString('base64url') !== cursor) return undefined
  return {
    position: bytes.readUIntBE(0, BYTES - CHECK_BYTES),
    check: bytes.toString('hex', BYTES - CHECK_BYTES),
  }
}

const AT = statement({ id: text }, 'select id from event where position = $1')

/** The place of the event with this position. Positions have no gaps, so only one beyond the log has none. */
export async function findAt(db: Db, position: number): Promise<Place | undefined> {
  if (position === 0) return BEGINNING
  const row = await AT.first(db, [position])
  return row && { position, id: row.id }
}

/** The place that a cursor means. Refuses a cursor that is not of this log. */
export async function findPlace(db: Db, cursor: string | undefined): Promise<Place> {
  if (cursor === undefined) return BEGINNING
  const read = readCursor(cursor)
  const place = read && (await findAt(db, read.position))
  if (!read || !place || checkOf(place.id).toString('hex') !== read.check)
    throw new Problem(
      'CursorInvalid',
      'The cursor is not one of this event log. Begin again without one, and tell repeats by the id of an event.',
    )
  return place
}
