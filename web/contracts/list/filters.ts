import { useMemo } from 'react'
import { call } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import type { Filter } from '../../lists/list-screen.tsx'
import { useText } from '../text.ts'

const statuses = ['Quote', 'Pending', 'Active', 'OnHold', 'Cancelled', 'Expired', 'Voided'] as const
const fundings = ['NotFunded', 'PartiallyFunded', 'Funded'] as const
const productTypes = ['VSC', 'GAP', 'PPM', 'TW', 'KEY', 'APL'] as const

/** The filters of the list, each under the name that the API gives it. The first ones are always shown. */
export function useContractFilters(isPartner: boolean): readonly Filter[] {
  const t = useText()
  const can = useCan()
  return useMemo(() => {
    const status: Filter = {
      ...{ name: 'status', label: t('field.status'), kind: 'choices' },
      choices: statuses.map((value) => ({ value, title: t(`status.${value}`) })),
    }
    const dealer: Filter = {
      ...{ name: 'dealerNumber', label: t('field.dealer'), kind: 'lookup' },
      search: findDealers,
    }
    const text = (name: string, label: string): Filter => ({ name, label, kind: 'text' })
    const day = (name: string, label: string): Filter => ({ name, label, kind: 'date' })
    const flag = (name: string, label: string): Filter => ({ name, label, kind: 'flag' })
    return [
      status,
      text('customerName', t('field.customer')),
      text('vin', t('field.vin')),
      ...(!isPartner && can('GET /dealers') ? [dealer] : []),
      text('vinLast8', t('filter.vinLast8')),
      text('phone', t('field.phone')),
      {
        ...{ name: 'productTypeCode', label: t('field.product'), kind: 'choice' },
        choices: productTypes.map((value) => ({ value, title: t(`product.${value}`) })),
      },
      text('state', t('field.stateOfSale')),
      day('saleDateFrom', t('filter.saleDateFrom')),
      day('saleDateTo', t('filter.saleDateTo')),
      day('expirationFrom', t('filter.expirationFrom')),
      day('expirationTo', t('filter.expirationTo')),
      day('cancelDateFrom', t('filter.cancelDateFrom')),
      day('cancelDateTo', t('filter.cancelDateTo')),
      flag('hasOpenHold', t('filter.hasOpenHold')),
      flag('hasOpenClaim', t('filter.hasOpenClaim')),
      flag('needsRefinalize', t('filter.needsRefinalize')),
      {
        ...{ name: 'fundingStatus', label: t('field.funding'), kind: 'choices' },
        choices: fundings.map((value) => ({ value, title: t(`funding.${value}`) })),
      },
    ] satisfies readonly Filter[]
  }, [t, can, isPartner])
}

async function findDealers(name: string, signal: AbortSignal) {
  const query = { ...(name === '' ? {} : { name }), pageNumber: 1, pageSize: 20, sortBy: 'name' } as const
  const { data } = await call('GET /dealers', { query, signal })
  return data.map((dealer) => ({ value: dealer.number, title: dealer.name, subtitle: dealer.number }))
}
