import { useState } from 'react'
import type { Ledger, LedgerDetail } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { HolderLink } from '../../lists/holder-field.tsx'
import { Status, Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { Source } from '../source.tsx'
import { useText } from '../text.ts'
import { EditRowDialog, VoidRowDialog } from './edit-row-dialogs.tsx'
import { notEditable } from './editable.ts'

/** An open item: who owes what for what, what paid it, and how it can be corrected. */
export function LedgerPage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const query = useAnswer('GET /ledgers/{ledgerId}', { path: { ledgerId: Number(params.id) } })
  return (
    <div className="page">
      <Link to="/money/ledger">{t('ledger.all')}</Link>
      <Await query={query}>{(row, { etag }) => <Loaded key={row.id} row={row} etag={etag} />}</Await>
    </div>
  )
}

function Loaded({ row, etag }: { readonly row: Ledger; readonly etag: string | undefined }) {
  const t = useText()
  const can = useCan()
  const isPartner = useIsPartner()
  const [opened, setOpened] = useState<'edit' | 'void'>()
  const close = () => setOpened(undefined)
  const refused = notEditable(row)
  const reason = refused && t(`notEditable.${refused}`)
  const mayEdit = can('PATCH /ledgers/{ledgerId}')
  const edit = () => setOpened('edit')
  useShortcut('e', edit, { title: t('editRow.open'), isOff: !mayEdit || refused !== undefined })
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{t('row.title', { id: row.id })}</h1>
          <Status value={row.ledgerStatus} title={t(`status.${row.ledgerStatus}`)} testid="ledger-status" />
          {row.isMemo && <Tag>{t('direction.Memo')}</Tag>}
        </div>
        <div className="page-actions">
          {can('GET /journal') && !isPartner && (
            <Link to={`/money/journal?ledgerId=${row.id}`} className="button button-plain">
              {t('journal.title')}
            </Link>
          )}
          {mayEdit && (
            <>
              <Button icon="edit" disabledReason={reason} onClick={edit}>
                {t('editRow.open')}
              </Button>
              <Button kind="danger" disabledReason={reason} onClick={() => setOpened('void')}>
                {t('voidRow.open')}
              </Button>
            </>
          )}
        </div>
      </header>
      <RowFacts row={row} />
      <Paid details={row.details} />
      {opened === 'edit' && <EditRowDialog row={row} etag={etag} onClose={close} />}
      {opened === 'void' && <VoidRowDialog row={row} etag={etag} onClose={close} />}
    </>
  )
}

function RowFacts({ row }: { readonly row: Ledger }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const { offsetOfLedgerId, inProcessCashTransactionId: batchId } = row
  // A dealer's office sees the batches that it sends, not those that pay it.
  const seesBatch =
    can('GET /inprocesscashtransactions/{inProcessCashTransactionId}') &&
    (row.direction === 'Receive' || can('POST /cashtransactions'))
  return (
    <Panel title={t('row.facts')}>
      <Facts
        items={[
          { label: t('holder'), value: <HolderLink holder={row.accountHolder} /> },
          { label: t('column.type'), value: t(`type.${row.ledgerType}`) },
          { label: t('column.direction'), value: t(`direction.${row.direction}`) },
          { label: t('column.amount'), value: format.money(row.amount), testid: 'ledger-amount' },
          { label: t('column.paid'), value: format.money(row.paidAmount) },
          { label: t('column.open'), value: format.money(row.openAmount), testid: 'ledger-open' },
          { label: t('column.due'), value: format.date(row.dueDate) },
          { label: t('column.effective'), value: format.date(row.effectiveDate) },
          { label: t('column.accounting'), value: format.date(row.accountingDate) },
          { label: t('column.line'), value: row.disbursementCode },
          row.glAccount !== null && { label: t('column.glAccount'), value: row.glAccount },
          row.waitsFor !== null && { label: t('row.waitsFor'), value: t(`waitsFor.${row.waitsFor}`) },
          {
            label: t('column.source'),
            value: <Source contract={row.contract} claim={row.claim} cancel={row.cancel} />,
          },
          batchId !== null && {
            label: t('row.batch'),
            value: seesBatch ? (
              <Link to={`/money/batches/${batchId}`}>{t('batch.link', { id: batchId })}</Link>
            ) : (
              t('batch.link', { id: batchId })
            ),
          },
          offsetOfLedgerId !== null && {
            label: t('row.offsets'),
            value: (
              <Link to={`/money/ledger/${offsetOfLedgerId}`}>{t('row.title', { id: offsetOfLedgerId })}</Link>
            ),
          },
          row.reason !== null && { label: t('field.reason'), value: row.reason, isWide: true },
        ]}
      />
    </Panel>
  )
}

function Paid({ details }: { readonly details: readonly LedgerDetail[] }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const cashOf = ({ cashTransactionId: id }: LedgerDetail) =>
    can('GET /cashtransactions/{cashTransactionId}') ? (
      <Link to={`/money/cash/${id}`}>{t('cash.link', { id })}</Link>
    ) : (
      t('cash.link', { id })
    )
  return (
    <Panel title={t('row.paidBy')} isFlush={details.length > 0}>
      {details.length === 0 ? (
        <p>{t('row.notPaid')}</p>
      ) : (
        <Table
          label={t('row.paidBy')}
          rows={details}
          rowKey={({ id }) => id}
          columns={[
            { key: 'cash', title: t('column.cash'), cell: cashOf },
            { key: 'at', title: t('column.appliedAt'), cell: (row) => format.instant(row.appliedAt) },
            {
              key: 'amount',
              title: t('column.applied'),
              isNumeric: true,
              cell: ({ isReversal, appliedAmount }) => (
                <>
                  {isReversal && <Tag tone="bad">{t('row.takenBack')}</Tag>} {format.money(appliedAmount)}
                </>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}
