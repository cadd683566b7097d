import { flag, int, text } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Acting } from '../../http/caller.ts'
import type { LockedClaim } from './load-claim.ts'
import { type ClaimSurroundings, loadSurroundings } from './load-facts.ts'
import type { ClaimServices } from './read-claim.ts'

/** A claim as a use case changes it, with everything that its figures follow from. */
export interface ClaimDraft extends LockedClaim {
  readonly surroundings: ClaimSurroundings
  /** The causes of the details, by id. */
  readonly causes: ReadonlyMap<number, { readonly code: string; readonly isExcluded: boolean }>
}

const CAUSES = statement(
  { id: int, code: text, isExcluded: flag },
  `select v.id, v.code, coalesce(v.details -> 'excludedFor' @> to_jsonb($2::text), false) as "isExcluded"
   from reference_value v where v.id = any($1::bigint[])`,
)

/** Loads what the figures of a claim follow from. Changes of its date or shop come before. */
export async function openDraft(
  db: Db,
  { books }: ClaimServices,
  acting: Acting,
  locked: LockedClaim,
): Promise<ClaimDraft> {
  const { claim, contract, details } = locked
  const ids = details.flatMap(({ cause_id }) => cause_id ?? [])
  const [surroundings, causes] = await Promise.all([
    loadSurroundings(db, books, acting, contract, {
      claimId: claim.id,
      claimType: claim.claim_type,
      lossDate: claim.loss_date,
      repairFacilityId: claim.repair_facility_id,
    }),
    ids.length === 0 ? [] : CAUSES.rows(db, [ids, contract.product_type_code]),
  ])
  return {
    ...locked,
    surroundings,
    causes: new Map(causes.map((cause) => [cause.id, cause])),
  }
}
