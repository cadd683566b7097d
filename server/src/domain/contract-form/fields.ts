import { claimParagraphs } from './claims.ts'
import { dateOrBlank, type FormField, moneyOrBlank, numberOrBlank, type SingleField } from './field.ts'
import type { ContractForm, FormFinancing, FormParty, FormVehicle } from './form.ts'
import { listFields } from './list-fields.ts'
import { cancellationFields, coverageFields, priceFields, transferFields } from './sale-fields.ts'
import { addressLines, flagWords, numberWords } from './words.ts'

// The names by which the fields of an administrator's own PDF are filled in. They use the same words as our own form.

const contractFields: readonly SingleField[] = [
  { name: 'contract.number', about: 'Contract number', value: (form) => form.contractNumber },
  { name: 'contract.formNumber', about: 'Form number', value: (form) => form.formNumber },
  {
    name: 'contract.status',
    about: 'Status: `Quote`, `Pending`, `Active` and so on',
    value: (form) => form.status,
  },
  {
    name: 'contract.isDraft',
    about: '`Yes` until the contract is finalized',
    value: (form) => flagWords(form.isDraft),
  },
  { name: 'contract.stateOfSale', about: 'State of the sale', value: (form) => form.stateOfSale },
  {
    name: 'contract.exclusions',
    about: 'What is not covered, in the words of the program',
    value: (form) => form.exclusions.join('\n'),
  },
  {
    name: 'contract.claimSteps',
    about: 'How to make a claim, with the telephone number',
    value: (form) => claimParagraphs(form).join('\n'),
  },
]

const roles = {
  administrator: 'administrator',
  obligor: 'obligor',
  insurer: 'insurer',
  dealer: 'selling dealer',
  customer: 'customer',
  cobuyer: 'co-buyer',
  lienHolder: 'lien holder',
} as const satisfies Partial<Record<keyof ContractForm, string>>
type Role = keyof typeof roles

const partyParts: Readonly<
  Record<string, readonly [about: string, (party: FormParty) => string | null | undefined]>
> = {
  name: ['Name', ({ name }) => name],
  number: ['Business number', ({ number }) => number],
  address: ['Full address, on one line,', ({ address }) => address && addressLines(address).join(', ')],
  line1: ['Street address', ({ address }) => address?.line1],
  line2: ['Second address line', ({ address }) => address?.line2],
  city: ['City', ({ address }) => address?.city],
  state: ['State', ({ address }) => address?.state],
  zip: ['ZIP code', ({ address }) => address?.zip],
  phone: ['Phone number', ({ phone }) => phone],
  email: ['Email address', ({ email }) => email],
}

const partyFields: readonly SingleField[] = (Object.keys(roles) as Role[]).flatMap((role) =>
  Object.entries(partyParts).map(([part, [about, read]]) => ({
    name: `${role}.${part}`,
    about: `${about} of the ${roles[role]}`,
    value: (form: ContractForm) => {
      const party = form[role]
      return party && read(party)
    },
  })),
)

const item = (
  name: string,
  about: string,
  read: (item: ContractForm['item']) => string | null,
): SingleField => ({ name: `item.${name}`, about, value: (form) => read(form.item) })

const ofVehicle = (name: string, about: string, read: (vehicle: FormVehicle) => string | null) =>
  item(name, about, (it) => (it.kind === 'Vehicle' ? read(it) : null))

