import type { Contract } from '../../../sdk/src/types.gen.ts'
import { Facts } from '../../ui/facts.tsx'
import { Link } from '../../ui/link.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

export function customerName({ customer }: Contract): string {
  if (!customer) return ''
  const { companyName, firstName, lastName } = customer
  return companyName ?? [firstName, lastName].filter((part) => part !== null).join(' ')
}

/** The contract that is to be cancelled, in a few lines. */
export function ContractFacts({ contract }: { readonly contract: Contract }) {
  const t = useText()
  const format = useFormat()
  const { vehicle, number, id } = contract
  const item = vehicle
    ? [vehicle.year, vehicle.make, vehicle.model].filter((part) => part !== null).join(' ')
    : ''
  return (
    <Facts
      items={[
        {
          label: t('contract.number'),
          value: <Link to={`/contracts/${number ?? id}`}>{number ?? t('contract.noNumber')}</Link>,
        },
        { label: t('contract.customer'), value: customerName(contract) },
        { label: t('contract.vehicle'), value: item },
        { label: t('contract.plan'), value: contract.plan.name },
        { label: t('contract.sold'), value: format.date(contract.saleDate) },
        { label: t('contract.expires'), value: format.date(contract.expirationDate) },
        { label: t('contract.price'), value: format.money(contract.retailPrice) },
        { label: t('contract.lienHolder'), value: contract.lienHolder?.name ?? t('none') },
      ]}
    />
  )
}
