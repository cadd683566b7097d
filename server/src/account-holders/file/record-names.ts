import { int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { NamedRecord } from '../fields.ts'
import type { FileForm } from './file-form.ts'
import type { FileNames, KnownProgram } from './names.ts'

/** The numbers and codes of records that are referred to, by their ids. */
export async function loadRecordNames(
  db: Db,
  referred: readonly NamedRecord[],
  programs: readonly KnownProgram[],
  names?: FileNames,
): Promise<FileForm['nameOf']> {
  const rows = await NAMES_OF_IDS.rows(db, [referred.map(({ id }) => id)])
  const numbers = new Map(rows.map(({ id, number }) => [id, number]))
  const groups = new Map((await GROUP_CODES.rows(db, [])).map(({ id, code }) => [id, code]))
  const codes = new Map(programs.map(({ id, code }) => [id, code]))
  return (type, id) => {
    const known = type === 'Program' ? codes : type === 'PortalVisibilityGroup' ? groups : numbers
    return known.get(id) ?? names?.recordWithId(type, id)?.name ?? String(id)
  }
}

const NAMES_OF_IDS = statement(
  { id: int, number: text },
  'select id, number from account_holder where id = any($1::bigint[])',
)
const GROUP_CODES = statement({ id: int, code: text }, 'select id, code from portal_visibility_group')
