import { useState } from 'react'
import { useCan, useIsPartner } from '../../api/session.ts'
import { findHolders } from '../../lists/holder-field.tsx'
import { type Filter, ListScreen } from '../../lists/list-screen.tsx'
import { Button } from '../../ui/button.tsx'
import { useShortcut } from '../../ui/keys.ts'
import { useText } from '../text.ts'
import { useLedgerColumns } from './ledger-columns.tsx'
import { directions, holderTypes, ledgerStatuses, ledgerTypes } from './ledger-words.ts'
import { NewRowDialog } from './new-row-dialog.tsx'

/** Who owes whom, and what is paid of it. */
export function LedgerList() {
  const t = useText()
  const can = useCan()
  const columns = useLedgerColumns()
  const filters = useFilters()
  const [isAdding, setAdding] = useState(false)
  const mayAdd = can('POST /ledgers')
  useShortcut('n', () => setAdding(true), { title: t('newRow.open'), isOff: !mayAdd })
  return (
    <>
      <ListScreen
        list="ledger"
        title={t('ledger.title')}
        operation="GET /ledgers"
        columns={columns}
        filters={filters}
        mainFilters={5}
        initial={{ sortBy: 'id', sortDirection: 'Desc' }}
        tabs={[
          {
            value: 'open',
            title: t('ledger.open'),
            query: { ledgerStatus: 'Open,InProcess', isMemo: 'false' },
          },
          { value: 'held', title: t('ledger.held'), query: { ledgerStatus: 'Held' } },
          { value: 'pending', title: t('ledger.pending'), query: { ledgerStatus: 'Pending' } },
          { value: 'all', title: t('ledger.everything'), query: {} },
        ]}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/money/ledger/${id}`}
        actions={
          mayAdd && (
            <Button kind="main" icon="add" onClick={() => setAdding(true)}>
              {t('newRow.open')}
            </Button>
          )
        }
        empty={{ title: t('ledger.none'), why: t('ledger.noneWhy') }}
      />
      {isAdding && <NewRowDialog onClose={() => setAdding(false)} />}
    </>
  )
}

function useFilters(): readonly Filter[] {
  const t = useText()
  const isPartner = useIsPartner()
  return [
    ...(isPartner
      ? []
      : [{ name: 'accountHolderId', label: t('holder'), kind: 'lookup', search: findHolders } as const]),
    { name: 'contractNumber', label: t('filter.contractNumber'), kind: 'text' },
    {
      name: 'direction',
      label: t('column.direction'),
      kind: 'choice',
      choices: directions.map((value) => ({ value, title: t(`direction.${value}`) })),
    },
    { name: 'dueFrom', label: t('filter.dueFrom'), kind: 'date' },
    { name: 'dueTo', label: t('filter.dueTo'), kind: 'date' },
    { name: 'disbursementCode', label: t('column.line'), kind: 'text' },
    { name: 'effectiveFrom', label: t('filter.effectiveFrom'), kind: 'date' },
    { name: 'effectiveTo', label: t('filter.effectiveTo'), kind: 'date' },
    { name: 'accountingFrom', label: t('filter.accountingFrom'), kind: 'date' },
    { name: 'accountingTo', label: t('filter.accountingTo'), kind: 'date' },
    { name: 'minAmount', label: t('filter.minAmount'), kind: 'number' },
    { name: 'isMemo', label: t('filter.isMemo'), kind: 'flag' },
    {
      name: 'ledgerStatus',
      label: t('column.status'),
      kind: 'choices',
      choices: ledgerStatuses.map((value) => ({ value, title: t(`status.${value}`) })),
    },
    {
      name: 'ledgerType',
      label: t('column.type'),
      kind: 'choices',
      choices: ledgerTypes.map((value) => ({ value, title: t(`type.${value}`) })),
    },
    ...(isPartner
      ? []
      : [
          {
            name: 'accountHolderType',
            label: t('filter.holderType'),
            kind: 'choices',
            choices: holderTypes.map((value) => ({ value, title: t(`holder.${value}`) })),
          } as const,
        ]),
  ]
}
