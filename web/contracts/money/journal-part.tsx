import { useState } from 'react'
import type { JournalRow } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Await } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import type { RegionProps } from '../regions/region-props.ts'
import { useText, wordOf } from '../text.ts'

const PAGE = 25

/** What was posted to the books for the contract, newest first. It is opened when it is wanted. */
export function JournalPart({ contract }: RegionProps) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="contracts-fold" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h3>{t('journal.title')}</h3>
      </summary>
      {isOpen && <JournalRows contract={contract} />}
    </details>
  )
}

function JournalRows({ contract }: RegionProps) {
  const t = useText()
  const { money, date, count } = useFormat()
  const [pageNumber, setPage] = useState(1)
  const query = useAnswer(
    'GET /journal',
    { query: { contractId: contract.id, sortBy: 'id', sortDirection: 'Desc', pageNumber, pageSize: PAGE } },
    { keepPrevious: true },
  )
  return (
    <Await query={query} rows={3}>
      {({ items, totalCount, totalPages }) => (
        <>
          <Table
            label={t('journal.title')}
            rows={items}
            rowKey={({ id }) => id}
            columns={[
              { key: 'date', title: t('journal.date'), cell: (row: JournalRow) => date(row.accountingDate) },
              {
                key: 'type',
                title: t('journal.type'),
                cell: (row: JournalRow) => wordOf(t, 'entry', row.entryType),
              },
              { key: 'debit', title: t('journal.debit'), cell: (row: JournalRow) => row.debitAccount },
              { key: 'credit', title: t('journal.credit'), cell: (row: JournalRow) => row.creditAccount },
              {
                key: 'amount',
                title: t('money.amount'),
                isNumeric: true,
                cell: (row: JournalRow) => money(row.amount),
              },
              { key: 'by', title: t('journal.by'), cell: (row: JournalRow) => row.createdBy },
            ]}
          />
          <div className="contracts-row">
            <span>{t('journal.count', { count: count(totalCount) })}</span>
            {pageNumber > 1 && (
              <Button size="small" onClick={() => setPage(pageNumber - 1)}>
                {t('journal.newer')}
              </Button>
            )}
            {pageNumber < totalPages && (
              <Button size="small" onClick={() => setPage(pageNumber + 1)}>
                {t('journal.older')}
              </Button>
            )}
          </div>
        </>
      )}
    </Await>
  )
}
