import { flag, int } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import type { Acting } from '../../http/caller.ts'
import type { LockedClaim } from './load-claim.ts'
import { type ClaimSurroundings, loadSurroundings } from './load-facts.ts'
import type { ClaimServices } from './read-claim.ts'

/** A claim as a use case changes it, with everything that its figures follow from. */
export interface ClaimDraft extends LockedClaim {
  readonly surroundings: ClaimSurroundings
  /** Ids of causes that are excluded for the product type. */
  readonly excludedCauses: ReadonlySet<number>
}

const EXCLUDED = statement(
  { id: int, isExcluded: flag },
  `select v.id, coalesce(v.details -> 'excludedFor' @> to_jsonb($2::text), false) as "isExcluded"
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
  const causes = details.flatMap(({ cause_id }) => cause_id ?? [])
  const [surroundings, excluded] = await Promise.all([
    loadSurroundings(db, books, acting, contract, {
      claimId: claim.id,
      claimType: claim.claim_type,
      lossDate: claim.loss_date,
      repairFacilityId: claim.repair_facility_id,
    }),
    causes.length === 0 ? [] : EXCLUDED.rows(db, [causes, contract.product_type_code]),
  ])
  return {
    ...locked,
    surroundings,
    excludedCauses: new Set(excluded.filter(({ isExcluded }) => isExcluded).map(({ id }) => id)),
  }
}
