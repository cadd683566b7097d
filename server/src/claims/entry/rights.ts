import { hasNewByHand } from '../../domain/claims/by-hand.ts'
import { newOverrides, overridesIn } from '../../domain/claims/override.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { detailFacts } from '../record/adjudicate-draft.ts'
import type { ClaimDraft } from '../record/draft.ts'
import type { DetailRow } from '../record/tables.ts'

/** What is approved or cut by hand is for adjusters. What was there before may be sent again with its line. */
export function requireEntryRights(
  { permissions }: Caller,
  before: readonly DetailRow[],
  after: readonly DetailRow[],
): void {
  if (permissions.has('claims:adjudicate')) return
  const oldOf = ({ id }: DetailRow) => before.find((old) => old.id === id)
  if (after.some((detail) => hasNewByHand(oldOf(detail), detail)))
    throw forbidden('claims:adjudicate', 'approve or cut lines')
}

/**
 * More than the rules allow needs the right to override. What was overridden before may stay, or be lowered. Each draft is
 * judged by the labor rate of its own shop and day.
 */
export function requireOverride({ permissions }: Caller, before: ClaimDraft, after: ClaimDraft): void {
  if (permissions.has('claims:override')) return
  // Lines keep their ids, and with them what was approved.
  if (newOverrides(overridesOf(before), overridesOf(after)).length > 0)
    throw forbidden('claims:override', 'approve more than the labor guide, the labor rate or the list price')
}

const overridesOf = (draft: ClaimDraft) =>
  overridesIn(
    draft.details.map((detail) => detailFacts(detail, draft)),
    draft.surroundings.facility?.laborRate ?? null,
  )

export const forbidden = (permission: string, what: string): Problem =>
  new Problem('Forbidden', `To ${what}, the permission ${permission} is needed.`, { members: { permission } })
