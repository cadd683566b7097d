import type { ContractCreateData, ContractPersonData, CustomField } from '../../../sdk/src/types.gen.ts'
import type { Option } from '../../ui/fields/field.tsx'
import type { Inputs } from '../inputs/inputs.ts'

// What a sale asks for beyond its quote. It is personal, so it stays on this page and never gets into the address.

export interface PersonValues {
  readonly firstName: string
  readonly lastName: string
  readonly companyName: string
  readonly email: string
  readonly phone: string
  readonly line1: string
  readonly line2: string
  readonly city: string
  readonly state: string
  readonly zip: string
}

export type FieldValue = string | number | boolean | undefined

export interface SaleValues {
  readonly retailPrice: number | undefined
  readonly vin: string
  readonly vehiclePurchasePrice: number | undefined
  readonly customer: PersonValues
  readonly hasCobuyer: boolean
  readonly cobuyer: PersonValues
  readonly lienHolder: Option | null
  readonly accountNumber: string
  /** The custom fields of the product, by their codes. */
  readonly fields: Readonly<Record<string, FieldValue>>
}

const nobody: PersonValues = {
  ...{ firstName: '', lastName: '', companyName: '', email: '', phone: '' },
  ...{ line1: '', line2: '', city: '', state: '', zip: '' },
}

/** A new sale, at the suggested price. */
export const newSale = (suggestedRetail: number): SaleValues => ({
  retailPrice: suggestedRetail,
  vin: '',
  vehiclePurchasePrice: undefined,
  customer: nobody,
  hasCobuyer: false,
  cobuyer: nobody,
  lienHolder: null,
  accountNumber: '',
  fields: {},
})

/** What the sale still needs of the vehicle, because the quote does not have it. */
export const asksForVin = (inputs: Inputs, isVehicle: boolean): boolean => isVehicle && !inputs.vin
export const asksForPrice = (inputs: Inputs): boolean => !inputs.vehiclePurchasePrice

interface SaleOf {
  readonly rateId: string
  readonly status: 'Quote' | 'Pending'
  readonly customFields: readonly CustomField[]
}

/** The body of the sale. Empty fields are left out, so that the service names them as missing. */
export function saleBody(values: SaleValues, { rateId, status, customFields }: SaleOf): ContractCreateData {
  const { retailPrice, vin, vehiclePurchasePrice, lienHolder, accountNumber } = values
  return withoutEmpty({
    rateId,
    status,
    // Without a price the service says that it is missing.
    retailPrice: retailPrice as number,
    // The address is sent even if it is empty: the service then names each of its parts.
    customer: { address: {}, ...personOf(values.customer) },
    cobuyer: values.hasCobuyer ? personOf(values.cobuyer) : undefined,
    vehicle: vin === '' ? undefined : { vin },
    vehiclePurchasePrice,
    lienHolderId: lienHolder ? Number(lienHolder.value) : undefined,
    financing: accountNumber.trim() === '' ? undefined : { accountNumber: accountNumber.trim() },
    customFieldValues: filledFields(values, customFields),
  })
}

/** The fields that have a value, in the order in which they are sent. */
export const filledFields = ({ fields }: SaleValues, customFields: readonly CustomField[]) =>
  customFields.flatMap(({ code }) => {
    const value = fields[code]
    return value === undefined || value === '' ? [] : [{ code, value }]
  })

function personOf({ line1, line2, city, state, zip, ...person }: PersonValues): ContractPersonData {
  const address = filled({ line1, line2, city, state, zip })
  return { ...filled(person), ...(Object.keys(address).length > 0 ? { address } : {}) }
}

/** The texts that are not empty, without blanks around them. */
const filled = <Names extends string>(
  texts: Readonly<Record<Names, string>>,
): Partial<Record<Names, string>> =>
  Object.fromEntries(
    Object.entries<string>(texts).flatMap(([name, text]) =>
      text.trim() === '' ? [] : [[name, text.trim()]],
    ),
  ) as Partial<Record<Names, string>>

const withoutEmpty = <Body extends object>(body: Body): Body =>
  Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined)) as Body
