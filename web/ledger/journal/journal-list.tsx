import { type Filter, ListScreen } from '../../lists/list-screen.tsx'
import { useText } from '../text.ts'
import { entryPath } from './path-of-entry.ts'
import { useJournalColumns } from './journal-columns.tsx'

export const entryTypes = [
  'Finalize',
  'Refinalize',
  'Void',
  'LedgerEdit',
  'LedgerDelete',
  'Manual',
  'TransferFee',
  'Earning',
  'Cash',
  'CashOverShort',
  'Nsf',
  'Claim',
  'InspectionFee',
  'Cancel',
  'CancelFee',
  'Penalty',
  'Reinstatement',
] as const

/** The books: rows of one debit and one credit, the newest first. A row opens its entry. */
export function JournalList() {
  const t = useText()
  const columns = useJournalColumns()
  const filters: readonly Filter[] = [
    { name: 'account', label: t('column.account'), kind: 'text' },
    { name: 'from', label: t('filter.from'), kind: 'date' },
    { name: 'to', label: t('filter.to'), kind: 'date' },
    {
      name: 'dateField',
      label: t('filter.dateField'),
      kind: 'choice',
      choices: (['Accounting', 'Effective'] as const).map((value) => ({
        value,
        title: t(`dateField.${value}`),
      })),
    },
    { name: 'contractId', label: t('filter.contractId'), kind: 'number' },
    { name: 'ledgerId', label: t('filter.ledgerId'), kind: 'number' },
    { name: 'cashTransactionId', label: t('filter.cashId'), kind: 'number' },
    { name: 'claimId', label: t('filter.claimId'), kind: 'number' },
    { name: 'cancelId', label: t('filter.cancelId'), kind: 'number' },
    {
      name: 'entryType',
      label: t('column.type'),
      kind: 'choices',
      choices: entryTypes.map((value) => ({ value, title: t(`entryType.${value}`) })),
    },
  ]
  return (
    <ListScreen
      list="journal"
      title={t('journal.title')}
      operation="GET /journal"
      columns={columns}
      filters={filters}
      mainFilters={4}
      initial={{ sortBy: 'id', sortDirection: 'Desc' }}
      rowKey={({ id }) => id}
      rowLink={entryPath}
      empty={{ title: t('journal.none'), why: t('journal.noneWhy') }}
    />
  )
}
