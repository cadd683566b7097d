import type { Cents } from '../money.ts'

// What is sold, once something breaks: what is covered, up to which amounts, and how claims of it are looked at. A rate
// book says it beside the price; contracts and claims go by it.

/** Parts of a vehicle that are covered together or not at all. */
export interface CoverageGroup {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly components: readonly Component[]
}

export interface Component {
  readonly id: number
  readonly code: string
  readonly name: string
}

/** The most that is paid. Of several rules of a scope that a contract fits, the lowest amount counts. */
export interface LimitRule {
  readonly id: number
  readonly scope: 'PerComponent' | 'PerClaim' | 'Aggregate'
  /** `VehiclePrice` and `PercentOf` are of the price the vehicle was bought for, `CurrentValue` of that at the loss. */
  readonly basis: 'Fixed' | 'VehiclePrice' | 'CurrentValue' | 'RetailPrice' | 'PercentOf'
  /** Of `Fixed`. */
  readonly amount: Cents | null
  /** Of `PercentOf`, in millionths of one percent. */
  readonly percent: number | null
  /** Of `PerComponent`: codes of components. Null: each of them. */
  readonly components: readonly string[] | null
  /** CEL; null: always. */
  readonly criteria: string | null
}

/** What is paid besides repairs: a rental by the day, a tow by the occurrence. */
export interface Benefit {
  readonly code: string
  readonly name: string
  readonly unit: 'Day' | 'Occurrence'
  readonly unitCap: Cents
  /** Of one claim: so much times the cap of a unit is its cap. */
  readonly maximumUnits: number
  /** Of all claims of a contract. Null: without limit. */
  readonly contractCap: Cents | null
}

/** What a chosen surcharge makes of a benefit. Null: as it was. Of several, the highest counts. */
export interface BenefitChange {
  readonly code: string
  readonly unitCap: Cents | null
  readonly maximumUnits: number | null
}

export interface GapTerms {
  /** Null: without limit. */
  readonly maximumBenefit: Cents | null
  /** How much of the deductible of the owner's insurance is covered. */
  readonly deductibleLimit: Cents
}

/** How claims of a product are looked at. Null: as the settings of the administrator say, or as is usual. */
export interface ClaimSettings {
  /** How often a deductible is asked for, whatever its own type says. */
  readonly deductibleRule: 'PerVisit' | 'PerComponent' | 'PerItem' | null
  readonly allowsMultipleOpenClaims: boolean | null
  readonly inspectionThreshold: Cents | null
  readonly authExpireDays: number | null
  /** Up to the maker's suggested price, or up to what parts cost with the markup that is allowed. */
  readonly partsPriceLevel: 'MSRP' | 'Cost' | null
  /** The guide that labor hours are taken from. */
  readonly laborGuide: string | null
  /** In millionths of one percent. */
  readonly maxPartsMarkupPercent: number | null
}

/** Nothing of a product's own. */
export const usualClaimSettings: ClaimSettings = {
  deductibleRule: null,
  allowsMultipleOpenClaims: null,
  inspectionThreshold: null,
  authExpireDays: null,
  partsPriceLevel: null,
  laborGuide: null,
  maxPartsMarkupPercent: null,
}
