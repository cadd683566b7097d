import type { PayWhen } from '../ledger/rows.ts'
import type { Cents, RoundMode } from '../money.ts'
import type { Benefit, BenefitChange, ClaimSettings, GapTerms, LimitRule } from './coverage.ts'

// A rate book as plain data: what an administrator sells, to whom, and how a price is built. It is read from files,
// checked, and then compiled (`compile-book.ts`). Inside a book things are named by code, on the wire by id.

export interface RateBook {
  readonly assetTypes: readonly AssetType[]
  readonly disbursementGroups: readonly NamedItem[]
  readonly disbursementCodes: readonly DisbursementCode[]
  readonly products: readonly Product[]
  readonly visibility: readonly VisibilityRow[]
  readonly taxRules: readonly SalesTaxRule[]
}

export interface NamedItem {
  readonly id: number
  readonly code: string
  readonly name: string
}

export interface AssetType extends NamedItem {
  readonly identifierType: 'VIN' | 'HIN' | 'SerialNumber'
  readonly usageUnit: 'Miles' | 'Hours' | 'None'
}

interface DisbursementCode extends NamedItem {
  readonly groupCode: string
}

/** Dates are inclusive; null is no end. */
export interface Effective {
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
}

/** The sale dates that something applies to; null is no limit. */
export interface EffectiveDates {
  readonly effectiveFrom: string | null
  readonly effectiveTo: string | null
}

export interface Product extends NamedItem, Effective {
  readonly productTypeCode: string
  readonly assetTypeCodes: readonly string[]
  readonly requiresLien: boolean
  /** CEL; null: everything is eligible. */
  readonly eligibility: string | null
  /** The parameters that a quote needs, besides those in the setting of its type. */
  readonly requiredParameters: readonly RequiredParameter[]
  readonly claimSettings: ClaimSettings
  readonly programs: readonly Program[]
}

/** A parameter of quotes, or choices of which one is enough: `vin|year+make+model`. */
export interface RequiredParameter extends EffectiveDates {
  readonly name: string
}

export interface Program extends NamedItem, Effective {
  readonly formNumber: string
  /** The number of the insurer. */
  readonly insurer: string | null
  readonly obligor: 'Admin' | 'Dealer' | 'Insurer'
  /** Null: all states. */
  readonly states: readonly string[] | null
  readonly transferable: boolean
  /** The document types that a contract needs before it is finalized. */
  readonly requiredDocuments: readonly string[]
  /** What the contract form says about exclusions and about making a claim. Absent in books from before. */
  readonly exclusions?: readonly string[]
  readonly claimSteps?: readonly string[]
  readonly cancelMethodCode: string | null
  readonly eligibility: string | null
  /** Null: the program has no classes. */
  readonly classes: readonly ClassRow[] | null
  /** Names by class. A class without a name is shown by its code. */
  readonly classNames: Readonly<Record<string, string>>
  readonly terms: readonly Term[]
  readonly deductibles: readonly Deductible[]
  readonly plans: readonly Plan[]
  /** `FinanceTerm`: only the first term that is at least that of the loan. */
  readonly termRule: 'All' | 'FinanceTerm'
  /** The minimum loan-to-value in percent, by state. */
  readonly minimumLtv: Readonly<Record<string, number>>
  readonly rates: readonly RateRow[]
  readonly factorTables: readonly FactorTable[]
  readonly surcharges: readonly Surcharge[]
  readonly disbursements: readonly DisbursementDefinition[]
  readonly retail: readonly RetailRule[]
  readonly related: readonly RelatedProduct[]
}

/** A row of the class table. Null: any. The most specific row wins. */
export interface ClassRow extends EffectiveDates {
  readonly make: string
  readonly model: string | null
  readonly trim: string | null
  readonly series: string | null
  readonly engine: string | null
  readonly fuelType: string | null
  readonly driveType: string | null
  readonly yearFrom: number | null
  readonly yearTo: number | null
  /** `INEL`: not eligible. */
  readonly classCode: string
  readonly segmentation: string | null
}

export interface Term {
  readonly id: number
  readonly code: string
  readonly months: number
  /** Null: no limit. */
  readonly miles: number | null
  readonly hours: number | null
  readonly basis: 'FromSale' | 'FromInService' | 'FromZero'
}

