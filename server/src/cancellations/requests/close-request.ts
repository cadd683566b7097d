import { type Db, run, type Tx } from '../../db/database.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { Acting } from '../../http/caller.ts'
import type { RequestActionInput } from '../decide/inputs.ts'
import { requireDocuments } from '../decide/require-documents.ts'
import { missingNow } from './answer.ts'
import { requireTransition } from './move-request.ts'
import { type LockedRequest, updateRequest } from './rows.ts'

type Said = Pick<RequestActionInput, 'note' | 'denyReason'>

const noted = ({ note }: Said) => (note === undefined ? {} : { note })

/** Agrees to a request: it can be executed as it stands. */
export async function approveRequest(
  tx: Tx,
  acting: Acting,
  { request }: LockedRequest,
  said: Said,
): Promise<void> {
  requireTransition(request, 'Approve', acting)
  requireDocuments({ missing: missingNow(request), requiresDocuments: await requiresDocuments(tx) })
  await updateRequest(tx, acting, request.id, { status: 'Approved', ...noted(said) })
}

async function requiresDocuments(db: Db): Promise<boolean> {
  const [row] = await run<{ value: unknown }>(
    db,
    `select value from general_setting where key = 'requireCancelDocuments'`,
    [],
  )
  return row?.value === true
}

/** Turns a request down, or takes it back: the contract goes on as it was. */
export async function closeRequest(
  tx: Tx,
  acting: Acting,
  { contract, request }: LockedRequest,
  said: Said & { readonly action: 'Deny' | 'Withdraw' },
): Promise<void> {
  requireTransition(request, said.action, acting)
  const closed = said.action === 'Deny' ? 'Denied' : 'Withdrawn'
  await updateRequest(tx, acting, request.id, {
    ...{ status: closed, deny_reason: said.denyReason ?? null },
    ...noted(said),
  })
  const { id, number, status } = contract
  // The status is the contract's, as in all that is told of it.
  const data = { id, number, status, cancelRequestId: request.id, requestStatus: closed }
  emit(tx, { subject: `contracts/${id}`, type: 'contract.cancelRequestClosed', data })
}
