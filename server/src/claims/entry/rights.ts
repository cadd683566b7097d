import { newOverrides, overridesIn } from '../../domain/claims/override.ts'
import type { Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { detailFacts } from '../record/adjudicate-draft.ts'
import type { ClaimDraft } from '../record/draft.ts'
import type { DetailInput } from './inputs.ts'

/** What is approved or cut by hand is for adjusters. */
export function requireEntryRights({ permissions }: Caller, details: readonly DetailInput[]): void {
  const isByHand = details.some(
    ({ labor = [], parts = [], adjustments = [] }) =>
      adjustments.length > 0 ||
      labor.some((line) => isSent(line.hoursApproved) || isSent(line.rateApproved)) ||
      parts.some((line) => isSent(line.unitPriceApproved)),
  )
  if (isByHand && !permissions.has('claims:adjudicate'))
    throw forbidden('claims:adjudicate', 'approve or cut lines')
}

const isSent = (value: unknown) => value !== undefined && value !== null

/** More than the rules allow needs the right to override. What was overridden before may stay, or be lowered. */
export function requireOverride({ permissions }: Caller, before: ClaimDraft, after: ClaimDraft): void {
  if (permissions.has('claims:override')) return
  const laborRate = after.surroundings.facility?.laborRate ?? null
  const overridden = (draft: ClaimDraft) =>
    overridesIn(
      draft.details.map((detail) => detailFacts(detail, draft)),
      laborRate,
    )
  // Lines keep their ids, and with them what was approved.
  if (newOverrides(overridden(before), overridden(after)).length > 0)
    throw forbidden('claims:override', 'approve more than the labor guide, the labor rate or the list price')
}

export const forbidden = (permission: string, what: string): Problem =>
  new Problem('Forbidden', `To ${what}, the permission ${permission} is needed.`, { members: { permission } })
