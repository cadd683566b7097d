import { type Filter, ListScreen } from '../../lists/list-screen.tsx'
import { useText } from '../text.ts'
import { useJournalColumns } from './journal-columns.tsx'
import { entryPath } from './path-of-entry.ts'

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

const accountKinds = [
  'Receivable',
  'Payable',
  'Unapplied',
  'Unearned',
  'Earned',
  'ClaimsExpense',
  'ClaimsRecovered',
  'Cash',
  'PenaltyExpense',
  'CancelFeeIncome',
  'OtherIncome',
  'Adjustments',
  'OverShort',
  'SalesTaxPayable',
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
      usual: 'Accounting',
    },
    {
      name: 'accountKind',
      label: t('filter.accountKind'),
      kind: 'choice',
      choices: accountKinds.map((value) => ({ value, title: t(`accountKind.${value}`) })),
    },
    { name: 'debitAccount', label: t('filter.debitAccount'), kind: 'text' },
    { name: 'creditAccount', label: t('filter.creditAccount'), kind: 'text' },
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
