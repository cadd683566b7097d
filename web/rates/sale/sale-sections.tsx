import type { CustomField } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { faultOf } from '../../ui/fields/faults.tsx'
import { CheckField, MoneyField, type Option, TextField } from '../../ui/fields/field.tsx'
import { LookupField } from '../../ui/fields/lookup.tsx'
import type { Inputs } from '../inputs/inputs.ts'
import { VinField } from '../inputs/vin-field.tsx'
import type { Offer } from '../offers/offers.ts'
import { useText } from '../text.ts'
import { CustomFields } from './custom-fields.tsx'
import { PersonFields } from './person-fields.tsx'
import { asksForPrice, asksForVin, filledFields } from './sale-values.ts'
import { Section } from './section.tsx'
import type { Sale } from './use-sale.ts'

interface SaleProps {
  readonly sale: Sale
}

/** What the quote did not have: the VIN, and what the vehicle costs. */
export function VehicleSection({
  sale,
  inputs,
  isVehicle,
}: SaleProps & { readonly inputs: Inputs; readonly isVehicle: boolean }) {
  const t = useText()
  const { values, change } = sale
  const asks = { vin: asksForVin(inputs, isVehicle), price: isVehicle && asksForPrice(inputs) }
  if (!asks.vin && !asks.price) return null
  return (
    <Section title={t('sale.vehicle')} error={sale.errorOf('vehicle')} onLeave={() => sale.leave('vehicle')}>
      <div className="rates-sale-fields">
        {asks.vin && (
          <VinField name="/vehicle/vin" value={values.vin} onChange={(vin) => change({ vin })} isRequired />
        )}
        {asks.price && (
          <MoneyField
            label={t('input.vehiclePurchasePrice')}
            name="/vehiclePurchasePrice"
            value={values.vehiclePurchasePrice}
            onChange={(vehiclePurchasePrice) => change({ vehiclePurchasePrice })}
            hint={t('sale.vehiclePrice.hint')}
          />
        )}
      </div>
    </Section>
  )
}

export function CustomerSection({ sale }: SaleProps) {
  const t = useText()
  const { customer } = sale.values
  return (
    <Section
      title={t('sale.customer')}
      error={sale.errorOf('customer')}
      onLeave={() => sale.leave('customer')}
    >
      <PersonFields
        at="customer"
        values={customer}
        onChange={(changes) => sale.change({ customer: { ...customer, ...changes } })}
      />
    </Section>
  )
}

export function CobuyerSection({ sale }: SaleProps) {
  const t = useText()
  const { hasCobuyer, cobuyer } = sale.values
  return (
    <Section title={t('sale.cobuyer')} error={sale.errorOf('cobuyer')} onLeave={() => sale.leave('cobuyer')}>
      <CheckField
        label={t('cobuyer.add')}
        value={hasCobuyer}
        onChange={(isWanted) => sale.change({ hasCobuyer: isWanted })}
      />
      {hasCobuyer && (
        <PersonFields
          at="cobuyer"
          values={cobuyer}
          onChange={(changes) => sale.change({ cobuyer: { ...cobuyer, ...changes } })}
        />
      )}
    </Section>
  )
}

/** Who lends the money. Products such as GAP are sold only with a lender. */
export function LenderSection({ sale, offer }: SaleProps & { readonly offer: Offer }) {
  const t = useText()
  const { values, change } = sale
  return (
    <Section title={t('sale.lender')} error={sale.errorOf('lender')} onLeave={() => sale.leave('lender')}>
      <div className="rates-sale-fields">
        <LookupField
          label={t('lienHolder')}
          name="/lienHolderId"
          value={values.lienHolder}
          onChange={(lienHolder) => change({ lienHolder })}
          search={findLenders}
          isRequired={offer.product.requiresLien}
        />
        <TextField
          label={t('accountNumber')}
          name="/financing/accountNumber"
          value={values.accountNumber}
          onChange={(accountNumber) => change({ accountNumber })}
        />
      </div>
    </Section>
  )
}

async function findLenders(text: string, signal: AbortSignal): Promise<readonly Option[]> {
  const shared = { status: ['Active'], pageSize: 20, sortBy: 'name' } as const
  const query = text ? { ...shared, name: text } : shared
  const { data } = await call('GET /lienHolders', { query, signal })
  return data.items.map(({ id, number, name }) => ({ value: String(id), title: name, subtitle: number }))
}

export function FieldsSection({ sale, fields }: SaleProps & { readonly fields: readonly CustomField[] }) {
  const t = useText()
  const { values, change } = sale
  if (fields.length === 0) return null
  const error = sale.errorOf('fields')
  // A missing value is named by its code, a wrong one by its place in the list that was sent.
  const fault = (code: string) => {
    const at = filledFields(values, fields).findIndex((field) => field.code === code)
    return (
      faultOf(error, `/customFieldValues/${code}`) ??
      faultOf(error, `/customFieldValues/${at}/value`) ??
      faultOf(error, `/customFieldValues/${at}`)
    )
  }
  return (
    <Section title={t('sale.fields')} error={error} onLeave={() => sale.leave('fields')}>
      <CustomFields
        fields={fields}
        values={values.fields}
        onChange={(code, value) => change({ fields: { ...values.fields, [code]: value } })}
        faultOf={fault}
      />
    </Section>
  )
}
