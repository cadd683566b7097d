import type { ReportCell } from '../../sdk/src/types.gen.ts'
import { writeSearch } from '../api/path.ts'

type List = NonNullable<ReportCell['list']>

/** Where the portal shows the lists of the API. A list takes the API's own parameters. */
const screens: Readonly<Record<string, string>> = {
  '/v2/contracts': '/contracts',
  '/claims': '/claims',
  '/cancels': '/reports/cancels/rows',
  '/ledgers': '/money/ledger',
  '/journal': '/money/journal',
  '/v2/cancelrequests': '/cancellations',
  '/v2/cashtransactions': '/money/cash',
  '/inprocesscashtransactions': '/money/batches',
}

/** The screen with the rows behind a figure; none if the portal has no such screen. */
export function screenOfList(list: List | null): string | undefined {
  if (!list) return undefined
  if (list.path === '/cancelpayments/overdue')
    return `/cancellations${writeSearch({ view: 'overdue', ...list.query })}`
  const screen = screens[list.path]
  return screen === undefined ? undefined : `${screen}${writeSearch(list.query)}`
}
