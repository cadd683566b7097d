import type { SingleField } from './fields.ts'
import type { ContractForm, FormFinancing, FormVehicle } from './form.ts'
import { dateWords, moneyWords, numberWords } from './words.ts'

// Fields of what is covered and of its loan.

const numbered = (value: number | null | undefined) => (value == null ? null : numberWords(value))
const dated = (date: string | null | undefined) => (date ? dateWords(date) : null)
const paid = (amount: Parameters<typeof moneyWords>[0] | null | undefined) =>
  amount == null ? null : moneyWords(amount)

const item = (
  name: string,
  about: string,
  read: (item: ContractForm['item']) => string | null,
): SingleField => ({ name: `item.${name}`, about, value: (form) => read(form.item) })

const ofVehicle = (name: string, about: string, read: (vehicle: FormVehicle) => string | null) =>
  item(name, about, (it) => (it.kind === 'Vehicle' ? read(it) : null))

export const itemFields: readonly SingleField[] = [
  item('kind', '`Vehicle` or `Asset`', ({ kind }) => kind),
  item('name', 'Year, make, model and trim', (it) =>
    [it.year, it.make, it.model, it.kind === 'Vehicle' ? it.trim : null].filter((part) => part).join(' '),
  ),
  item('identifier', 'VIN, HIN or serial number', (it) => (it.kind === 'Vehicle' ? it.vin : it.identifier)),
  ofVehicle('vin', 'Vehicle identification number', ({ vin }) => vin),
  item('identifierType', '`VIN`, `HIN` or `SerialNumber`', (it) =>
    it.kind === 'Vehicle' ? 'VIN' : it.identifierType,
  ),
  item('typeName', 'Kind of an item that is no vehicle', (it) => (it.kind === 'Asset' ? it.typeName : null)),
  item('year', 'Model year', ({ year }) => (year === null ? null : String(year))),
  item('make', 'Make', ({ make }) => make),
  item('model', 'Model', ({ model }) => model),
  ofVehicle('trim', 'Trim', ({ trim }) => trim),
  ofVehicle('bodyStyle', 'Body', ({ bodyStyle }) => bodyStyle),
  ofVehicle('engine', 'Engine', ({ engine }) => engine),
  ofVehicle('fuelType', '`Gas`, `Diesel`, `Hybrid`, `Electric` or `Other`', ({ fuelType }) => fuelType),
  ofVehicle('driveType', '`FWD`, `RWD`, `AWD` or `4WD`', ({ driveType }) => driveType),
  ofVehicle('condition', '`New`, `Used` or `CPO`', ({ condition }) => condition),
  ofVehicle('vehicleUse', '`Personal`, `Commercial` or `Rideshare`', ({ vehicleUse }) => vehicleUse),
  ofVehicle('inServiceDate', 'Date of first use', ({ inServiceDate }) => dated(inServiceDate)),
  item('purchasePrice', 'What it was bought for', ({ purchasePrice }) => paid(purchasePrice)),
  item('purchaseDate', 'When it was bought', ({ purchaseDate }) => dated(purchaseDate)),
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

export const financingFields: readonly SingleField[] = [
  financing('dealType', '`Cash`, `Loan`, `Lease` or `Balloon`', ({ dealType }) => dealType),
  financing('amountFinanced', 'Amount financed', ({ amountFinanced }) => paid(amountFinanced)),
  financing('apr', 'Annual percentage rate', ({ apr }) => (apr === null ? null : `${numberWords(apr)}%`)),
  financing('termMonths', 'Months of the loan', ({ termMonths }) => numbered(termMonths)),
  financing('monthlyPayment', 'Payment a month', ({ monthlyPayment }) => paid(monthlyPayment)),
  financing('firstPaymentDate', 'First payment', ({ firstPaymentDate }) => dated(firstPaymentDate)),
  financing('maturityDate', 'Last payment', ({ maturityDate }) => dated(maturityDate)),
  financing('downPayment', 'Down payment', ({ downPayment }) => paid(downPayment)),
  financing('tradeIn', 'Trade-in', ({ tradeIn }) => paid(tradeIn)),
  financing('residualValue', 'Residual value of a lease', ({ residualValue }) => paid(residualValue)),
  financing('balloonAmount', 'Balloon payment', ({ balloonAmount }) => paid(balloonAmount)),
]
