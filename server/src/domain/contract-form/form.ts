import type { FreeLookFee } from '../cancellation/law-terms.ts'
import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { Benefit, GapTerms, LimitRule } from '../rate-book/coverage.ts'

// Everything a contract's form shows, as plain data. The customer reads it, so it has no place for dealer cost or how it is
// split. A surcharge has only the price that the customer pays.

export interface ContractForm {
  /** The creation time written into the file: the same data gives the same bytes. */
  readonly writtenAt: string
  /** A draft is marked on every page; it is not a contract. */
  readonly isDraft: boolean
  /** In words: `Quote`, `Pending`, `Active`, `On hold`. */
  readonly status: string
  /** Null for a quote. */
  readonly contractNumber: string | null
  readonly formNumber: string
  readonly stateOfSale: string | null
  readonly administrator: FormParty
  readonly obligor: FormParty
  readonly insurer: FormParty | null
  readonly dealer: FormParty
  readonly customer: FormParty
  readonly cobuyer: FormParty | null
  readonly lienHolder: FormParty | null
  readonly item: FormVehicle | FormAsset
  readonly coverage: FormCoverage
  /** What the program does not cover, in its own words. */
  readonly exclusions: readonly string[]
  /** How to make a claim, in the program's own words. Empty: the usual way for its kind of product. */
  readonly claimSteps: readonly string[]
  readonly price: FormPrice
  readonly financing: FormFinancing | null
  readonly cancellation: FormCancellation | null
  readonly transfer: FormTransfer | null
  /** Amendments and disclosures that a state or a program requires. Each line is a paragraph. */
  readonly notices: readonly FormNotice[]
  /** Only those the customer may see. */
  readonly customFields: readonly FormCustomField[]
}

/** A person or a company, as far as known. */
export interface FormParty {
  readonly name: string
  /** The business number of a dealer, lien holder, insurer. */
  readonly number: string | null
  readonly address: FormAddress | null
  readonly phone: string | null
  readonly email: string | null
}

export interface FormAddress {
  readonly line1: string
  readonly line2: string | null
  readonly city: string
  readonly state: string
  readonly zip: string
}

interface FormItem {
  readonly year: number | null
  readonly make: string | null
  readonly model: string | null
  readonly purchasePrice: Cents | null
  readonly purchaseDate: CalendarDate | null
}

export interface FormVehicle extends FormItem {
  readonly kind: 'Vehicle'
  readonly vin: string | null
  readonly trim: string | null
  readonly bodyStyle: string | null
  readonly engine: string | null
  readonly fuelType: string | null
  readonly driveType: string | null
  readonly condition: string | null
  readonly vehicleUse: string | null
  readonly inServiceDate: CalendarDate | null
}

export interface FormAsset extends FormItem {
  readonly kind: 'Asset'
  /** `Television`. */
  readonly typeName: string
  readonly identifierType: 'VIN' | 'HIN' | 'SerialNumber'
  readonly identifier: string | null
}

export interface FormCoverage {
  readonly productTypeCode: string
  /** The heading of the form: `Vehicle Service Contract`. */
  readonly productName: string
  readonly programName: string
  readonly planName: string
  readonly coverageType: 'Stated' | 'Exclusionary' | 'Service' | 'Waiver'
  readonly saleDate: CalendarDate
  readonly effectiveDate: CalendarDate
  readonly expirationDate: CalendarDate
  /** The odometer at the start and at expiration. Null: there is no reading, or no limit. */
  readonly effectiveOdometer: number | null
  readonly expirationOdometer: number | null
  readonly usageUnit: 'Miles' | 'Km' | 'Hours'
  readonly term: FormTerm
  readonly deductible: FormDeductible | null
  readonly waitingDays: number
  /** In the usage unit. */
  readonly waitingUsage: number
  readonly surcharges: readonly FormSurcharge[]
  readonly groups: readonly FormCoverageGroup[]
  readonly limits: readonly FormLimit[]
  readonly benefits: readonly Benefit[]
  readonly gap: GapTerms | null
  /** The maximum loan-to-value in percent. */
  readonly maximumLtv: number | null
  readonly services: readonly FormService[]
}

interface FormTerm {
  readonly months: number
  /** Miles, kilometers or hours; null: unlimited. */
  readonly usage: number | null
}

