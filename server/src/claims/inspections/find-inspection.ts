import { int, text } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { type Sql, sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import { lockedOnce } from '../../db/unit-of-work.ts'
import { type Caller, isLimited } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import {
  INSPECTION_SELECT,
  INSPECTIONS,
  type InspectionRead,
  inspectionAnswer,
  inspectionColumns,
  loadInspections,
} from '../record/inspection-answer.ts'
import type { InspectionModel } from '../record/inspection-models.ts'
import { type LockedClaim, lockClaimOf } from '../record/load-claim.ts'
import { seesClaim } from '../record/visibility.ts'

/** The inspection companies that a caller is limited to. */
export const ownCompanies = ({ scopes }: Pick<Caller, 'scopes'>): readonly number[] =>
  scopes.filter(({ type }) => type === 'InspectionCompany').map(({ id }) => id)

/**
 * The inspections that a caller sees: those of its companies, and those of the claims it sees. A company sees nothing else of
 * the claim. `i` is the inspection, `m` its claim and `c` the contract.
 */
export function seesInspection(caller: Pick<Caller, 'scopes'>): Sql | undefined {
  if (!isLimited(caller)) return undefined
  const ofClaim = seesClaim(caller) ?? sql`true`
  return sql`(i.company_id = any(${ownCompanies(caller)}::bigint[]) or ${ofClaim})`
}

const andSeen = (caller: Pick<Caller, 'scopes'>): Sql => {
  const sees = seesInspection(caller)
  return sees ? sql`and ${sees}` : sql``
}

/** An inspection that the caller sees, or 404. With a claim, it must be one of that claim. */
async function loadInspection(db: Db, caller: Caller, id: number, claimId?: number): Promise<InspectionRead> {
  const ofClaim = claimId === undefined ? sql`` : sql`and i.claim_id = ${claimId}`
  const row = await query(inspectionColumns)`select ${sql.raw(INSPECTION_SELECT)} from ${sql.raw(INSPECTIONS)}
    where i.id = ${id} ${ofClaim} ${andSeen(caller)}`.first(db)
  return found(row, `inspection ${id}`)
}

export const readInspection = async (db: Db, caller: Caller, id: number): Promise<InspectionModel> =>
  inspectionAnswer(await loadInspection(db, caller, id), caller)

/** Whether the caller sees an inspection, and so its files. */
export async function canSeeInspection(db: Db, caller: Caller, id: number): Promise<boolean> {
  const visible = query({
    id: int,
  })`select i.id from ${sql.raw(INSPECTIONS)} where i.id = ${id} ${andSeen(caller)}`
  return (await visible.first(db)) !== undefined
}

/** An inspection that will be changed, with its claim, and all inspections of the claim. */
export interface LockedInspection {
  readonly locked: LockedClaim
  readonly inspection: InspectionRead
  readonly inspections: readonly InspectionRead[]
}

/** Locks an inspection. The lock is that of its contract, which every change of its claims takes first. */
export const lockInspection = (
  tx: Tx,
  caller: Caller,
  id: number,
  claimId?: number,
): Promise<LockedInspection> =>
  lockedOnce(tx, `inspection ${id}`, async () => {
    const seen = await loadInspection(tx, caller, id, claimId)
    const { locked, inspections } = await lockInspections(tx, seen.claimId)
    const inspection = inspections.find((one) => one.id === id)
    return { locked, inspections, inspection: found(inspection, `inspection ${id}`) }
  })

const CONTRACT_OF = query({ contractId: int })

/** A locked claim with its inspections as they are then. */
export async function lockInspections(
  tx: Tx,
  claimId: number,
): Promise<Pick<LockedInspection, 'locked' | 'inspections'>> {
  const claim = await CONTRACT_OF`select contract_id as "contractId" from claim where id = ${claimId}`.first(
    tx,
  )
  const locked = await lockClaimOf(tx, found(claim, `claim ${claimId}`).contractId, claimId)
  return { locked, inspections: await loadInspections(tx, claimId) }
}

/** The locked inspection as it is answered, for If-Match and the audit. */
export const currentInspection = async (
  tx: Tx,
  caller: Caller,
  id: number,
  claimId?: number,
): Promise<InspectionModel> =>
  inspectionAnswer((await lockInspection(tx, caller, id, claimId)).inspection, caller)

/** The locked inspection as the audit compares it, before and after a write that answers something else. */
export async function recordedInspection(
  tx: Tx,
  caller: Caller,
  id: number,
  claimId?: number,
): Promise<InspectionModel> {
  await lockInspection(tx, caller, id, claimId)
  return readInspection(tx, caller, id)
}

/** The same by the reference of a company; nothing if it is not known yet, or not clear. */
export async function recordedByReference(
  tx: Tx,
  caller: Caller,
  externalReference: string,
): Promise<InspectionModel | undefined> {
  const [only, other] = await findByReference(tx, caller, { externalReference })
  return only && !other ? recordedInspection(tx, caller, only.id) : undefined
}

export interface ReferencedInspection {
  readonly id: number
  readonly claimId: number
  readonly companyId: number
  readonly claimNumber: string
}

/** The inspections with this reference in the systems of companies: of one company, or of those that the caller sees. */
export function findByReference(
  db: Db,
  caller: Caller,
  { externalReference, companyId }: { readonly externalReference: string; readonly companyId?: number },
): Promise<ReferencedInspection[]> {
  const ofCompany = companyId === undefined ? sql`` : sql`and i.company_id = ${companyId}`
  return query({ id: int, claimId: int, companyId: int, claimNumber: text })`
    select i.id, i.claim_id as "claimId", i.company_id as "companyId", m.number as "claimNumber"
    from ${sql.raw(INSPECTIONS)}
    where lower(i.external_reference) = lower(${externalReference}) and i.external_reference = ${externalReference}
      ${ofCompany} ${andSeen(caller)} order by i.id limit 2`.rows(db)
}
