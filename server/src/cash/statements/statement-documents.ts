import { int } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { query, statement } from '../../db/statement.ts'
import type { DocumentOwner } from '../../documents/owner.ts'
import { documentTypeNamed } from '../../domain/document-types.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import { ownAccounts } from '../../ledger/ledger-view.ts'

/** Whether the caller sees what an account holder owes: staff do, and whoever acts for it. */
export async function seesAccountHolder(
  db: Db,
  caller: Pick<Caller, 'scopes'>,
  id: number,
): Promise<boolean> {
  const visible = isLimited(caller) ? ownAccounts(caller, 'h.id') : sql`true`
  const row = await query({
    id: int,
  })`select h.id from account_holder h where h.id = ${id} and ${visible}`.first(db)
  return row !== undefined
}

/** Account holders as owners of documents: their statements. */
export const accountHolderDocuments: DocumentOwner = {
  entityType: 'AccountHolder',
  path: '/accountholders/{accountHolderId}',
  idName: 'accountHolderId',
  tag: 'AccountHolders',
  noun: 'account holder',
  read: 'documents:read',
  write: 'documents:write',
  canSee: seesAccountHolder,
  lock: async (tx: Tx, { caller }, id: number) => {
    found((await seesAccountHolder(tx, caller, id)) ? id : undefined, `account holder ${id}`)
    await LOCK.first(tx, [id])
  },
}

const LOCK = statement({ id: int }, 'select id from account_holder where id = $1 for no key update')

/** What the document of a statement is called. The same statement again is another version of it. */
export function statementFacts(about: {
  readonly number: string
  readonly fromDate: string
  readonly toDate: string
  readonly format: 'Pdf' | 'Csv'
}) {
  const { number, fromDate, toDate, format } = about
  const type = found(documentTypeNamed({ documentTypeCode: 'STATEMENT' }), 'such document type')
  // A number may have characters that a file name cannot have.
  const name = number.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-')
  const fileName = `statement-${name}-${fromDate}-${toDate}.${format.toLowerCase()}`
  return { type, fileName, description: `Statement ${fromDate} to ${toDate}` }
}
