import { crowdCustomers } from '../crowd/customers.ts'
import type { Draws } from '../crowd/draws.ts'
import type { CrowdHolder } from '../crowd/parts.ts'
import { crowdDealers } from '../crowd/sellers.ts'
import { crowdLienHolders } from '../crowd/servicers.ts'
import { buyerAt, cobuyerFor, type SeedPerson } from './people.ts'
import { type SeedVehicle, vehicleFor } from './vehicles.ts'

// Deals: who sold what to whom, and how it was paid for. A deal has one contract or more.

export type ProductCode = 'VSC1' | 'GAP1' | 'PPM1' | 'TW1' | 'KEY1' | 'APL1'

export type Payment = 'Loan' | 'Cash'

export interface Appliance {
  readonly assetTypeCode: string
  readonly identifier: string
  readonly make: string
  readonly model: string
  readonly year: number
  readonly purchasePrice: number
}

interface SeedLoan {
  readonly dealType: 'Loan' | 'Lease'
  readonly amountFinanced: number
  readonly apr: number
  readonly termMonths: number
  readonly accountNumber: string
}

export interface Deal {
  /** Unique for each deal. */
  readonly serial: number
  readonly soldOn: string
  readonly dealerNumber: string
  readonly state: string
  readonly buyer: SeedPerson
  readonly cobuyer: SeedPerson | null
  readonly salesperson: string
  /** Either a vehicle or an appliance is set. */
  readonly vehicle: SeedVehicle | null
  readonly appliance: Appliance | null
  readonly loan: SeedLoan | null
  readonly lienHolderNumber: string | null
}

interface DealTerms {
  readonly serial: number
  readonly soldOn: string
  readonly products: readonly ProductCode[]
  /** Whether the loan has a short term, so that a GAP contract ends early. */
  readonly isShort: boolean
  /** Null: any state. */
  readonly state: string | null
  /** Null: drawn. */
  readonly paid: Payment | null
  /** Whether there is always a co-buyer. */
  readonly isForTwo: boolean
}

/** The active car dealers of the crowd whose contracts can be finalized before they are funded. */
export const crowdSellers = () =>
  crowdDealers().filter(
    ({ facts }) =>
      facts?.status === undefined &&
      facts?.requireFundingToFinalize === null &&
      ['Franchise', 'Independent'].includes(String(facts?.dealerType)),
  )

const RETAILER = { number: 'D5001', state: 'CA' }

/** Who sells and who lends. Who is listed twice has twice the deals. */
export interface Market {
  readonly dealers: readonly CrowdHolder[]
  readonly lienHolders: readonly string[]
  /** Whether late models are still built in the year of the sale. */
  readonly areStillBuilt: boolean
}

export const crowdMarket = (): Market => ({
  dealers: crowdSellers(),
  lienHolders: crowdLienHolders().map(({ number }) => number),
  areStillBuilt: false,
})

/** Gives a function that draws deals. Customers are made once. */
export function dealMaker(market: Market): (draws: Draws, wanted: DealTerms) => Deal {
  const { dealers, lienHolders, areStillBuilt } = market
  const crowd = crowdCustomers()
  return (draws, { serial, soldOn, products, isShort, state: wanted, paid, isForTwo }) => {
    const sellsAppliance = products.includes('APL1')
    const dealer = draws.oneOf(dealers.filter(({ place }) => wanted === null || place?.state === wanted))
    const state = sellsAppliance ? RETAILER.state : (dealer.place?.state ?? '')
    const buyer = buyerAt(draws, { state, soldOn, crowd, name: `owner${serial}` })
    const vehicle = sellsAppliance
      ? null
      : vehicleFor(draws, {
          ...{ soldOn, serial, areStillBuilt },
          makes: (dealer.facts?.franchiseMakes ?? []) as readonly string[],
          isClassed: products.includes('VSC1') || products.includes('TW1'),
        })
    const borrows = () => (paid ? paid === 'Loan' : products.includes('GAP1') || draws.happens(65))
    const loan = vehicle && borrows() ? loanOn(draws, vehicle, isShort) : null
    return {
      ...{ serial, soldOn, state, buyer, vehicle, loan },
      dealerNumber: sellsAppliance ? RETAILER.number : dealer.number,
      cobuyer: !buyer.companyName && (isForTwo || draws.happens(20)) ? cobuyerFor(draws, buyer) : null,
      salesperson: draws.oneOf([
        'M. Tran',
        'J. Whitfield',
        'S. Ortega',
        'K. Adeyemi',
        'P. Lund',
        'C. Romero',
      ]),
      appliance: sellsAppliance ? drawAppliance(draws, serial, soldOn) : null,
      lienHolderNumber: loan ? draws.oneOf(lienHolders) : null,
    }
  }
}

function loanOn(draws: Draws, { price }: SeedVehicle, isShort: boolean): SeedLoan {
  return {
    dealType: draws.happens(85) ? 'Loan' : 'Lease',
    // GAP is not sold for more than 100,000.00.
    amountFinanced: Math.min(95_000, Math.round((price * draws.whole(70, 112)) / 10_000) * 100),
    apr: draws.whole(29, 119) / 10,
    termMonths: draws.oneOf(isShort ? [12, 24] : [48, 60, 60, 72, 72, 84]),
    accountNumber: draws.digits(10),
  }
}

const appliances = [
  ['TV', 'Luminar', 'L65 Pro', 1_299],
  ['TV', 'Luminar', 'L85 Max', 2_899],
  ['LAPTOP', 'Kestrel', 'Aero 14', 1_449],
  ['LAPTOP', 'Kestrel', 'Studio 16', 2_399],
  ['REFRIGERATOR', 'Northpeak', 'FrostLine 28', 2_149],
  ['WASHER', 'Northpeak', 'TideMaster 5', 899],
] as const

function drawAppliance(draws: Draws, serial: number, soldOn: string): Appliance {
  const [assetTypeCode, make, model, price] = draws.oneOf(appliances)
  return {
    ...{ assetTypeCode, make, model },
    identifier: `${make.slice(0, 2).toUpperCase()}${draws.digits(4)}-${serial}`,
    year: Number(soldOn.slice(0, 4)),
    purchasePrice: price - draws.whole(0, 4) * 25,
  }
}
