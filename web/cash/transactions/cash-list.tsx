import { useMemo, useState } from 'react'
import type { CashTransaction } from '../../../sdk/src/types.gen.ts'
import { useGo } from '../../api/address.ts'
import { useCan, useIsPartner } from '../../api/session.ts'
import { findHolders, nameOf } from '../../lists/holder-field.tsx'
import { type Filter, type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { cashMethods, cashStatuses, cashTypes } from './cash-props.ts'
import { PositivePayDialog } from './positive-pay-dialog.tsx'

/** Money that came in and went out, the newest first. */
export function CashList() {
  const t = useText()
  const can = useCan()
  const isPartner = useIsPartner()
  const columns = useColumns()
  const filters = useFilters()
  const [isExporting, setExporting] = useState(false)
  const go = useGo()
  const mayEnter = can('POST /cashtransactions')
  const enter = mayEnter && (
    <Link to="/money/cash/new" className="button button-main">
      {t('cash.new')}
    </Link>
  )
  useShortcut('n', () => go('/money/cash/new'), { title: t('cash.new'), isOff: !mayEnter })
  return (
    <>
      <ListScreen
        list="cash"
        title={t('cash.title')}
        operation="GET /v2/cashtransactions"
        columns={columns}
        filters={filters}
        mainFilters={4}
        initial={{ sortBy: 'date', sortDirection: 'Desc' }}
        tabs={[
          { value: 'all', title: t('tab.all'), query: {} },
          { value: 'unapplied', title: t('cash.unapplied'), query: { hasUnapplied: 'true' } },
          { value: 'notCleared', title: t('cash.notCleared'), query: { status: 'Posted' } },
        ]}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/money/cash/${id}`}
        actions={
          <>
            {can('GET /cashtransactions/positivepay') && !isPartner && (
              <Button icon="download" onClick={() => setExporting(true)}>
                {t('positivePay')}
              </Button>
            )}
            {enter}
          </>
        }
        empty={{ title: t('cash.none'), why: t('cash.noneWhy'), action: enter }}
      />
      {isExporting && <PositivePayDialog onClose={() => setExporting(false)} />}
    </>
  )
}

function useColumns(): readonly ListColumn<CashTransaction>[] {
  const t = useText()
  const { money, date } = useFormat()
  const isPartner = useIsPartner()
  return useMemo(
    () => [
      { key: 'number', title: t('column.number'), sort: 'number', cell: ({ number }) => number },
      { key: 'type', title: t('field.type'), cell: ({ type }) => t(`cashType.${type}`) },
      {
        key: 'status',
        title: t('column.status'),
        cell: ({ status }) => <Status value={status} title={t(`cashStatus.${status}`)} />,
      },
      { key: 'method', title: t('field.method'), cell: ({ method }) => t(`method.${method}`) },
      {
        key: 'holder',
        title: t('holder'),
        isHidden: isPartner,
        cell: ({ accountHolder }) => nameOf(accountHolder),
      },
      { key: 'date', title: t('field.date'), sort: 'date', cell: (row) => date(row.date) },
      {
        key: 'amount',
        title: t('column.amount'),
        sort: 'amount',
        isNumeric: true,
        cell: ({ amount }) => money(amount),
      },
      {
        key: 'unapplied',
        title: t('column.unapplied'),
        isNumeric: true,
        cell: ({ unapplied }) => money(unapplied),
      },
      { key: 'check', title: t('field.checkNumber'), cell: ({ checkNumber }) => checkNumber ?? '' },
      {
        key: 'reference',
        title: t('field.reference'),
        isHidden: true,
        cell: ({ reference }) => reference ?? '',
      },
      { key: 'cleared', title: t('field.cleared'), isHidden: true, cell: (row) => date(row.clearedDate) },
    ],
    [t, money, date, isPartner],
  )
}

function useFilters(): readonly Filter[] {
  const t = useText()
  const isPartner = useIsPartner()
  return [
    ...(isPartner
      ? []
      : [{ name: 'accountHolderId', label: t('holder'), kind: 'lookup', search: findHolders } as const]),
    { name: 'checkNumber', label: t('field.checkNumber'), kind: 'text' },
    { name: 'dateFrom', label: t('filter.dateFrom'), kind: 'date' },
    { name: 'dateTo', label: t('filter.dateTo'), kind: 'date' },
    { name: 'contractNumber', label: t('filter.contractNumber'), kind: 'text' },
    { name: 'claimNumber', label: t('filter.claimNumber'), kind: 'text' },
    { name: 'reference', label: t('field.reference'), kind: 'text' },
    { name: 'amountFrom', label: t('filter.amountFrom'), kind: 'number' },
    { name: 'amountTo', label: t('filter.amountTo'), kind: 'number' },
    { name: 'hasUnapplied', label: t('cash.unapplied'), kind: 'flag' },
    {
      name: 'type',
      label: t('field.type'),
      kind: 'choices',
      choices: cashTypes.map((value) => ({ value, title: t(`cashType.${value}`) })),
    },
    {
      name: 'status',
      label: t('column.status'),
      kind: 'choices',
      choices: cashStatuses.map((value) => ({ value, title: t(`cashStatus.${value}`) })),
    },
    {
      name: 'method',
      label: t('field.method'),
      kind: 'choices',
      choices: cashMethods.map((value) => ({ value, title: t(`method.${value}`) })),
    },
  ]
}
