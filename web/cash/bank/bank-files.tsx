import { useMemo, useState } from 'react'
import type { BankFileSummary } from '../../../sdk/src/types.gen.ts'
import { useCan } from '../../api/session.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Tag } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { ImportDialog } from './import-dialog.tsx'

/** What the bank reported, the newest first. */
export function BankFiles() {
  const t = useText()
  const can = useCan()
  const { money, date, count, instant } = useFormat()
  const [isImporting, setImporting] = useState(false)
  const columns = useMemo(
    (): readonly ListColumn<BankFileSummary>[] => [
      { key: 'name', title: t('bank.fileName'), cell: ({ fileName }) => fileName },
      { key: 'date', title: t('bank.date'), cell: ({ statementDate }) => date(statementDate) },
      { key: 'format', title: t('bank.format'), cell: ({ format }) => format },
      {
        key: 'opening',
        title: t('bank.opening'),
        isNumeric: true,
        cell: ({ openingBalance }) => money(openingBalance),
      },
      {
        key: 'closing',
        title: t('bank.closing'),
        isNumeric: true,
        cell: ({ closingBalance }) => money(closingBalance),
      },
      { key: 'matched', title: t('bank.matched'), isNumeric: true, cell: ({ matched }) => count(matched) },
      {
        key: 'unmatched',
        title: t('bank.unmatched'),
        isNumeric: true,
        cell: ({ unmatched }) =>
          unmatched === 0 ? count(unmatched) : <Tag tone="wait">{count(unmatched)}</Tag>,
      },
      { key: 'read', title: t('bank.readIn'), isHidden: true, cell: ({ createdAt }) => instant(createdAt) },
    ],
    [t, money, date, count, instant],
  )
  const read = can('POST /bankfiles') && (
    <Button kind="main" icon="upload" onClick={() => setImporting(true)}>
      {t('bank.read')}
    </Button>
  )
  return (
    <>
      <ListScreen
        list="bankFiles"
        title={t('bank.title')}
        operation="GET /bankfiles"
        columns={columns}
        initial={{ sortBy: 'id', sortDirection: 'Desc' }}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/money/bank/${id}`}
        actions={read}
        empty={{ title: t('bank.none'), why: t('bank.noneWhy'), action: read }}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}
