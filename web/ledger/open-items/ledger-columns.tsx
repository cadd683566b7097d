import { useMemo } from 'react'
import type { Ledger } from '../../../sdk/src/types.gen.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { nameOf } from '../../lists/holder-field.tsx'
import type { ListColumn } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

/** The columns of open items. The first one is a link to the row where the list says so. */
export function useLedgerColumns(): readonly ListColumn<Ledger>[] {
  const t = useText()
  const can = useCan()
  const { money, date } = useFormat()
  const isPartner = useIsPartner()
  const seesContracts = can('GET /v2/contracts/{identifier}')
  return useMemo(() => {
    const contractOf = ({ contract, claim }: Ledger) => {
      const number = contract?.number ?? (contract ? String(contract.id) : undefined)
      if (number === undefined) return claim?.number ?? ''
      return seesContracts ? <Link to={`/contracts/${number}`}>{number}</Link> : number
    }
    return [
      { key: 'id', title: t('column.row'), sort: 'id', cell: ({ id }) => t('row.title', { id }) },
      {
        key: 'holder',
        title: t('holder'),
        isHidden: isPartner,
        cell: ({ accountHolder }) => nameOf(accountHolder),
      },
      { key: 'type', title: t('column.type'), cell: ({ ledgerType }) => t(`type.${ledgerType}`) },
      { key: 'contract', title: t('column.contract'), cell: contractOf },
      { key: 'line', title: t('column.line'), cell: ({ disbursementCode }) => disbursementCode ?? '' },
      {
        key: 'direction',
        title: t('column.direction'),
        cell: ({ isMemo, direction }) => t(isMemo ? 'direction.Memo' : `direction.${direction}`),
      },
      {
        key: 'status',
        title: t('column.status'),
        cell: (row) => <Status value={row.ledgerStatus} title={t(`status.${row.ledgerStatus}`)} />,
      },
      {
        key: 'effective',
        title: t('column.effective'),
        sort: 'effectiveDate',
        isHidden: true,
        cell: ({ effectiveDate }) => date(effectiveDate),
      },
      { key: 'due', title: t('column.due'), sort: 'dueDate', cell: ({ dueDate }) => date(dueDate) },
      {
        key: 'amount',
        title: t('column.amount'),
        sort: 'amount',
        isNumeric: true,
        cell: ({ amount }) => money(amount),
      },
      {
        key: 'paid',
        title: t('column.paid'),
        isNumeric: true,
        isHidden: true,
        cell: ({ paidAmount }) => money(paidAmount),
      },
      { key: 'open', title: t('column.open'), isNumeric: true, cell: ({ openAmount }) => money(openAmount) },
    ]
  }, [t, money, date, isPartner, seesContracts])
}
