import { addMonths } from '../../domain/dates.ts'
import type { Draws } from '../crowd/draws.ts'
import type { Deal, ProductCode } from './deals.ts'

/** The chosen plan, term and deductible, as codes of the rate book. */
export interface SeedChoice {
  readonly product: ProductCode
  readonly plan: string
  readonly term: string
  readonly deductible: string
  readonly surcharges: readonly string[]
  /** Dollars above the suggested price, within the limits of the product. */
  readonly over: number
}

/** The last day of the seed. */
const LAST_DAY = '2024-06-30'

const terms: Readonly<Record<Exclude<ProductCode, 'GAP1'>, readonly string[]>> = {
  VSC1: ['12/12000', '24/24000', '36/36000', '48/50000', '60/75000', '72/100000', '84/100000'],
  PPM1: ['36/45000'],
  TW1: ['24', '36', '48', '60'],
  KEY1: ['36', '60'],
  APL1: ['24', '36', '60'],
}

export const monthsInTerm = (term: string) => Number(term.split('/')[0])
export const milesInTerm = (term: string) => Number(term.split('/')[1] ?? 0)

export const deductibles = ['0', '50', '100', '100D', '200'] as const

export type SeedTerm = 'any that lasts' | 'shortest' | 'shortest that lasts'

/** A choice that fits the deal. A term that "lasts" ends after the last day of the seed. */
export function choiceFor(draws: Draws, product: ProductCode, deal: Deal, term: SeedTerm): SeedChoice {
  const isVsc = product === 'VSC1'
  return {
    product,
    plan: planFor(draws, product, deal),
    term: termFor(draws, product, deal, term),
    deductible: isVsc ? draws.oneOf(deductibles) : 'NONE',
    surcharges: isVsc ? ['SEALS', 'HITECH', 'RENTALUP'].filter(() => draws.happens(18)) : [],
    over: draws.oneOf([0, 0, 0, 0, 100, 150, 195, -100, -50]),
  }
}

function planFor(draws: Draws, product: ProductCode, { vehicle, loan, soldOn }: Deal): string {
  switch (product) {
    case 'VSC1': {
      const age = Number(soldOn.slice(0, 4)) - (vehicle?.year ?? 0)
      const isYoung = age <= 8 && (vehicle?.odometer ?? 0) <= 60_000
      return draws.oneOf(isYoung ? ['POWERTRAIN', 'GOLD', 'PLATINUM', 'PLATINUM'] : ['POWERTRAIN', 'GOLD'])
    }
    case 'GAP1': {
      const worth = vehicle?.condition === 'New' ? vehicle.msrp : (vehicle?.value ?? 0)
      return (loan?.amountFinanced ?? 0) <= worth && draws.happens(60) ? 'GAP125' : 'GAP150'
    }
    case 'PPM1':
      return 'OIL6'
    case 'TW1':
      return 'TW'
    case 'KEY1':
      return 'KEY'
    case 'APL1':
      return 'APL'
    default:
      return product satisfies never
  }
}

function termFor(draws: Draws, product: ProductCode, { soldOn, loan }: Deal, term: SeedTerm): string {
  // GAP covers the term of the loan.
  if (product === 'GAP1') return String(loan?.termMonths ?? 60)
  const all = terms[product]
  const lasting = all.filter((code) => addMonths(soldOn, monthsInTerm(code)) > LAST_DAY)
  switch (term) {
    case 'shortest':
      return all[0] ?? ''
    case 'shortest that lasts':
      return lasting[0] ?? ''
    case 'any that lasts':
      return draws.oneOf(lasting)
    default:
      return term satisfies never
  }
}
