import type { JournalRow } from '../../../sdk/src/types.gen.ts'
import { useQuery } from '../../api/address.ts'
import { useAllRows } from '../../lists/all-rows.ts'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { useJournalColumns } from './journal-columns.tsx'
import { entryTypes } from './journal-list.tsx'

const names = ['cashTransactionId', 'cancelId', 'claimId', 'contractId', 'ledgerId'] as const

/** A business event with all its journal rows. The address says where they are found. */
export function EntryPage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const query = useQuery()
  const entryId = Number(params.entryId)
  const name = names.find((one) => /^\d+$/.test(query[one] ?? ''))
  const entryType = entryTypes.filter((one) => one === query.entryType)
  const isFound = name !== undefined && query.from !== undefined
  const rows = useAllRows(
    'GET /journal',
    {
      query: {
        ...(name ? { [name]: Number(query[name]) } : {}),
        ...(entryType.length > 0 ? { entryType } : {}),
        ...{ from: query.from, to: query.to },
      },
    },
    { enabled: isFound },
  )
  const missing = <Empty title={t('entry.missing', { id: entryId })} why={t('entry.missingWhy')} />
  return (
    <div className="page">
      <Link to="/money/journal">{t('journal.all')}</Link>
      {isFound ? (
        <Await query={rows}>
          {(found) => {
            const own = found.filter((row) => row.entryId === entryId)
            return own[0] ? <Loaded first={own[0]} rows={own} /> : missing
          }}
        </Await>
      ) : (
        missing
      )}
    </div>
  )
}

function Loaded({ first, rows }: { readonly first: JournalRow; readonly rows: readonly JournalRow[] }) {
  const t = useText()
  const format = useFormat()
  const shown = ['debit', 'credit', 'amount', 'source', 'reverses']
  const columns = useJournalColumns().filter(({ key }) => shown.includes(key))
  const type = t(`entryType.${first.entryType}`)
  return (
    <>
      <h1>{t('entry.link', { type, id: first.entryId })}</h1>
      <Panel title={t('entry.facts')}>
        <Facts
          items={[
            { label: t('column.type'), value: type },
            { label: t('column.accounting'), value: format.date(first.accountingDate) },
            { label: t('column.effective'), value: format.date(first.effectiveDate) },
            { label: t('column.postedAt'), value: format.instant(first.createdAt) },
            { label: t('column.by'), value: first.createdBy },
            { label: t('entry.count'), value: format.count(rows.length) },
          ]}
        />
      </Panel>
      <Panel title={t('entry.rows')} isFlush>
        <Table label={t('entry.rows')} columns={columns} rows={rows} rowKey={({ id }) => id} />
      </Panel>
    </>
  )
}