const itemFields: readonly SingleField[] = [
  item('kind', '`Vehicle` or `Asset`', ({ kind }) => kind),
  item('name', 'Year, make, model and trim', (it) =>
    [it.year, it.make, it.model, it.kind === 'Vehicle' ? it.trim : null].filter((part) => part).join(' '),
  ),
  item('identifier', 'VIN, HIN or serial number', (it) => (it.kind === 'Vehicle' ? it.vin : it.identifier)),
  ofVehicle('vin', 'Vehicle identification number', ({ vin }) => vin),
  item('identifierType', '`VIN`, `HIN` or `SerialNumber`', (it) =>
    it.kind === 'Vehicle' ? 'VIN' : it.identifierType,
  ),
  item('typeName', 'Type of item, when it is not a vehicle', (it) =>
    it.kind === 'Asset' ? it.typeName : null,
  ),
  item('year', 'Model year', ({ year }) => (year === null ? null : String(year))),
  item('make', 'Make', ({ make }) => make),
  item('model', 'Model', ({ model }) => model),
  ofVehicle('trim', 'Trim', ({ trim }) => trim),
  ofVehicle('bodyStyle', 'Body style', ({ bodyStyle }) => bodyStyle),
  ofVehicle('engine', 'Engine', ({ engine }) => engine),
  ofVehicle('fuelType', '`Gas`, `Diesel`, `Hybrid`, `Electric` or `Other`', ({ fuelType }) => fuelType),
  ofVehicle('driveType', '`FWD`, `RWD`, `AWD` or `4WD`', ({ driveType }) => driveType),
  ofVehicle('condition', '`New`, `Used` or `CPO`', ({ condition }) => condition),
  ofVehicle('vehicleUse', '`Personal`, `Commercial` or `Rideshare`', ({ vehicleUse }) => vehicleUse),
  ofVehicle('inServiceDate', 'In-service date', ({ inServiceDate }) => dateOrBlank(inServiceDate)),
  item('purchasePrice', 'Purchase price', ({ purchasePrice }) => moneyOrBlank(purchasePrice)),
  item('purchaseDate', 'Purchase date', ({ purchaseDate }) => dateOrBlank(purchaseDate)),
]

const financing = (
  name: keyof FormFinancing,
  about: string,
  read: (financing: FormFinancing) => string | null,
): SingleField => ({
  name: `financing.${name}`,
  about,
  value: ({ financing: deal }) => (deal ? read(deal) : null),
})

const financingFields: readonly SingleField[] = [
  financing('dealType', '`Cash`, `Loan`, `Lease` or `Balloon`', ({ dealType }) => dealType),
  financing('amountFinanced', 'Amount financed', ({ amountFinanced }) => moneyOrBlank(amountFinanced)),
  financing('apr', 'Annual percentage rate', ({ apr }) => (apr === null ? null : `${numberWords(apr)}%`)),
  financing('termMonths', 'Term of the loan in months', ({ termMonths }) => numberOrBlank(termMonths)),
  financing('monthlyPayment', 'Monthly payment', ({ monthlyPayment }) => moneyOrBlank(monthlyPayment)),
  financing('firstPaymentDate', 'Date of the first payment', ({ firstPaymentDate }) =>
    dateOrBlank(firstPaymentDate),
  ),
  financing('maturityDate', 'Maturity date', ({ maturityDate }) => dateOrBlank(maturityDate)),
  financing('downPayment', 'Down payment', ({ downPayment }) => moneyOrBlank(downPayment)),
  financing('tradeIn', 'Trade-in', ({ tradeIn }) => moneyOrBlank(tradeIn)),
  financing('residualValue', 'Residual value of the lease', ({ residualValue }) =>
    moneyOrBlank(residualValue),
  ),
  financing('balloonAmount', 'Balloon payment', ({ balloonAmount }) => moneyOrBlank(balloonAmount)),
]

const singleFields: readonly SingleField[] = [
  ...contractFields,
  ...partyFields,
  ...itemFields,
  ...coverageFields,
  ...priceFields,
  ...financingFields,
  ...cancellationFields,
  ...transferFields,
]

/** Every field that a form can have. */
export const formFields: readonly FormField[] = [...singleFields, ...listFields]

/** The value of each field on this form. Names are in lower case: a PDF may spell them in any case. */
export function formFieldValues(form: ContractForm): Map<string, string> {
  const values = new Map<string, string>()
  for (const { name, value } of singleFields) values.set(name.toLowerCase(), value(form) ?? '')
  for (const { name, values: all } of listFields)
    for (const [key, value] of all(form))
      values.set(name.replace(/\bN\b|\bCODE\b/, () => key).toLowerCase(), value)
  return values
}
