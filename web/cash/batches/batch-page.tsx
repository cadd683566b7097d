import { useEffect, useState } from 'react'
import type { InProcessCashTransaction, InProcessCashTransactionLedger } from '../../../sdk/src/types.gen.ts'
import { ActionDialog } from '../../actions/action-dialog.tsx'
import { useGo } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useSession, useToday } from '../../api/session.ts'
import { HolderLink } from '../../lists/holder-field.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { PrintButton } from '../print-button.tsx'
import { useText } from '../text.ts'
import { toneOf } from './batches-list.tsx'
import { type BatchProps, ProcessPanel } from './process-panel.tsx'

/** A batch: its register, what it comes to, and what can be done with it. */
export function BatchPage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const go = useGo()
  const [deleting, setDeleting] = useState<Deleting>('No')
  const isDeleted = deleting === 'Done'
  const query = useAnswer(
    'GET /inprocesscashtransactions/{inProcessCashTransactionId}',
    { path: { inProcessCashTransactionId: Number(params.id) } },
    // After a write everything on screen is read again, and a deleted batch cannot be.
    { enabled: deleting === 'No' },
  )
  // After the guard of the fields has let go.
  useEffect(() => {
    if (isDeleted) go('/money/batches')
  }, [isDeleted, go])
  return (
    <div className="page">
      <Link to="/money/batches" className="link no-print">
        {t('batches.all')}
      </Link>
      <Await query={query}>
        {(batch, { etag }) => (
          <Loaded key={batch.id} batch={batch} etag={etag} deleting={deleting} onDeleting={setDeleting} />
        )}
      </Await>
    </div>
  )
}

/** Whether the batch is being deleted: the dialog is open, or it is done. */
type Deleting = 'No' | 'Asked' | 'Done'

interface LoadedProps extends BatchProps {
  readonly deleting: Deleting
  readonly onDeleting: (deleting: Deleting) => void
}

function Loaded({ batch, etag, deleting, onDeleting }: LoadedProps) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const today = useToday()
  const { administrator } = useSession()
  const isDeleting = deleting === 'Asked'
  const isReady = batch.status === 'Ready' && deleting !== 'Done'
  const path = { inProcessCashTransactionId: batch.id }
  // A dealer's office made what it sends; what is paid or netted is accounting's.
  const mayDelete =
    isReady &&
    can('DELETE /inprocesscashtransactions/{inProcessCashTransactionId}') &&
    (batch.direction === 'Receive' || can('POST /cashtransactions'))
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{t('batch.title', { id: batch.id })}</h1>
          <Status
            value={batch.status}
            title={t(`batchStatus.${batch.status}`)}
            tone={toneOf(batch.status)}
            testid="batch-status"
          />
        </div>
        <div className="page-actions">
          <PrintButton />
          {mayDelete && (
            <Button icon="trash" onClick={() => onDeleting('Asked')}>
              {t('batch.delete')}
            </Button>
          )}
        </div>
      </header>
      <p className="cash-print-only">
        {t('batch.printed', { administrator: administrator.name, date: format.date(today) })}
      </p>
      <BatchFacts batch={batch} />
      <RegisterPanel batch={batch} />
      {isReady && can('POST /inprocesscashtransactions/{inProcessCashTransactionId}/processrequests') && (
        <ProcessPanel batch={batch} etag={etag} />
      )}
      <ActionDialog
        open={isDeleting}
        onClose={() => onDeleting('No')}
        title={t('batch.deleteTitle', { id: batch.id })}
        description={t('batch.deleteWhy')}
        operation="DELETE /inprocesscashtransactions/{inProcessCashTransactionId}"
        options={isDeleting ? { path } : undefined}
        mainTitle={() => t('batch.deleteMain', { amount: format.money(batch.netAmount) })}
        kind="danger"
        doneText={t('batch.deleted', { id: batch.id })}
        onDone={() => onDeleting('Done')}
      />
    </>
  )
}

function BatchFacts({ batch }: { readonly batch: InProcessCashTransaction }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const { cashTransactionIds } = batch
  const cash = cashTransactionIds.map((id) =>
    can('GET /cashtransactions/{cashTransactionId}') ? (
      <Link key={id} to={`/money/cash/${id}`}>
        {t('cash.link', { id })}
      </Link>
    ) : (
      <span key={id}>{t('cash.link', { id })}</span>
    ),
  )
  return (
    <Panel title={t('batch.facts')}>
      <Facts
        items={[
          { label: t('holder'), value: <HolderLink holder={batch.accountHolder} /> },
          { label: t('batch.direction'), value: t(`batch.${batch.direction}`) },
          { label: t('field.method'), value: t(`method.${batch.method}`) },
          { label: t('batch.totalReceive'), value: format.money(batch.totalReceive) },
          { label: t('batch.totalPay'), value: format.money(batch.totalPay) },
          { label: t('batch.netAmount'), value: format.money(batch.netAmount), testid: 'batch-net' },
          { label: t('field.scheduledDate'), value: format.date(batch.scheduledDate) },
          { label: t('column.made'), value: format.instant(batch.createdAt) },
          { label: t('column.by'), value: batch.createdBy },
          cash.length > 0 && { label: t('batch.cash'), value: <span className="row">{cash}</span> },
          batch.memo !== null && { label: t('field.memo'), value: batch.memo, isWide: true },
        ]}
      />
    </Panel>
  )
}

/** Every row of the batch. On paper it is the register that goes with the money. */
function RegisterPanel({ batch }: { readonly batch: InProcessCashTransaction }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const whatOf = ({ contractNumber, claimNumber, ledgerId }: InProcessCashTransactionLedger) => {
    if (contractNumber === null) return claimNumber ?? t('ledger.link', { id: ledgerId })
    return can('GET /v2/contracts/{identifier}') ? (
      <Link to={`/contracts/${contractNumber}`}>{contractNumber}</Link>
    ) : (
      contractNumber
    )
  }
  // A dealer sees what it owes for a contract as one row, which has no line.
  const line: Column<InProcessCashTransactionLedger> = {
    key: 'line',
    title: t('column.line'),
    cell: (row) => row.disbursementCode ?? t('value.none'),
  }
  const hasLines = batch.ledgers.some(({ disbursementCode }) => disbursementCode !== null)
  return (
    <Panel title={t('batch.register')} isFlush>
      <Table
        label={t('batch.register')}
        rows={batch.ledgers}
        rowKey={({ ledgerId }) => ledgerId}
        columns={[
          { key: 'contract', title: t('column.contract'), cell: whatOf },
          ...(hasLines ? [line] : []),
          { key: 'direction', title: t('column.direction'), cell: (row) => t(`direction.${row.direction}`) },
          {
            key: 'amount',
            title: t('column.amount'),
            isNumeric: true,
            cell: (row) => format.money(row.amount),
          },
        ]}
        foot={{ contract: t('batch.netAmount'), amount: format.money(batch.netAmount) }}
      />
    </Panel>
  )
}
