import { useEffect } from 'react'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { QueueScreen } from './queue-screen.tsx'
import { OVERDUE } from './queue-tabs.ts'
import { RefundsScreen } from './refunds-screen.tsx'

const shared = ['tab', 'pageNumber', 'sortDirection', 'lang', 'dueBefore']
const ofRefunds = { names: [...shared, 'sortBy', 'withinDays'], orders: ['refundDueDate', 'amount'] }

/** The queue of requests, or on the tab Overdue the refunds that are late. Both are at one address. */
export function DeskScreen() {
  const query = useQuery()
  const setQuery = useSetQuery()
  const isOverdue = query.tab === OVERDUE || query.view === OVERDUE
  const changes = foreign(query, isOverdue)
  const isForeign = Object.keys(changes).length > 0
  // The two lists have other parameters. Those of the list that was left would be refused.
  useEffect(() => {
    if (isForeign) setQuery(changes)
  })
  if (isForeign) return null
  return isOverdue ? <RefundsScreen /> : <QueueScreen />
}

function foreign(
  query: Readonly<Record<string, string>>,
  isOverdue: boolean,
): Record<string, string | undefined> {
  const { sortBy, view } = query
  const isOwn = (name: string) => (isOverdue ? ofRefunds.names.includes(name) : name !== 'withinDays')
  const isOrder =
    sortBy === undefined || (isOverdue ? ofRefunds.orders.includes(sortBy) : sortBy !== 'amount')
  const gone = Object.keys(query).filter((name) => !isOwn(name) || (name === 'sortBy' && !isOrder))
  return {
    ...Object.fromEntries(gone.map((name) => [name, undefined])),
    ...(view === OVERDUE ? { tab: OVERDUE } : {}),
  }
}
