import type { Tx } from '../../db/database.ts'
import type { DetailStatus } from '../../domain/claims/claim.ts'
import { type DetailAction, nextDetailStatus } from '../../domain/claims/status.ts'
import type { Acting } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import { refusedClaim, unknown } from '../entry/references.ts'
import { type ClaimDraft, openDraft } from '../record/draft.ts'
import { lockClaim } from '../record/load-claim.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import type { DetailRow } from '../record/tables.ts'

/** The details that an action is for: those that are named, or all that it fits. Refuses one that it does not fit. */
export function chooseDetails(
  { details }: Pick<ClaimDraft, 'details'>,
  detailIds: readonly number[] | undefined,
  action: DetailAction,
): DetailRow[] {
  if (detailIds === undefined) return details.filter((detail) => !refusalFor(detail, action))
  const missing = detailIds.flatMap((id, at) =>
    details.some((detail) => detail.id === id)
      ? []
      : [unknown(`/detailIds/${at}`, `detail ${id} in the claim`)],
  )
  if (missing.length > 0) throw refusedClaim(missing)
  const chosen = details.filter(({ id }) => detailIds.includes(id))
  for (const detail of chosen) {
    const refusal = refusalFor(detail, action)
    if (refusal) throw refusal
  }
  return chosen
}

const MESSAGES = {
  InvalidTransition: (from: string, to: string) => `A detail that is ${from} cannot become ${to}.`,
  PaymentRequested: () => 'A payment was requested for the detail. Void the request first.',
  PaidDetails: () => 'A payment was made for the detail. Void its cash transaction first.',
} as const

function refusalFor(
  { status, requested_payments, paid }: DetailRow,
  action: DetailAction,
): Problem | undefined {
  const move = nextDetailStatus({ status, requestedPayments: requested_payments, paid }, action)
  if (!('refused' in move)) return undefined
  const { refused, from, to } = move
  return new Problem(refused, MESSAGES[refused](from, to), { members: { from, to } })
}

/** The claim as it is, locked, with everything that an action decides on. */
export const openClaim = async (
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
): Promise<ClaimDraft> => openDraft(tx, services, acting, await lockClaim(tx, acting.caller, id))

interface Choice {
  readonly action: DetailAction
  readonly to: DetailStatus
  /** Why there is nothing to do. */
  readonly none: string
}

/** The details that an action is for. Refuses when there are none. */
export function requireDetails(
  draft: ClaimDraft,
  detailIds: readonly number[] | undefined,
  { action, to, none }: Choice,
): DetailRow[] {
  const chosen = chooseDetails(draft, detailIds, action)
  if (chosen.length > 0) return chosen
  throw new Problem('InvalidTransition', none, { members: { from: draft.claim.status, to } })
}

/** The draft with another status and other columns for the chosen details. */
export function withStatus(
  draft: ClaimDraft,
  chosen: readonly DetailRow[],
  status: DetailStatus,
  columns: Partial<DetailRow> = {},
): ClaimDraft {
  const ids = new Set(chosen.map(({ id }) => id))
  return {
    ...draft,
    details: draft.details.map((detail) => (ids.has(detail.id) ? { ...detail, ...columns, status } : detail)),
  }
}
