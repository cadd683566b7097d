import { useMemo } from 'react'
import type { ContractSearchResult } from '../../../sdk/src/types.gen.ts'
import type { ListColumn } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { termText } from '../facts/term-text.ts'
import { useText, wordOf } from '../text.ts'

type Column = ListColumn<ContractSearchResult>

/** The columns of the list. A partner sees its own contracts, so who sold them says little there. */
export function useContractColumns(isPartner: boolean): readonly Column[] {
  const t = useText()
  const { money, date, miles } = useFormat()
  return useMemo(() => {
    const column = (
      key: string,
      title: string,
      cell: Column['cell'],
      more: Partial<Column> = {},
    ): Column => ({
      ...{ key, title, cell },
      ...more,
    })
    const vehicle = ({ year, make, model }: ContractSearchResult) =>
      [year, make, model].filter((part) => part !== null).join(' ')
    const term = ({ termMonths, termMiles }: ContractSearchResult) =>
      termText(t, miles, { months: termMonths, miles: termMiles })
    const secondary = { isHidden: isPartner }
    // What seldom decides anything is chosen when it is wanted. A desk of 1280 pixels has no room for all.
    const onDemand = { isHidden: true }
    return [
      column('number', t('field.number'), (row) => row.number ?? t('list.quote', { id: row.id }), {
        sort: 'number',
      }),
      column('status', t('field.status'), (row) => (
        <Status value={row.status} title={wordOf(t, 'status', row.status)} />
      )),
      column('customerName', t('field.customer'), (row) => row.customerName ?? ''),
      column('vin', t('field.vin'), (row) => row.vin ?? '', onDemand),
      column('vehicle', t('field.vehicle'), vehicle),
      column('planName', t('field.plan'), (row) => row.planName),
      column('term', t('field.term'), term, onDemand),
      column('saleDate', t('field.sold'), (row) => date(row.saleDate), { sort: 'saleDate' }),
      column('expirationDate', t('field.expires'), (row) => date(row.expirationDate), {
        ...{ ...onDemand, sort: 'expirationDate' },
      }),
      column('dealerName', t('field.dealer'), (row) => row.dealerName, secondary),
      column('retailPrice', t('field.price'), (row) => money(row.retailPrice), {
        ...{ sort: 'retailPrice', isNumeric: true },
      }),
      column(
        'fundingStatus',
        t('field.funding'),
        (row) => <Status value={row.fundingStatus} title={wordOf(t, 'funding', row.fundingStatus)} />,
        onDemand,
      ),
    ]
  }, [t, money, date, miles, isPartner])
}
