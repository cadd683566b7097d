import { useState } from 'react'
import type { Ledger, StatementRequestResult } from '../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../api/address.ts'
import { useAnswer } from '../api/queries.ts'
import { useCan } from '../api/session.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Facts } from '../ui/facts.tsx'
import { Link } from '../ui/link.tsx'
import { Panel } from '../ui/panel.tsx'
import { Await } from '../ui/states.tsx'
import { Table } from '../ui/tables/table.tsx'
import { useFormat } from '../ui/words/format.ts'
import type { Holder } from './holders.ts'
import { MadeStatement, StatementDialog } from './statement-dialog.tsx'
import { useText } from './text.ts'

const PAGE = 10

/** What is open and settled with the account holder, its entries, and statements. */
export function LedgerPanel({ holder }: { readonly holder: Holder }) {
  const t = useText()
  const can = useCan()
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<StatementRequestResult>()
  const seesLedger = can('GET /ledgers')
  const mayMake = can('POST /accountholders/{accountHolderId}/statementrequests')
  if (!seesLedger && !mayMake) return null
  const make = <Button onClick={() => setMaking(true)}>{t('statement.make')}</Button>
  return (
    <Panel title={t('ledger.title')} id="ledger" actions={mayMake && make}>
      {seesLedger && <Totals holderId={holder.id} />}
      {seesLedger && <Entries holderId={holder.id} />}
      {isMaking && <StatementDialog holder={holder} onClose={() => setMaking(false)} onMade={setMade} />}
      {made && <MadeStatement made={made} onClose={() => setMade(undefined)} />}
    </Panel>
  )
}

/** The sums are the service's. */
function Totals({ holderId }: { readonly holderId: number }) {
  const t = useText()
  const format = useFormat()
  const query = useAnswer('GET /ledgerSummary', { query: { accountHolderId: holderId } })
  return (
    <Await query={query} rows={1}>
      {([sum]) =>
        sum && (
          <Facts
            items={[
              { label: t('ledger.open'), value: format.money(sum.open), testid: 'ledger-open' },
              { label: t('ledger.held'), value: format.money(sum.held) },
              { label: t('ledger.pending'), value: format.money(sum.pending) },
              { label: t('ledger.received'), value: format.money(sum.received) },
              { label: t('ledger.paid'), value: format.money(sum.paid) },
              { label: t('ledger.net'), value: format.money(sum.net) },
            ]}
          />
        )
      }
    </Await>
  )
}

function Entries({ holderId }: { readonly holderId: number }) {
  const t = useText()
  const format = useFormat()
  const setQuery = useSetQuery()
  const page = Math.max(1, Number(useQuery().ledgerPage) || 1)
  const query = useAnswer(
    'GET /ledgers',
    {
      query: {
        accountHolderId: holderId,
        sortBy: 'effectiveDate',
        sortDirection: 'Desc',
        pageNumber: page,
        pageSize: PAGE,
      },
    },
    { keepPrevious: true },
  )
  const columns = useLedgerColumns()
  const open = (number: number) => setQuery({ ledgerPage: number > 1 ? String(number) : undefined }, 'push')
  return (
    <Await query={query} rows={4}>
      {(rows, { headers }) => {
        const count = Number(headers.get('x-total-count') ?? rows.length)
        if (rows.length === 0 && page === 1) return <p className="holder-none">{t('ledger.noneWhy')}</p>
        const from = (page - 1) * PAGE + 1
        const shown = {
          from: format.count(from),
          to: format.count(from + rows.length - 1),
          count: format.count(count),
        }
        return (
          <>
            <Table label={t('ledger.table')} columns={columns} rows={rows} rowKey={({ id }) => String(id)} />
            <div className="holder-paging">
              <span role="status">{t('ledger.count', shown)}</span>
              {page > 1 && (
                <Button size="small" onClick={() => open(page - 1)}>
                  {t('ledger.previous')}
                </Button>
              )}
              {page * PAGE < count && (
                <Button size="small" onClick={() => open(page + 1)}>
                  {t('ledger.next')}
                </Button>
              )}
            </div>
          </>
        )
      }}
    </Await>
  )
}

function useLedgerColumns() {
  const t = useText()
  const format = useFormat()
  return [
    { key: 'date', title: t('ledger.date'), cell: (row: Ledger) => format.date(row.effectiveDate) },
    {
      key: 'kind',
      title: t('ledger.kind'),
      cell: (row: Ledger) =>
        [t(`ledgerType.${row.ledgerType}`), row.disbursementCode].filter(Boolean).join(' · '),
    },
    {
      key: 'contract',
      title: t('ledger.contract'),
      cell: ({ contract }: Ledger) =>
        contract?.number ? (
          <Link to={`/contracts/${contract.number}`}>{contract.number}</Link>
        ) : (
          t('value.none')
        ),
    },
    {
      key: 'direction',
      title: t('ledger.direction'),
      cell: (row: Ledger) => t(`direction.${row.direction}`),
    },
    {
      key: 'amount',
      title: t('ledger.amount'),
      isNumeric: true,
      cell: (row: Ledger) => format.money(row.amount),
    },
    {
      key: 'open',
      title: t('ledger.openAmount'),
      isNumeric: true,
      cell: (row: Ledger) => format.money(row.openAmount),
    },
    {
      key: 'status',
      title: t('ledger.status'),
      cell: (row: Ledger) => (
        <Status value={row.ledgerStatus} title={t(`ledgerStatus.${row.ledgerStatus}`)} />
      ),
    },
    { key: 'due', title: t('ledger.due'), cell: (row: Ledger) => format.date(row.dueDate) },
  ]
}
