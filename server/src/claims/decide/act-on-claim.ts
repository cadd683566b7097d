import type { Tx } from '../../db/database.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { refuse } from '../../http/validation.ts'
import type { ClaimPatch, claimActions } from '../entry/inputs.ts'
import { headerFields, patchClaim, requireOpen } from '../entry/replace-claim.ts'
import { forbidden } from '../entry/rights.ts'
import { lockClaim } from '../record/load-claim.ts'
import type { ClaimModel } from '../record/models.ts'
import { appendNote } from '../record/notes.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { approveDetails, authorizeDetails } from './authorize-details.ts'
import { denyDetails, reopenDetails } from './deny-details.ts'
import { closeClaim, voidClaim } from './end-claim.ts'
import { holdClaim, releaseClaim } from './hold-claim.ts'

export type ClaimAction = (typeof claimActions)[number]
/** Actions that this room of decisions knows. The others are given to it. */
type Decision = Exclude<ClaimAction, 'VoidPayment' | 'Letter'>

export type Act = (
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  input: ClaimPatch,
) => Promise<ClaimModel>

const ACTIONS: Readonly<Record<Decision, Act>> = {
  Authorize: authorizeDetails,
  Approve: approveDetails,
  Reopen: reopenDetails,
  Deny: denyDetails,
  Hold: holdClaim,
  Release: releaseClaim,
  Void: voidClaim,
  Close: closeClaim,
}

/** What an action needs besides the right to decide. */
const PERMISSIONS: Readonly<Partial<Record<ClaimAction, Permission>>> = {
  Approve: 'claims:approve',
  VoidPayment: 'claims:pay',
}

/** The fields that each action takes. */
const TAKES: Readonly<Record<ClaimAction, readonly (keyof ClaimPatch)[]>> = {
  Authorize: ['detailIds', 'inspectionWaiver', 'note'],
  Approve: ['detailIds', 'reason', 'note'],
  Reopen: ['detailIds', 'reason', 'note'],
  Deny: ['detailIds', 'deniedReasonId', 'deniedReasonCode', 'note'],
  Hold: ['detailIds', 'holdReasonId', 'holdReasonCode', 'note'],
  Release: ['detailIds', 'holdReasonId', 'holdReasonCode', 'note'],
  Void: ['reason', 'note'],
  Close: ['reason', 'note'],
  VoidPayment: ['paymentRequestId', 'reason', 'note'],
  Letter: ['note', 'mail'],
}

const NEEDS: Readonly<Partial<Record<ClaimAction, readonly (keyof ClaimPatch)[]>>> = {
  VoidPayment: ['paymentRequestId'],
}

/** Refuses a caller who may not take the action, before anything is looked up. */
export function requireAction({ permissions }: Caller, { action, ...fields }: ClaimPatch): void {
  if (action === undefined) {
    const { caseReserve: _, ...entered } = fields
    const isEntry = Object.values(entered).some((value) => value !== undefined)
    if (isEntry && !permissions.has('claims:write')) throw forbidden('claims:write', 'change a claim')
    return
  }
  const permission = PERMISSIONS[action] ?? 'claims:adjudicate'
  if (!permissions.has(permission)) throw forbidden(permission, `take the action ${action}`)
}

/** Changes fields of a claim, or takes one action, whose note is kept with the notes of the claim. `more` are the actions of later folders. */
export async function changeClaim(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  id: number,
  patch: ClaimPatch,
  more: Readonly<Record<Exclude<ClaimAction, Decision>, Act>>,
): Promise<ClaimModel> {
  requireAction(acting.caller, patch)
  refuseForeignFields(patch)
  const { action } = patch
  if (action === undefined)
    return patchClaim(tx, services, acting, await lockClaim(tx, acting.caller, id), patch)
  const act = { ...ACTIONS, ...more }[action]
  const locked = await lockClaim(tx, acting.caller, id)
  if (action !== 'Letter' && action !== 'VoidPayment') requireOpen(locked)
  const { note } = patch
  if (note) await appendNote(tx, acting, id, { type: 'General', text: note, is_internal: true })
  return act(tx, services, acting, id, patch)
}

/** An action is sent alone, with its own fields only. */
function refuseForeignFields(patch: ClaimPatch): void {
  const { action, ...fields } = patch
  const sent = Object.entries(fields)
    .filter(([, value]) => value !== undefined)
    .map(([name]) => name as keyof ClaimPatch)
  const allowed: readonly (keyof ClaimPatch)[] = action === undefined ? headerFields : TAKES[action]
  const subject = action === undefined ? 'a change without an action' : `the action ${action}`
  const missing = (action === undefined ? [] : (NEEDS[action] ?? [])).filter((name) => !sent.includes(name))
  const faults = [
    ...sent
      .filter((name) => !allowed.includes(name))
      .map((name) => ({
        ...{ pointer: `/${name}`, code: 'Unknown' as const },
        message: `${name} does not belong to ${subject}. It takes ${allowed.join(', ')}.`,
      })),
    ...missing.map((name) => ({
      ...{ pointer: `/${name}`, code: 'Required' as const, message: `The action ${action} needs ${name}.` },
    })),
  ]
  if (faults.length > 0) throw refuse(faults)
}
