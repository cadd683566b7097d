import { useState } from 'react'
import type { ContractHistoryEntry } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Timeline } from '../../ui/charts/timeline.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { HistoryChanges } from './history-changes.tsx'
import { sentenceOf, toneOf } from './history-words.ts'
import type { RegionProps } from './region-props.ts'

const PAGE = 50

/** All that happened to the contract, its requests, cash and claims, newest first: a sentence each. */
export default function HistoryRegion({ contract }: RegionProps) {
  const t = useText()
  const format = useFormat()
  const [pageNumber, setPage] = useState(1)
  const query = useAnswer(
    'GET /contracts/{contractId}/history',
    { path: { contractId: contract.id }, query: { pageNumber, pageSize: PAGE } },
    { keepPrevious: true },
  )
  return (
    <Await query={query} rows={4}>
      {({ items, totalPages }) =>
        items.length === 0 ? (
          <Empty title={t('history.empty')} why={t('history.emptyWhy')} />
        ) : (
          <div className="contracts-stack">
            <Timeline
              items={items.map((entry: ContractHistoryEntry) => ({
                ...{ key: entry.id, at: entry.at, who: entry.by, tone: toneOf(entry) },
                title: sentenceOf(t, format, entry),
                detail:
                  entry.changes.length > 0 || entry.reason ? <HistoryChanges entry={entry} /> : undefined,
              }))}
            />
            {totalPages > 1 && (
              <div className="contracts-row">
                {pageNumber > 1 && (
                  <Button onClick={() => setPage(pageNumber - 1)}>{t('journal.newer')}</Button>
                )}
                {pageNumber < totalPages && (
                  <Button onClick={() => setPage(pageNumber + 1)}>{t('journal.older')}</Button>
                )}
              </div>
            )}
          </div>
        )
      }
    </Await>
  )
}