export interface FormDeductible {
  readonly amount: Cents
  readonly type: 'PerVisit' | 'PerComponent' | 'Disappearing' | 'Reduced' | 'PerItem'
  readonly reducedAmount: Cents | null
}

interface FormSurcharge {
  readonly code: string
  readonly name: string
  /** What the customer pays for it, if charged separately; null: included in the contract price. */
  readonly retailAmount: Cents | null
}

interface FormCoverageGroup {
  readonly name: string
  readonly components: readonly string[]
  /** The name of the surcharge that added it. */
  readonly viaSurcharge: string | null
}

export interface FormLimit {
  readonly scope: LimitRule['scope']
  readonly basis: LimitRule['basis']
  /** Null when the amount is known only at the time of loss. */
  readonly amount: Cents | null
  /** For `PercentOf`, in millionths of one percent. */
  readonly percent: number | null
  /** For `PerComponent`: the names of the components. Null: every component. */
  readonly components: readonly string[] | null
}

/** A prepaid service. */
export interface FormService {
  readonly code: string
  readonly name: string
  readonly quantity: number
  readonly intervalMonths: number | null
  readonly intervalUsage: number | null
  readonly toleranceUsage: number
  readonly useRule: 'Anytime' | 'InWindow'
}

export interface FormPrice {
  readonly retailPrice: Cents
  readonly salesTax: Cents
  readonly taxes: readonly FormTax[]
}

interface FormTax {
  /** `Texas`, `Travis County`, `Austin`. */
  readonly jurisdiction: string
  readonly type: string
  /** In millionths of one percent. */
  readonly rate: number
  readonly taxable: Cents
  readonly tax: Cents
}

export interface FormFinancing {
  readonly dealType: 'Cash' | 'Loan' | 'Lease' | 'Balloon'
  readonly amountFinanced: Cents | null
  /** 6.9 is 6.9%. */
  readonly apr: number | null
  readonly termMonths: number | null
  readonly monthlyPayment: Cents | null
  readonly firstPaymentDate: CalendarDate | null
  readonly maturityDate: CalendarDate | null
  readonly downPayment: Cents | null
  readonly tradeIn: Cents | null
  readonly residualValue: Cents | null
  readonly balloonAmount: Cents | null
}

/** What the customer gets back, by the state's rule for a cancellation at the holder's request. Percents: 6.9 is 6.9%. */
export interface FormCancellation {
  readonly freeLookDays: number
  /** The last day of the free look. */
  readonly freeLookEndDate: CalendarDate
  readonly freeLookClaims: 'Deduct' | 'LoseFreeLook' | null
  readonly freeLookCount?: 'Calendar' | 'Business'
  /** Absent: the sale. */
  readonly freeLookFrom?: 'Sale' | 'Delivery'
  readonly freeLookEndsWith?: 'ClaimMade' | 'CoveredLoss' | null
  /** Fees in the free look by its days. They go before the percent. */
  readonly freeLookFees?: readonly FreeLookFee[]
  readonly freeLookFeePercent: number | null
  readonly method: { readonly code: string; readonly name: string }
  /** The refund is never less than this method gives. */
  readonly floorMethod: { readonly code: string; readonly name: string } | null
  readonly refundPercent: number
  /** The maximum fee is the lesser of both; null: no limit of that kind. Both null: no fee. */
  readonly maximumFee: Cents | null
  readonly maximumFeePercent: number | null
  /** Absent: the price. */
  readonly maximumFeeBase?: 'Price' | 'Refund' | 'Unearned'
  readonly deductsClaims: boolean
  readonly noRefundAfterBenefit?: boolean
  readonly refundDays: number
  readonly penalty: {
    readonly base: 'Outstanding' | 'Refund' | 'Price'
    readonly percent: number
    readonly period: 'Month' | 'ThirtyDays' | 'Once'
  } | null
}

export interface FormTransfer {
  readonly isTransferable: boolean
  readonly fee: Cents | null
  readonly withinDays: number | null
}

interface FormNotice {
  readonly heading: string
  readonly text: string
}

interface FormCustomField {
  readonly code: string
  readonly name: string
  /** In words. */
  readonly value: string
}

/** The total the customer pays for the contract. */
export const formTotal = ({ retailPrice, salesTax }: FormPrice): Cents => (retailPrice + salesTax) as Cents
