import { useMemo } from 'react'
import { useSession } from '../../api/session.ts'
import type { ListQuery } from '../../lists/list-query.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'

/** The statuses in which somebody still has to do something. */
export const openStatuses = [
  'Open',
  'InReview',
  'OnHold',
  'PendingApproval',
  'Authorized',
  'PaymentRequested',
] as const

export const statuses = [...openStatuses, 'Paid', 'Closed', 'Denied', 'Voided'] as const

export const claimTypes = [
  'Repair',
  'GAP',
  'PPM',
  'TireWheel',
  'Appearance',
  'Key',
  'Benefit',
  'Reimbursement',
] as const

interface Tab {
  readonly value: string
  readonly title: string
  readonly query: ListQuery
}

/** The tabs of the list. An adjuster begins with the own open claims, a partner with all open ones. */
export function useTabs(): readonly Tab[] {
  const t = useText()
  const { user } = useSession()
  const { adjudicate, approve } = useRights()
  return useMemo(() => {
    const status = openStatuses.join(',')
    return [
      ...(adjudicate
        ? [{ value: 'mine', title: t('tab.mine'), query: { adjusterId: String(user.id), status } }]
        : []),
      { value: 'open', title: t('tab.open'), query: { status } },
      ...(approve
        ? [{ value: 'approvals', title: t('tab.approvals'), query: { status: 'PendingApproval' } }]
        : []),
      { value: 'pay', title: t('tab.pay'), query: { status: 'Authorized' } },
      { value: 'done', title: t('tab.done'), query: { status: 'Paid,Closed,Denied,Voided' } },
      { value: 'all', title: t('tab.all'), query: {} },
    ]
  }, [t, user.id, adjudicate, approve])
}
