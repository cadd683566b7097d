import { useMemo } from 'react'
import type { JournalRow } from '../../../sdk/src/types.gen.ts'
import type { ListColumn } from '../../lists/list-screen.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { Source } from '../source.tsx'
import { useText } from '../text.ts'

const accountPath = (account: string) => `/money/journal?account=${encodeURIComponent(account)}`

/** The columns of journal rows. Accounts open their postings, and sources their records. */
export function useJournalColumns(): readonly ListColumn<JournalRow>[] {
  const t = useText()
  const { money, date, instant } = useFormat()
  return useMemo(() => {
    const accountOf = (account: string) => <Link to={accountPath(account)}>{account}</Link>
    const reference = (id: number | null) => (id === null ? null : { id })
    return [
      {
        key: 'entry',
        title: t('column.entry'),
        cell: ({ entryId, entryType }) => t('entry.link', { type: t(`entryType.${entryType}`), id: entryId }),
      },
      { key: 'accounting', title: t('column.accounting'), cell: (row) => date(row.accountingDate) },
      {
        key: 'effective',
        title: t('column.effective'),
        isHidden: true,
        cell: (row) => date(row.effectiveDate),
      },
      { key: 'debit', title: t('column.debit'), cell: ({ debitAccount }) => accountOf(debitAccount) },
      { key: 'credit', title: t('column.credit'), cell: ({ creditAccount }) => accountOf(creditAccount) },
      { key: 'amount', title: t('column.amount'), isNumeric: true, cell: ({ amount }) => money(amount) },
      {
        key: 'source',
        title: t('column.source'),
        isWrapping: true,
        cell: (row) => (
          <Source
            contract={reference(row.contractId)}
            claim={reference(row.claimId)}
            cancel={reference(row.cancelId)}
            cashTransactionId={row.cashTransactionId}
            ledgerId={row.ledgerId}
          />
        ),
      },
      {
        key: 'reverses',
        title: t('column.reverses'),
        isHidden: true,
        cell: ({ reversesId }) => reversesId ?? '',
      },
      { key: 'at', title: t('column.postedAt'), isHidden: true, cell: (row) => instant(row.createdAt) },
      { key: 'by', title: t('column.by'), isHidden: true, cell: ({ createdBy }) => createdBy },
    ]
  }, [t, money, date, instant])
}
