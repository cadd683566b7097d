import { z } from 'zod'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { Id, Instant, text } from '../../http/schemas.ts'
import { type Filters, type ListQuery, listOf, type Sort } from '../../http/search.ts'
import { refuse } from '../../http/validation.ts'
import { seeClaim } from '../record/load-claim.ts'
import { appendNote, type NoteRow, noteTable, noteTypes } from '../record/notes.ts'

export const NoteModel = z
  .object({
    id: Id,
    claimId: Id,
    type: z.enum(noteTypes),
    text: z.string(),
    isInternal: z.boolean(),
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'Note' })
type NoteModel = z.input<typeof NoteModel>

export const NewNote = z
  .strictObject({
    type: z.enum(noteTypes).default('General'),
    text: text(10_000),
    isInternal: z
      .boolean()
      .optional()
      .describe('Only the administrator reads internal notes. Default: true; for callers outside it, false.'),
  })
  .meta({ id: 'NoteCreateData', example: { type: 'Phone', text: 'The shop sends photos tomorrow.' } })

const noteAnswer = ({ claim_id, is_internal, created_at, created_by, ...note }: NoteRow): NoteModel => ({
  ...{ id: note.id, claimId: claim_id, type: note.type, text: note.text, isInternal: is_internal },
  ...{ createdAt: created_at.toISOString(), createdBy: created_by },
})

/** Appends a note. A caller outside the administrator writes notes that it can read. */
export async function addNote(
  tx: Tx,
  acting: Acting,
  claimId: number,
  { isInternal, ...note }: z.output<typeof NewNote>,
): Promise<NoteModel> {
  const isOutside = isLimited(acting.caller)
  if (isOutside && isInternal === true)
    throw refuse([
      {
        ...{ pointer: '/isInternal', code: 'Enum' },
        message: 'Only the administrator writes internal notes. Send false, or leave isInternal out.',
      },
    ])
  const { number, status } = await seeClaim(tx, acting.caller, claimId)
  const row = await appendNote(tx, acting, claimId, { ...note, is_internal: isInternal ?? !isOutside })
  emit(tx, { subject: `claims/${claimId}`, type: 'claim.updated', data: { id: claimId, number, status } })
  return noteAnswer(row)
}

const NOTE = statement(
  noteTable.columns,
  `select ${noteTable.list()} from claim_note where claim_id = $1 and id = $2`,
)

/** A note of a claim that the caller sees. An internal note is not found by callers outside the administrator. */
export async function readNote(db: Db, caller: Caller, claimId: number, id: number): Promise<NoteModel> {
  await seeClaim(db, caller, claimId)
  const row = await NOTE.first(db, [claimId, id])
  const isHidden = row?.is_internal === true && isLimited(caller)
  return noteAnswer(found(isHidden ? undefined : row, `note ${id} of claim ${claimId}`))
}

export const noteSearch = {
  filters: {
    type: { match: 'oneOf', column: 'n.type', values: noteTypes },
    since: { match: 'since', column: 'n.created_at' },
  },
  sort: { createdAt: { column: 'n.created_at' } },
} as const satisfies { filters: Filters; sort: Sort }

/** The notes of a claim that the caller may read, oldest first. */
export async function noteList(db: Db, caller: Caller, claimId: number): Promise<ListQuery<NoteModel>> {
  await seeClaim(db, caller, claimId)
  return listOf({
    ...noteSearch,
    columns: noteTable.columns,
    select: noteTable.list('n'),
    from: 'claim_note n',
    id: 'n.id',
    where: [sql`n.claim_id = ${claimId}`, isLimited(caller) ? sql`not n.is_internal` : undefined],
    row: noteAnswer,
  })
}
