import type { Contract } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** The cancel request that is open, or that has cancelled the contract. */
export function RequestStrip({ contract }: { readonly contract: Contract }) {
  const t = useText()
  const { date } = useFormat()
  const isOpen = contract.statusLabel === 'CancelPending'
  const isCancelled = contract.status === 'Cancelled'
  const { data } = useAnswer(
    'GET /v2/contracts/{identifier}/cancelrequests',
    { path: { identifier: contract.id }, query: { sortBy: 'id', sortDirection: 'Desc', pageSize: 20 } },
    { enabled: isOpen || isCancelled },
  )
  const wanted: readonly string[] = isCancelled ? ['Executed'] : ['Requested', 'NeedsInfo', 'Approved']
  const request = (isOpen || isCancelled) && data?.data.items.find(({ status }) => wanted.includes(status))
  if (!request) return null
  return (
    <Notice
      tone={isCancelled ? 'info' : 'wait'}
      actions={<Link to={`/cancellations/${request.number}`}>{request.number}</Link>}
    >
      {t(isCancelled ? 'request.executed' : 'request.open', { date: date(request.cancelDate) })}
    </Notice>
  )
}
