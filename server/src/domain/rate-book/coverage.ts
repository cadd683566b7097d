import type { Cents } from '../money.ts'

// What is covered, up to which amounts, and the settings for claims. It is part of the rate book; contracts and claims
// follow it.

/** Components of a vehicle that are covered together. */
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

/** The most that is paid. If several rules of a scope apply, the lowest amount counts. */
export interface LimitRule {
  readonly id: number
  readonly scope: 'PerComponent' | 'PerClaim' | 'Aggregate'
  /** `VehiclePrice` and `PercentOf` use the purchase price of the vehicle, `CurrentValue` its value at the time of loss. */
  readonly basis: 'Fixed' | 'VehiclePrice' | 'CurrentValue' | 'RetailPrice' | 'PercentOf'
  /** For `Fixed`. */
  readonly amount: Cents | null
  /** For `PercentOf`, in millionths of one percent. */
  readonly percent: number | null
  /** For `PerComponent`: codes of components. Null: all. */
  readonly components: readonly string[] | null
  /** CEL; null: always. */
  readonly criteria: string | null
}

/** A payment besides repairs: a rental by the day, a tow by the occurrence. */
export interface Benefit {
  readonly code: string
  readonly name: string
  readonly unit: 'Day' | 'Occurrence'
  readonly unitCap: Cents
  /** For one claim. The cap of a claim is this times the unit cap. */
  readonly maximumUnits: number
  /** For all claims of a contract. Null: no limit. */
  readonly contractCap: Cents | null
}

/** How a surcharge changes a benefit. Null: no change. If there are several, the highest applies. */
export interface BenefitChange {
  readonly code: string
  readonly unitCap: Cents | null
  readonly maximumUnits: number | null
}

export interface GapTerms {
  /** Null: no limit. */
  readonly maximumBenefit: Cents | null
  /** How much of the owner's insurance deductible is covered. */
  readonly deductibleLimit: Cents
}

/** The claim settings of a product. Null: the administrator's setting, or the usual rule. */
export interface ClaimSettings {
  /** How often a deductible is charged, whatever its own type. */
  readonly deductibleRule: 'PerVisit' | 'PerComponent' | 'PerItem' | null
  readonly allowsMultipleOpenClaims: boolean | null
  readonly inspectionThreshold: Cents | null
  readonly authExpireDays: number | null
  /** Parts are paid up to the manufacturer's suggested price, or up to their cost with the allowed markup. */
  readonly partsPriceLevel: 'MSRP' | 'Cost' | null
  /** The labor time guide. */
  readonly laborGuide: string | null
  /** In millionths of one percent. */
  readonly maxPartsMarkupPercent: number | null
}

/** A product without its own claim settings. */
export const usualClaimSettings: ClaimSettings = {
  deductibleRule: null,
  allowsMultipleOpenClaims: null,
  inspectionThreshold: null,
  authExpireDays: null,
  partsPriceLevel: null,
  laborGuide: null,
  maxPartsMarkupPercent: null,
}
