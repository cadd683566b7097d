import type { ReactNode } from 'react'
import type { Reference } from '../../sdk/src/types.gen.ts'
import { useCan } from '../api/session.ts'
import { Link } from '../ui/link.tsx'
import { useText } from './text.ts'

type Named = Pick<Reference, 'id'> & { readonly number?: string | null }

interface Props {
  readonly contract?: Named | null | undefined
  readonly claim?: Named | null | undefined
  readonly cancel?: Named | null | undefined
  readonly cashTransactionId?: number | null | undefined
  readonly ledgerId?: number | null | undefined
}

/** What something in the books comes from, with links to what the caller may open. */
export function Source({ contract, claim, cancel, cashTransactionId, ledgerId }: Props) {
  const t = useText()
  const can = useCan()
  const shown: ReactNode[] = []
  const add = (key: string, text: string, to: string, isOpen: boolean) =>
    shown.push(
      isOpen ? (
        <Link key={key} to={to}>
          {text}
        </Link>
      ) : (
        <span key={key}>{text}</span>
      ),
    )
  if (contract) {
    const text = contract.number ?? t('source.contract', { id: contract.id })
    const to = `/contracts/${contract.number ?? contract.id}`
    add('contract', text, to, can('GET /v2/contracts/{identifier}'))
  }
  if (claim) {
    const text = claim.number ?? t('source.claim', { id: claim.id })
    add('claim', text, `/claims/${claim.number ?? claim.id}`, can('GET /claims/{claimId}'))
  }
  if (cancel) {
    const text = cancel.number ?? t('source.cancel', { id: cancel.id })
    add('cancel', text, `/cancellations/cancel-${cancel.id}`, can('GET /cancels/{cancelId}'))
  }
  if (cashTransactionId) {
    const text = t('cash.link', { id: cashTransactionId })
    add('cash', text, `/money/cash/${cashTransactionId}`, can('GET /cashtransactions/{cashTransactionId}'))
  }
  if (ledgerId)
    add('row', t('row.title', { id: ledgerId }), `/money/ledger/${ledgerId}`, can('GET /ledgers/{ledgerId}'))
  return shown.length === 0 ? t('value.none') : <span className="row">{shown}</span>
}
