import type { Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import { decideRequest } from '../decide/decide-cancel.ts'
import { decidedColumns, emitRequested } from './create-request.ts'
import { inputFromRequest, requireTransition } from './move-request.ts'
import { type LockedRequest, updateRequest } from './rows.ts'

/** Makes a request of a quote: what stood against it then is asked again, and it is computed again. */
export async function submitRequest(
  tx: Tx,
  acting: Acting,
  { contract, request }: LockedRequest,
  note: string | null | undefined,
): Promise<void> {
  requireTransition(request, 'Submit', acting)
  const decided = await decideRequest(tx, acting, contract, inputFromRequest(request), request.id)
  await updateRequest(tx, acting, request.id, {
    ...decidedColumns(decided),
    status: decided.calculation ? 'Requested' : 'NeedsInfo',
    is_quote_only: false,
    requested_at: acting.now,
    requested_date: acting.today,
    valid_until: null,
    alternatives: [],
    ...(note === undefined ? {} : { note }),
  })
  emitRequested(tx, contract, request.id)
}
