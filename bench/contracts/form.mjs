// Drawing a contract of two pages. Goal: at most 1.5 times what pdfkit takes by hand for the same texts, fonts and tags.

import { formContent } from '../../dist/domain/contract-form/content.js'
import { drawContractForm } from '../../dist/forms/draw.js'
import { compared } from '../rows.mjs'
import { drawByHand } from './form-peer.mjs'

const ROUNDS = 7
const A_ROUND = 15
const TIMES_AT_MOST = 1.5

const party = (name, number = null) => ({
  name,
  number,
  address: { line1: '100 Congress Ave', line2: null, city: 'Austin', state: 'TX', zip: '78701' },
  phone: null,
  email: null,
})
const groups = Object.entries({
  Engine: ['Engine block', 'Cylinder heads', 'Timing chain', 'Oil pump', 'Water pump'],
  Transmission: ['Transmission case', 'Torque converter', 'Valve body'],
  'Drive axle': ['Differential', 'Axle shafts', 'Constant-velocity joints'],
  'Air conditioning': ['Compressor', 'Condenser', 'Evaporator'],
  Electrical: ['Alternator', 'Starter motor', 'Wiper motors', 'Window motors'],
  Cooling: ['Radiator', 'Fan motor', 'Thermostat'],
}).map(([name, components]) => ({ name, components, viaSurcharge: null }))

/** A service contract as the sandbox sells them; each one of another customer. */
const contract = (number) => ({
  writtenAt: '2024-03-15T15:00:00Z',
  isDraft: false,
  status: 'Active',
  contractNumber: `VSC-${String(number).padStart(7, '0')}`,
  formNumber: 'VSC-100',
  stateOfSale: 'TX',
  administrator: party('Summit Protection Administrators'),
  obligor: party('Summit Protection Administrators'),
  insurer: party('Keystone Casualty', 'I100'),
  dealer: party('Hill Country Ford', 'D1001'),
  customer: party(`Dana Reyes-${number}`),
  cobuyer: null,
  lienHolder: party('First Bank', 'L100'),
  item: {
    kind: 'Vehicle',
    vin: `1FTFW1E58RF${String(number).padStart(6, '0')}`,
    year: 2024,
    make: 'Ford',
    model: 'F-150',
    trim: 'XLT',
    bodyStyle: 'Pickup',
    engine: '3.5L V6',
    fuelType: 'Gas',
    driveType: '4WD',
    condition: 'Used',
    vehicleUse: 'Personal',
    inServiceDate: '2023-11-02',
    purchasePrice: 5_200_000,
    purchaseDate: '2024-03-14',
  },
  coverage: {
    productTypeCode: 'VSC',
    productName: 'Vehicle Service Contract',
    programName: 'Standard Program',
    planName: 'Gold',
    coverageType: 'Stated',
    saleDate: '2024-03-15',
    effectiveDate: '2024-03-15',
    expirationDate: '2029-03-15',
    effectiveOdometer: 12_000,
    expirationOdometer: 87_000,
    usageUnit: 'Miles',
    term: { months: 60, usage: 75_000 },
    deductible: { amount: 0, type: 'PerVisit', reducedAmount: null, description: null },
    waitingDays: 0,
    waitingUsage: 0,
    surcharges: [{ code: 'AWD', name: 'All-wheel drive', retailAmount: null }],
    groups,
    limits: [
      { scope: 'PerClaim', basis: 'VehiclePrice', amount: 5_200_000, percent: null, components: null },
      { scope: 'Aggregate', basis: 'VehiclePrice', amount: 5_200_000, percent: null, components: null },
    ],
    benefits: [
      { code: 'RENTAL', name: 'Rental', unit: 'Day', unitCap: 4_000, maximumUnits: 5, contractCap: null },
      { code: 'TOW', name: 'Towing', unit: 'Occurrence', unitCap: 7_500, maximumUnits: 1, contractCap: null },
    ],
    gap: null,
    maximumLtv: null,
    services: [],
  },
  exclusions: ['Parts that wear out, such as brake pads and wiper blades, are not covered.'],
  claimSteps: [],
  price: {
    retailPrice: 299_500,
    salesTax: 22_463,
    taxes: [
      { jurisdiction: 'Texas', type: 'State', rate: 6_000_000, taxable: 299_500, tax: 17_970 },
      { jurisdiction: 'Travis County', type: 'County', rate: 1_000_000, taxable: 299_500, tax: 2_995 },
      { jurisdiction: 'Austin', type: 'City', rate: 500_000, taxable: 299_500, tax: 1_498 },
    ],
  },
  financing: null,
  cancellation: {
    freeLookDays: 30,
    freeLookEndDate: '2024-04-14',
    freeLookClaims: 'Deduct',
    freeLookFeePercent: null,
    method: { code: 'PRORATA_LESSER', name: 'Lesser of days and miles' },
    floorMethod: null,
    refundPercent: 100,
    maximumFee: 5_000,
    maximumFeePercent: null,
    deductsClaims: true,
    refundDays: 45,
    penalty: { base: 'Outstanding', percent: 10, period: 'Month' },
  },
  transfer: { isTransferable: true, fee: 4_000, withinDays: 30 },
  notices: [],
  customFields: [],
})

/** Medians of rounds taken in turns, after one that is not counted. */
export function benchForms() {
  const [first] = [drawContractForm(contract(1))]
  const pages = first.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0
  let number = 0
  const timed = (draw) => {
    const began = performance.now()
    for (let at = 0; at < A_ROUND; at += 1) draw(contract(++number))
    return (performance.now() - began) / A_ROUND
  }
  const byHand = (form) => drawByHand(formContent(form))
  const rounds = Array.from({ length: ROUNDS + 1 }, () => [timed(drawContractForm), timed(byHand)]).slice(1)
  const median = (side) => rounds.map((round) => round[side]).sort((one, other) => one - other)[ROUNDS >> 1]
  const [ours, peer] = [median(0), median(1)]
  const name = `a contract of ${pages} pages as PDF, ${Math.round(first.length / 1000)} kB, against pdfkit by hand`
  return compared({ name, unit: 'ms', ours, peer, atMost: TIMES_AT_MOST })
}
