import type { UseQueryResult } from '@tanstack/react-query'
import type { Answer } from '../../api/client.ts'
import { useAnyAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { type ContractProcess, candidateLists } from './processes.ts'

const SHOWN = 20

interface Page {
  readonly items: readonly string[]
  readonly totalCount: number
}

interface Props {
  readonly type: ContractProcess
  readonly asOfDate: string
}

/** The contracts that a process would work on that day: how many, and the first of them. */
export function Candidates({ type, asOfDate }: Props) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const operation = candidateLists[type]
  const query = useAnyAnswer(
    operation,
    { query: { asOfDate, pageNumber: 1, pageSize: SHOWN } },
    { enabled: can(operation), keepPrevious: true },
  ) as UseQueryResult<Answer<Page>>
  if (!can(operation)) return null
  return (
    <Panel title={t('runs.candidatesNow')} level={3}>
      <Await query={query} rows={1}>
        {({ items, totalCount }) => (
          <>
            <p data-testid="candidates">{t('runs.candidatesCount', { count: format.count(totalCount) })}</p>
            <ul className="developers-ids">
              {items.map((id) => (
                <li key={id}>
                  <Link to={`/contracts/${id}`}>{id}</Link>
                </li>
              ))}
            </ul>
          </>
        )}
      </Await>
    </Panel>
  )
}