export interface Deductible extends EffectiveDates {
  readonly id: number
  readonly code: string
  readonly amount: Cents
  readonly type: 'PerVisit' | 'PerComponent' | 'Disappearing' | 'Reduced' | 'PerItem'
  readonly reducedAmount: Cents | null
  readonly description: string | null
}

export interface Plan extends NamedItem, EffectiveDates {
  readonly coverageType: 'Stated' | 'Exclusionary' | 'Service' | 'Waiver'
  readonly coverageGroups: readonly string[]
  readonly waitingDays: number
  readonly waitingMiles: number
  readonly displayOrder: number
  readonly eligibility: string | null
  /** The maximum loan-to-value in percent. */
  readonly maximumLtv: number | null
  readonly terms: readonly PlanTerm[]
  /** Codes of the program's deductibles. */
  readonly deductibles: readonly string[]
  readonly services: readonly PlanService[]
  readonly limits: readonly LimitRule[]
  readonly benefits: readonly Benefit[]
  /** For a GAP waiver. */
  readonly gap: GapTerms | null
}

export interface PlanTerm extends EffectiveDates {
  /** The code of a term of the program. */
  readonly term: string
  readonly conditions: readonly Condition[] | null
  readonly minimumOdometer: number | null
  readonly maximumOdometer: number | null
  readonly maximumVehicleAge: number | null
  readonly maximumExpirationOdometer: number | null
  readonly eligibility: string | null
}

export interface PlanService {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly quantity: number
  readonly intervalMonths: number | null
  readonly intervalMiles: number | null
  readonly price: Cents
  readonly toleranceMiles: number
  readonly useRule: 'Anytime' | 'InWindow'
  readonly sequence: number
}

export type Condition = 'New' | 'Used' | 'CPO'

/** A price, or part of one. Null: any. Ends are inclusive. The most specific row wins; equally specific rows never overlap. */
export interface RateRow {
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
  readonly segmentation: string | null
  readonly odometerFrom: number | null
  readonly odometerTo: number | null
  readonly ageFrom: number | null
  readonly ageTo: number | null
  readonly financedFrom: Cents | null
  readonly financedTo: Cents | null
  readonly priceFrom: Cents | null
  readonly priceTo: Cents | null
  readonly state: string | null
  readonly condition: Condition | null
  readonly effectiveFrom: string | null
  readonly effectiveTo: string | null
  /** By column: an amount in cents, or a percent in millionths where the definition says so. */
  readonly values: Readonly<Record<string, number>>
}

export type FactorKey =
  | 'plan'
  | 'term'
  | 'deductible'
  | 'classCode'
  | 'segmentation'
  | 'odometer'
  | 'age'
  | 'state'
  | 'condition'
  | 'month'

export interface FactorTable {
  readonly id: number
  readonly code: string
  readonly name: string
  /** Rate: prices are multiplied by it. Earning and Cancel: a line is earned or refunded by it, month by month. */
  readonly type: 'Rate' | 'Earning' | 'Cancel'
  /** What applies between two months of the table. */
  readonly interpolation: 'None' | 'Linear'
  readonly keys: readonly FactorKey[]
  readonly entries: readonly FactorEntry[]
}

/**
 * `odometer` and `age` match a range, the others a code; null: any. For a month, from and to are the month. The factor
 * is in millionths.
 */
export interface FactorEntry extends EffectiveDates {
  readonly codes: Readonly<Partial<Record<FactorKey, string>>>
  readonly from: number | null
  readonly to: number | null
  readonly factor: number
}

/** On each date there is one surcharge of a code. */
export interface Surcharge extends EffectiveDates {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly amount: Cents
  readonly retailAmount: Cents | null
  readonly isMandatory: boolean
  readonly criteria: string | null
  readonly feeds: readonly { readonly disbursementCode: string; readonly amount: Cents }[]
  readonly addsCoverageGroups: readonly string[]
  readonly changesBenefits: readonly BenefitChange[]
}

/** Who a line is paid to: an account holder by its number, or one that follows from the sale. */
export type LinePayee =
  | { readonly type: 'DisbursementAccount' | 'Insurer'; readonly number: string }
  | { readonly type: 'Dealer' | 'DealerGroup' | 'Agent'; readonly number: null }

