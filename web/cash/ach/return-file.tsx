import { useState } from 'react'
import type { AchCorrection, AchReturns } from '../../../sdk/src/types.gen.ts'
import { ActionPanel } from '../../actions/action-panel.tsx'
import { useCan } from '../../api/session.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Empty, Forbidden } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { type ChosenFile, FileInput } from '../file-input.tsx'
import { useText } from '../text.ts'

/** Reads in what the bank sent back: returned entries and notifications of change. */
export function ReturnFile() {
  const t = useText()
  const can = useCan()
  const [file, setFile] = useState<ChosenFile>()
  const [applied, setApplied] = useState<AchReturns>()
  if (!can('POST /achfiles/returns')) return <Forbidden permission="cash:ach" />
  return (
    <div className="stack">
      <Panel title={t('returns.title')} description={t('returns.why')}>
        <ActionPanel
          // Once it is applied, the same file cannot be tried again.
          key={applied?.id ?? 'first'}
          operation="POST /achfiles/returns"
          options={file ? { body: file } : undefined}
          notReady={t('returns.chooseFirst')}
          fields={<FileInput label={t('returns.file')} hint={t('returns.hint')} onChoose={setFile} />}
          summary={(found) => <Outcome found={found} />}
          mainTitle={(found) =>
            found
              ? t('returns.main', {
                  returned: found.returned.length,
                  corrections: found.corrections.length,
                })
              : t('returns.apply')
          }
          doneText={() => t('returns.done')}
          onDone={({ data }) => {
            setApplied(data)
            setFile(undefined)
          }}
        />
      </Panel>
      {applied && (
        <Panel title={t('returns.applied')}>
          <Outcome found={applied} />
        </Panel>
      )}
    </div>
  )
}

function Outcome({ found }: { readonly found: AchReturns }) {
  const t = useText()
  const format = useFormat()
  const { returned, corrections, unmatched } = found
  const cashOf = ({ cashTransactionId: id }: Pick<AchCorrection, 'cashTransactionId'>) =>
    id === null ? t('ach.isPrenote') : <Link to={`/money/cash/${id}`}>{t('cash.link', { id })}</Link>
  if (returned.length + corrections.length + unmatched.length === 0)
    return <Empty title={t('returns.none')} why={t('returns.noneWhy')} />
  return (
    <>
      {returned.length > 0 && (
        <Table
          label={t('returns.returned')}
          caption={t('returns.returned')}
          rows={returned}
          rowKey={({ achTrace }) => achTrace}
          columns={[
            { key: 'cash', title: t('column.cash'), cell: cashOf },
            { key: 'trace', title: t('field.achTrace'), cell: ({ achTrace }) => achTrace },
            { key: 'code', title: t('field.returnCode'), cell: ({ returnCode }) => returnCode },
          ]}
        />
      )}
      {corrections.length > 0 && (
        <Table
          label={t('returns.corrections')}
          caption={t('returns.corrections')}
          rows={corrections}
          rowKey={(row) => `${row.cashTransactionId} ${row.changeCode} ${row.correctedData}`}
          columns={[
            { key: 'cash', title: t('column.cash'), cell: cashOf },
            { key: 'code', title: t('returns.changeCode'), cell: ({ changeCode }) => changeCode },
            { key: 'data', title: t('returns.corrected'), cell: ({ correctedData }) => correctedData },
          ]}
        />
      )}
      {unmatched.length > 0 && (
        <Table
          label={t('returns.unmatched')}
          caption={t('returns.unmatched')}
          rows={unmatched}
          rowKey={({ achTrace }) => achTrace}
          columns={[
            { key: 'trace', title: t('field.achTrace'), cell: ({ achTrace }) => achTrace },
            { key: 'code', title: t('field.returnCode'), cell: ({ returnCode }) => returnCode },
            {
              key: 'amount',
              title: t('column.amount'),
              isNumeric: true,
              cell: ({ amount }) => format.money(amount),
            },
          ]}
        />
      )}
    </>
  )
}
