import type { CashTransactionLedger } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { HolderLink } from '../../lists/holder-field.tsx'
import { Status, Tag } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { ApplyPanel } from './apply-panel.tsx'
import { CashActions } from './cash-actions.tsx'
import { type CashProps, isLive } from './cash-props.ts'

/** A receipt or payment: what it paid, what is left of it, and what can be done with it. */
export function CashPage({ params }: { readonly params: Record<string, string> }) {
  const t = useText()
  const query = useAnswer('GET /cashtransactions/{cashTransactionId}', {
    path: { cashTransactionId: Number(params.id) },
  })
  return (
    <div className="page">
      <Link to="/money/cash" className="link no-print">
        {t('cash.all')}
      </Link>
      <Await query={query}>{(cash, { etag }) => <Loaded key={cash.id} cash={cash} etag={etag} />}</Await>
    </div>
  )
}

function Loaded({ cash, etag }: CashProps) {
  const t = useText()
  const can = useCan()
  const mayApply = can('PATCH /cashtransactions/{cashTransactionId}') && can('GET /ledgers') && isLive(cash)
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{cash.number}</h1>
          <Status value={cash.status} title={t(`cashStatus.${cash.status}`)} testid="cash-status" />
        </div>
        <CashActions cash={cash} etag={etag} />
      </header>
      <CashFacts cash={cash} />
      <Applied rows={cash.ledgers} />
      {mayApply && cash.unapplied > 0 && <ApplyPanel cash={cash} etag={etag} />}
    </>
  )
}

function CashFacts({ cash }: Pick<CashProps, 'cash'>) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const isPartner = useIsPartner()
  const linked = (to: string, text: string, isOpen: boolean) => (isOpen ? <Link to={to}>{text}</Link> : text)
  const { inProcessCashTransactionId: batchId, achFileId, replacesCashTransactionId: replacesId } = cash
  return (
    <Panel title={t('cash.facts')}>
      <Facts
        items={[
          { label: t('field.type'), value: t(`cashType.${cash.type}`) },
          { label: t('field.method'), value: t(`method.${cash.method}`) },
          { label: t('holder'), value: <HolderLink holder={cash.accountHolder} /> },
          { label: t('field.date'), value: format.date(cash.date) },
          { label: t('column.amount'), value: format.money(cash.amount), testid: 'cash-amount' },
          { label: t('column.applied'), value: format.money(cash.applied) },
          { label: t('column.unapplied'), value: format.money(cash.unapplied), testid: 'cash-unapplied' },
          { label: t('field.checkNumber'), value: cash.checkNumber },
          { label: t('field.reference'), value: cash.reference },
          { label: t('field.postedDate'), value: format.date(cash.postedDate) },
          { label: t('field.cleared'), value: format.date(cash.clearedDate) },
          batchId !== null && {
            label: t('column.batch'),
            value: linked(
              `/money/batches/${batchId}`,
              t('batch.title', { id: batchId }),
              // A dealer's office sees the batches that it sends, not those that pay it.
              can('GET /inprocesscashtransactions/{inProcessCashTransactionId}') &&
                (cash.type === 'Receipt' || can('POST /cashtransactions')),
            ),
          },
          achFileId !== null && {
            label: t('field.achFile'),
            value: linked(
              `/money/ach/${achFileId}`,
              t('ach.link', { id: achFileId }),
              can('GET /achfiles/{achFileId}') && !isPartner,
            ),
          },
          cash.achTrace !== null && { label: t('field.achTrace'), value: cash.achTrace },
          replacesId !== null && {
            label: t('field.replaces'),
            value: linked(`/money/cash/${replacesId}`, t('cash.link', { id: replacesId }), true),
          },
          cash.returnCode !== null && { label: t('field.returnCode'), value: cash.returnCode },
          cash.voidReason !== null && { label: t('field.reason'), value: cash.voidReason, isWide: true },
          cash.memo !== null && { label: t('field.memo'), value: cash.memo, isWide: true },
          ...cash.customFields.map(({ name, value }) => ({ label: name, value: String(value) })),
        ]}
      />
    </Panel>
  )
}

/** The rows that the cash paid or netted, and what was taken back. */
function Applied({ rows }: { readonly rows: readonly CashTransactionLedger[] }) {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  const isPartner = useIsPartner()
  const whatOf = ({ contractNumber, ledgerId }: CashTransactionLedger) => {
    if (contractNumber === null) return t('ledger.link', { id: ledgerId })
    return can('GET /v2/contracts/{identifier}') ? (
      <Link to={`/contracts/${contractNumber}`}>{contractNumber}</Link>
    ) : (
      contractNumber
    )
  }
  // A dealer sees what it owes for a contract as one row, which has no line.
  const line: Column<CashTransactionLedger> = {
    key: 'line',
    title: t('column.line'),
    cell: (row) => row.disbursementCode ?? t('value.none'),
  }
  const hasLines = rows.some(({ disbursementCode }) => disbursementCode !== null)
  return (
    <Panel title={t('cash.rows')} isFlush={rows.length > 0}>
      {rows.length === 0 ? (
        <p>{t('cash.noRows')}</p>
      ) : (
        <Table
          label={t('cash.rows')}
          rows={rows}
          rowKey={({ id }) => id}
          rowTone={({ isReversal }) => (isReversal ? 'off' : undefined)}
          columns={[
            { key: 'contract', title: t('column.contract'), cell: whatOf },
            ...(hasLines ? [line] : []),
            {
              key: 'direction',
              title: t('column.direction'),
              cell: (row) => t(`direction.${row.direction}`),
            },
            { key: 'at', title: t('column.appliedAt'), cell: (row) => format.instant(row.appliedAt) },
            {
              key: 'amount',
              title: t('column.applied'),
              isNumeric: true,
              cell: ({ isReversal, appliedAmount }) => (
                <>
                  {isReversal && <Tag tone="bad">{t('cash.takenBack')}</Tag>} {format.money(appliedAmount)}
                </>
              ),
            },
            ...(can('GET /ledgers/{ledgerId}') && !isPartner
              ? [
                  {
                    key: 'row',
                    title: t('column.row'),
                    cell: ({ ledgerId }: CashTransactionLedger) => (
                      <Link to={`/money/ledger/${ledgerId}`}>{t('ledger.link', { id: ledgerId })}</Link>
                    ),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Panel>
  )
}
