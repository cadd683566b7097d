import { useMemo } from 'react'
import type { AchFile } from '../../../sdk/src/types.gen.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** The files that were made, the newest first. */
export function AchFiles() {
  const t = useText()
  const { money, date, instant, count } = useFormat()
  const columns = useMemo(
    (): readonly ListColumn<AchFile>[] => [
      { key: 'name', title: t('ach.fileName'), cell: ({ fileName }) => fileName },
      { key: 'made', title: t('column.made'), cell: ({ createdAt }) => instant(createdAt) },
      { key: 'by', title: t('column.by'), cell: ({ createdBy }) => createdBy },
      { key: 'date', title: t('ach.date'), cell: (file) => date(file.effectiveEntryDate) },
      { key: 'entries', title: t('ach.entries'), isNumeric: true, cell: (file) => count(file.entryCount) },
      { key: 'credit', title: t('ach.credit'), isNumeric: true, cell: (file) => money(file.totalCredit) },
      { key: 'debit', title: t('ach.debit'), isNumeric: true, cell: (file) => money(file.totalDebit) },
    ],
    [t, money, date, instant, count],
  )
  return (
    <ListScreen
      list="achFiles"
      title={t('ach.files')}
      headingLevel={2}
      operation="GET /achfiles"
      columns={columns}
      initial={{ sortBy: 'id', sortDirection: 'Desc' }}
      rowKey={({ id }) => id}
      rowLink={({ id }) => `/money/ach/${id}`}
      empty={{ title: t('ach.noFiles'), why: t('ach.noFilesWhy') }}
    />
  )
}
