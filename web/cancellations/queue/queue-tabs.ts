import { useMemo } from 'react'
import { useText } from '../text.ts'

export const OVERDUE = 'overdue'

export interface QueueTab {
  readonly value: string
  readonly title: string
  readonly query: Readonly<Record<string, string>>
}

/** The tabs of the cancel desk. Overdue shows the late refunds of what is executed already: another list of the API. */
export function useTabs(): readonly QueueTab[] {
  const t = useText()
  return useMemo(
    () => [
      { value: 'todo', title: t('queue.toDo'), query: {} },
      { value: 'info', title: t('queue.needsInfo'), query: { status: 'NeedsInfo' } },
      { value: 'approved', title: t('queue.approved'), query: { status: 'Approved' } },
      { value: OVERDUE, title: t('queue.overdue'), query: {} },
      {
        value: 'done',
        title: t('queue.done'),
        query: { status: 'Executed,Denied,Withdrawn', sortBy: 'requestedAt', sortDirection: 'Desc' },
      },
    ],
    [t],
  )
}
