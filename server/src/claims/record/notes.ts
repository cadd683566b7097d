import { flag, instant, int, oneOf, text, withDefault } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { command } from '../../db/statement.ts'
import { insertInto, type TableRow, table } from '../../db/table.ts'
import type { Acting } from '../../http/caller.ts'

export const noteTypes = ['General', 'Phone', 'System', 'Inspection', 'Customer'] as const

export const noteTable = table('claim_note', {
  ...{ id: withDefault(int), claim_id: int, type: oneOf(noteTypes), text, is_internal: flag },
  ...{ created_at: instant, created_by: text },
})
export type NoteRow = TableRow<typeof noteTable>

/** A note counts as a change of its claim. Only the claim is locked: notes do not wait for changes of its contract. */
const COUNT = command(`update claim set notes_count = notes_count + 1, updated_at = $2, updated_by = $3,
  row_version = row_version + 1 where id = $1`)

/** Appends a note to a claim. Notes are never changed. */
export async function appendNote(
  tx: Tx,
  { caller, now }: Acting,
  claimId: number,
  note: Pick<NoteRow, 'type' | 'text' | 'is_internal'>,
): Promise<NoteRow> {
  await COUNT.run(tx, [claimId, now, caller.name])
  const row = { ...note, claim_id: claimId, created_at: now, created_by: caller.name }
  return { ...row, id: await insertInto(tx, noteTable, row) }
}
