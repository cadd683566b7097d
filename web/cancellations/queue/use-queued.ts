import type { CancelRequest, QueuedCancelRequest } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { isOpen } from '../terms.ts'

/** The request as the queue shows it, with the days left and the price of waiting. */
export function useQueued(request: CancelRequest): QueuedCancelRequest | undefined {
  const { data } = useAnswer(
    'GET /v2/cancelrequests',
    { query: { number: request.number, pageSize: 1 } },
    { enabled: isOpen(request) },
  )
  return data?.data.items[0]
}