export interface DisbursementDefinition extends Effective {
  readonly id: number
  readonly code: string
  readonly label: string
  readonly to: LinePayee
  readonly calculation: Calculation
  readonly includedInDealerCost: boolean
  readonly earningMethodCode: string
  readonly earningFactorTable: string | null
  readonly cancelRule: 'Proportional' | 'OwnMethod' | 'NonRefundable' | 'FlatOnlyInFreeLook'
  readonly cancelMethodCode: string | null
  /** Null: the book does not say it, so the setting `payWhen` does. */
  readonly payWhen: PayWhen | null
  readonly sequence: number
}

export type Calculation =
  | { readonly type: 'Flat'; readonly amount: Cents }
  /** The value in the row; with `of`, a percent of the item's price. */
  | { readonly type: 'RateRow'; readonly column: string; readonly of: 'itemPurchasePrice' | null }
  /** The value in the row, or an amount, times the factors; rounded once. */
  | {
      readonly type: 'FactorTable'
      readonly column: string | null
      readonly amount: Cents | null
      readonly tables: readonly string[]
    }
  /** In millionths of one percent; of other lines, or of a total. */
  | {
      readonly type: 'PercentOf'
      readonly percent: number
      readonly base: 'DealerCost' | 'Retail' | 'Markup' | readonly string[]
    }
  /** The rest of the dealer cost in the row; without a column (MARKUP), the rest of the retail price. */
  | { readonly type: 'Remainder'; readonly column: string | null }

/** How the retail price is found. The rule for the state wins, then that for the plan, then that with dates. */
export interface RetailRule extends EffectiveDates {
  readonly states: readonly string[] | null
  readonly plans: readonly string[] | null
  readonly type: 'Open' | 'MSRP' | 'Filed' | 'MarkupCap' | 'CapOfFinanced' | 'CapOfVehiclePrice'
  /** On top of dealer cost, or a fixed price. */
  readonly suggestedMarkup: Cents | null
  readonly suggestedMarkupPercent: number | null
  readonly suggestedPrice: Cents | null
  readonly minimum: Cents | null
  readonly caps: readonly RetailCap[]
  readonly rounding: 'None' | 'UpTo1' | 'UpTo5' | 'End9'
  readonly regulatedRuleId: string | null
}

/** Percents are in millionths of one percent. */
export type RetailCap =
  | { readonly type: 'Price'; readonly amount: Cents }
  | { readonly type: 'Markup'; readonly amount: Cents }
  | { readonly type: 'MarkupPercent'; readonly percent: number }
  | { readonly type: 'PercentOfFinanced'; readonly percent: number; readonly atLeast: Cents | null }
  | { readonly type: 'PercentOfVehiclePrice'; readonly percent: number; readonly atLeast: Cents | null }

export interface RelatedProduct extends EffectiveDates {
  readonly relationType: 'Requires' | 'Excludes' | 'DiscountWith' | 'Includes'
  readonly product: string
  readonly plan: string | null
  readonly discount: Cents | null
}

/** Which rates a dealer sees. Dealer and group null: all dealers without their own rows. */
export interface VisibilityRow extends Effective {
  readonly dealer: string | null
  readonly dealerGroup: string | null
  readonly product: string | null
  readonly program: string | null
  readonly plan: string | null
  readonly term: string | null
  readonly deductible: string | null
  readonly classCode: string | null
  readonly isVisible: boolean
}

/** One tax at one place. The rate is in millionths of one percent. */
export interface SalesTaxRule extends Effective {
  readonly id: number
  readonly type: 'State' | 'County' | 'City' | 'District' | 'Premium'
  readonly state: string
  readonly county: string | null
  readonly city: string | null
  readonly productTypeCode: string | null
  readonly lineItemType: 'ContractRetail' | 'Part' | 'Labor' | 'Misc' | 'Fee' | 'Deductible' | null
  readonly rate: number
  readonly maximumTaxable: Cents | null
  readonly exempt: boolean
  readonly refundable: boolean
  /** How each tax by this rule is rounded to the cent. */
  readonly roundMode: RoundMode
}
