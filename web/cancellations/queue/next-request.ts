import type { CancelRequest, QueuedCancelRequest } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { refreshAll } from '../../api/queries.ts'
import { toast } from '../../ui/toast.tsx'

/** The request that the law wants next after this one; from the top again if this one was the last. */
export async function nextRequest(request: CancelRequest): Promise<QueuedCancelRequest | undefined> {
  const status = ['Requested', 'Approved'] as const
  const dueFrom = request.calculation?.refundDueDate
  const isOther = ({ id }: QueuedCancelRequest) => id !== request.id
  if (dueFrom !== undefined) {
    const after = await call('GET /v2/cancelrequests', { query: { status, dueFrom, pageSize: 50 } })
    const next = after.data.items.find(
      (row) => isOther(row) && (row.refundDueDate > dueFrom || row.id > request.id),
    )
    if (next) return next
  }
  const all = await call('GET /v2/cancelrequests', { query: { status, pageSize: 2 } })
  return all.data.items.find(isOther)
}

/** Takes a request back, as the undo of having made it. */
export async function withdrawn(identifier: string): Promise<void> {
  try {
    await call('POST /v2/cancelrequests/{identifier}', { path: { identifier }, body: { action: 'Withdraw' } })
    await refreshAll()
  } catch (error) {
    // It was executed or denied meanwhile. The service says so.
    toast(error instanceof Error ? error.message : String(error), { kind: 'error' })
  }
}
