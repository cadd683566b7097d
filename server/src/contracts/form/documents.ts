import { z } from 'zod'
import { int } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { query, statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { AddedFile, DocumentOwner } from '../../documents/owner.ts'
import { documentRoutesFor } from '../../documents/owner-routes.ts'
import { documentRoutes } from '../../documents/routes.ts'
import { documentShapes } from '../../documents/schemas.ts'
import { documentTypeById } from '../../domain/document-types.ts'
import { found } from '../../http/problems.ts'
import type { Route } from '../../http/route.ts'
import { Instant } from '../../http/schemas.ts'
import { lockContract } from '../record/change-state.ts'
import { findLease, leased } from '../record/leases.ts'
import { andVisibleTo, contractTable } from '../record/rows.ts'
import { type FormServices, writeForm } from './write-form.ts'

const ENTITY = 'Contract'

const documentFields = {
  sent: { isSigned: z.boolean().optional(), signedAt: Instant.nullable().optional() },
  shown: { isSigned: z.boolean(), signedAt: Instant.nullable() },
  show: ({ isSigned = false, signedAt = null }) => ({ isSigned, signedAt }),
} satisfies DocumentOwner['documentFields']

/** A contract's document also says whether and when it was signed. */
export const ContractDocument = documentShapes({ entityType: ENTITY, documentFields }).row

/** Contracts as owners of documents and files. Documents can be added to a contract in any status. */
export const contractDocuments = (services: FormServices): DocumentOwner => ({
  entityType: ENTITY,
  path: '/contracts/{contractId}',
  idName: 'contractId',
  tag: 'Contracts',
  noun: 'contract',
  read: 'documents:read',
  write: 'documents:write',
  async canSee(db, caller, id) {
    const visible = query({ id: int })`select c.id from contract c where c.id = ${id} ${andVisibleTo(caller)}`
    return (await visible.first(db)) !== undefined
  },
  lock: lockContract,
  async lockForUpload(tx, { caller, now }, id) {
    await LOCK.first(tx, [id])
    const lease = await findLease(tx, id, now)
    if (lease && lease.holder_key !== caller.key) throw leased(lease)
  },
  onFileAdded: emitUpdated,
  documentFields,
  fileIdName: 'contractFileId',
  generate: (acting, id) => writeForm(services, acting, id),
})

/**
 * The documents and files of contracts, and the routes that read a document by its own id. Records of later rooms that have
 * documents are `others`.
 */
export function contractDocumentRoutes(
  services: FormServices,
  others: readonly DocumentOwner[] = [],
): readonly Route[] {
  const owner = contractDocuments(services)
  return [...documentRoutesFor(services, owner), ...documentRoutes(services, [owner, ...others])]
}

const LOCK = statement({ id: int }, 'select id from contract where id = $1 for update')
const CONTRACT = statement(
  contractTable.pick('number', 'status'),
  'select number, status from contract where id = $1',
)
const DOCUMENT_TYPES = statement(
  { type: int },
  `select distinct document_type_id as type from document
   where entity_type = '${ENTITY}' and entity_id = $1 and versions > 0`,
)

/** A new document counts as an update of the contract, although the contract's own fields have not changed. */
async function emitUpdated(tx: Tx, id: number, _file: AddedFile): Promise<void> {
  const contract = found(await CONTRACT.first(tx, [id]), `contract ${id}`)
  emit(tx, { subject: `contracts/${id}`, type: 'contract.updated', data: { id, ...contract } })
}

/** The codes of the types of documents that have been uploaded. */
export async function loadDocumentTypes(db: Db, contractId: number): Promise<ReadonlySet<string>> {
  const rows = await DOCUMENT_TYPES.rows(db, [contractId])
  return new Set(rows.map(({ type }) => documentTypeById(type).code))
}
