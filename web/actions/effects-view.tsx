import type { Effects, JournalRow, Ledger } from '../../sdk/src/types.gen.ts'
import { Panel } from '../ui/panel.tsx'
import { Table } from '../ui/tables/table.tsx'
import { useFormat } from '../ui/words/format.ts'
import { useText } from './text.ts'

interface Props {
  readonly effects: Effects
  readonly level?: 2 | 3
}

/** What a write would change: who gives and gets, the open items, the journal by kind, the documents. */
export function EffectsView({ effects, level = 3 }: Props) {
  const t = useText()
  const { ledger, journal, documents } = effects
  const isEmpty = ledger.length === 0 && journal.length === 0 && documents.length === 0
  return (
    <Panel title={t('effects')} level={level} className="effects">
      {isEmpty ? <p>{t('effects.none')}</p> : null}
      {ledger.length > 0 ? <LedgerRows rows={ledger} /> : null}
      {journal.length > 0 ? <JournalRows rows={journal} /> : null}
      {documents.length > 0 ? <Documents documents={documents} /> : null}
    </Panel>
  )
}

function LedgerRows({ rows }: { readonly rows: readonly Ledger[] }) {
  const t = useText()
  const format = useFormat()
  const partyOf = ({ direction, accountHolder }: Ledger) =>
    t(direction === 'Receive' ? 'effects.pays' : 'effects.gets', {
      name: accountHolder.name ?? accountHolder.number ?? '',
    })
  return (
    <Table
      label={t('effects.ledger')}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'party', title: t('effects.party'), cell: partyOf },
        {
          key: 'what',
          title: t('effects.what'),
          cell: (row) => row.disbursementCode ?? t(`type.${row.ledgerType}`),
        },
        { key: 'status', title: t('effects.status'), cell: (row) => t(`status.${row.ledgerStatus}`) },
        {
          key: 'due',
          title: t('effects.due'),
          cell: (row) => <time dateTime={row.dueDate ?? undefined}>{format.date(row.dueDate)}</time>,
        },
        {
          key: 'amount',
          title: t('effects.amount'),
          isNumeric: true,
          cell: (row) => format.money(row.amount),
        },
      ]}
    />
  )
}

/** Earnings are many small rows that say one thing, so they are folded. */
function JournalRows({ rows }: { readonly rows: readonly JournalRow[] }) {
  const t = useText()
  const earnings = rows.filter(({ entryType }) => entryType === 'Earning')
  const others = rows.filter(({ entryType }) => entryType !== 'Earning')
  return (
    <details>
      <summary>
        {t('effects.journal')} ({t('effects.rows', { count: rows.length })})
      </summary>
      {others.length > 0 ? <JournalTable rows={others} label={t('effects.journal')} /> : null}
      {earnings.length > 0 ? (
        <details>
          <summary>{t('effects.earnings', { count: earnings.length })}</summary>
          <JournalTable rows={earnings} label={t('effects.earnings', { count: earnings.length })} />
        </details>
      ) : null}
    </details>
  )
}

function JournalTable({ rows, label }: { readonly rows: readonly JournalRow[]; readonly label: string }) {
  const t = useText()
  const format = useFormat()
  return (
    <Table
      label={label}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'what', title: t('effects.what'), cell: (row) => row.entryType },
        { key: 'debit', title: t('effects.debit'), cell: (row) => row.debitAccount },
        { key: 'credit', title: t('effects.credit'), cell: (row) => row.creditAccount },
        {
          key: 'amount',
          title: t('effects.amount'),
          isNumeric: true,
          cell: (row) => format.money(row.amount),
        },
      ]}
    />
  )
}

function Documents({ documents }: { readonly documents: Effects['documents'] }) {
  const t = useText()
  return (
    <>
      <h4>{t('effects.documents')}</h4>
      <ul>
        {documents.map((document) => (
          <li key={document.id}>{nameOf(document)}</li>
        ))}
      </ul>
    </>
  )
}

/** A document of a contract, of another record, or a file alone. */
function nameOf(document: Effects['documents'][number]): string {
  if ('fileName' in document && typeof document.fileName === 'string') return document.fileName
  if ('name' in document && typeof document.name === 'string') return document.name
  return String(document.id)
}
