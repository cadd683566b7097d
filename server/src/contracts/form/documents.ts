import { z } from 'zod'
import { seesContract } from '../../access/scope.ts'
import { type Db, run, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { AddedFile, DocumentOwner } from '../../documents/owner.ts'
import { documentRoutesFor } from '../../documents/owner-routes.ts'
import { documentRoutes } from '../../documents/routes.ts'
import { documentTypeOf } from '../../domain/document-types.ts'
import type { Route } from '../../http/route.ts'
import { Instant } from '../../http/schemas.ts'
import { lockContract } from '../record/change-state.ts'
import { findLease, leased } from '../record/leases.ts'
import { type FormServices, writeForm } from './write-form.ts'

const ENTITY = 'Contract'

/** Contracts as owners of documents and files. Whatever has become of a contract, something can be put to its papers. */
export const contractDocuments = (services: FormServices): DocumentOwner => ({
  entityType: ENTITY,
  path: '/contracts/{contractId}',
  idName: 'contractId',
  tag: 'Contracts',
  noun: 'contract',
  read: 'documents:read',
  write: 'documents:write',
  async canSee(db, caller, id) {
    const sees = seesContract(caller) ?? sql`true`
    const { rows } = await sql`select 1 from contract c where c.id = ${id} and ${sees}`.execute(db)
    return rows.length > 0
  },
  lock: lockContract,
  async lockForUpload(tx, { caller, now }, id) {
    await run(tx, 'select from contract where id = $1 for update', [id])
    const lease = await findLease(tx, id, now)
    if (lease && lease.holder_key !== caller.key) throw leased(lease)
  },
  onFileAdded: tellOf,
  documentFields: {
    sent: { isSigned: z.boolean().optional(), signedAt: Instant.nullable().optional() },
    shown: { isSigned: z.boolean(), signedAt: Instant.nullable() },
    show: ({ isSigned = false, signedAt = null }) => ({ isSigned, signedAt }),
  },
  fileIdName: 'contractFileId',
  generate: (acting, id) => writeForm(services, acting, id),
})

/** The documents and files of contracts, and those that are read by themselves. */
export function contractDocumentRoutes(services: FormServices): readonly Route[] {
  const owner = contractDocuments(services)
  return [...documentRoutesFor(services, owner), ...documentRoutes(services, [owner])]
}

/** A contract with other papers is another one to whoever follows it, although its own fields are as before. */
async function tellOf(tx: Tx, id: number, _file: AddedFile): Promise<void> {
  const [contract] = await run<{ number: string | null; status: string }>(
    tx,
    'select number, status from contract where id = $1',
    [id],
  )
  emit(tx, { subject: `contracts/${id}`, type: 'contract.updated', data: { id, ...contract } })
}

/** The types of the documents that have arrived, by code. */
export async function documentTypesOn(db: Db, contractId: number): Promise<ReadonlySet<string>> {
  const rows = await run<{ type: number }>(
    db,
    `select distinct document_type_id as type from document
     where entity_type = '${ENTITY}' and entity_id = $1 and versions > 0`,
    [contractId],
  )
  return new Set(rows.map(({ type }) => documentTypeOf(type).code))
}
