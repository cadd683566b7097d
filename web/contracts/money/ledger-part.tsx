import type { Ledger } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Status } from '../../ui/badge.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { nameOf } from '../facts/term-text.ts'
import type { RegionProps } from '../regions/region-props.ts'
import { useText, wordOf } from '../text.ts'

/** The most rows that one contract has in practice; a longer ledger is read in its own room. */
const MOST = 200

/** The ledger rows of the contract: who owes whom, and what is paid. */
export function LedgerPart({ contract }: RegionProps) {
  const t = useText()
  const { money, date } = useFormat()
  const query = useAnswer('GET /ledgers', {
    query: { contractId: contract.id, sortBy: 'id', pageNumber: 1, pageSize: MOST },
  })
  return (
    <section className="contracts-part" aria-label={t('ledger.title')}>
      <h3>{t('ledger.title')}</h3>
      <Await query={query} rows={3}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={t('ledger.empty')} why={t('ledger.emptyWhy')} />
          ) : (
            <Table
              label={t('ledger.title')}
              rows={rows}
              rowKey={({ id }) => id}
              columns={[
                { key: 'date', title: t('ledger.date'), cell: (row: Ledger) => date(row.effectiveDate) },
                {
                  key: 'type',
                  title: t('ledger.type'),
                  cell: (row: Ledger) => wordOf(t, 'ledgerType', row.ledgerType),
                },
                { key: 'party', title: t('ledger.party'), cell: (row: Ledger) => nameOf(row.accountHolder) },
                {
                  ...{ key: 'direction', title: t('ledger.direction') },
                  cell: (row: Ledger) => t(row.isMemo ? 'direction.Memo' : `direction.${row.direction}`),
                },
                { key: 'line', title: t('money.code'), cell: (row: Ledger) => row.disbursementCode ?? '' },
                {
                  key: 'amount',
                  title: t('money.amount'),
                  isNumeric: true,
                  cell: (row: Ledger) => money(row.amount),
                },
                {
                  key: 'open',
                  title: t('ledger.open'),
                  isNumeric: true,
                  cell: (row: Ledger) => money(row.openAmount),
                },
                { key: 'due', title: t('ledger.due'), cell: (row: Ledger) => date(row.dueDate) },
                {
                  ...{ key: 'status', title: t('field.status') },
                  cell: (row: Ledger) => (
                    <Status value={row.ledgerStatus} title={wordOf(t, 'ledgerStatus', row.ledgerStatus)} />
                  ),
                },
              ]}
            />
          )
        }
      </Await>
    </section>
  )
}
