import { int, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { query, statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { DocumentOwner } from '../../documents/owner.ts'
import { found } from '../../http/problems.ts'
import { seeClaim } from '../record/load-claim.ts'
import { andSeenBy } from '../record/visibility.ts'

/** The type of the letters about decisions. */
export const DECISION = 'DECISION'

/** Claims as owners of documents. Documents can be added to a claim in any status. */
export const claimDocuments: DocumentOwner = {
  entityType: 'Claim',
  path: '/claims/{claimId}',
  idName: 'claimId',
  tag: 'Claims',
  noun: 'claim',
  read: 'claims:read',
  write: 'claims:write',
  documentTypes: [
    ...['ESTIMATE', 'INVOICE', 'PHOTO', 'SETTLEMENT', 'PAYOFF', 'FINANCE', 'POLICE', 'INSPECTION', 'OTHER'],
    DECISION,
  ],
  async canSee(db, caller, id) {
    const seen = query({ id: int })`
      select m.id from claim m join contract c on c.id = m.contract_id where m.id = ${id} ${andSeenBy(caller)}`
    return (await seen.first(db)) !== undefined
  },
  async lock(tx, { caller }, id) {
    await seeClaim(tx, caller, id)
    await LOCK.first(tx, [id])
  },
  onFileAdded: emitUpdated,
  documentIdName: 'claimDocumentId',
}

const LOCK = statement({ id: int }, 'select id from claim where id = $1 for no key update')
const CLAIM = statement({ number: text, status: text }, 'select number, status from claim where id = $1')

/** A new document counts as an update of the claim: its answer lists documents. */
async function emitUpdated(tx: Tx, id: number): Promise<void> {
  const claim = found(await CLAIM.first(tx, [id]), `claim ${id}`)
  emit(tx, { subject: `claims/${id}`, type: 'claim.updated', data: { id, ...claim } })
}
