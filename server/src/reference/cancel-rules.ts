/** What the law of a state says of a cancellation; no legal advice, and every administrator's own to change. */
export interface CancelRule {
  readonly code: string
  readonly source?: string
  /** Absent: where no other rule is. */
  readonly state?: string
  readonly productTypeCodes?: readonly string[]
  readonly freeLookDays: number
  /** What a paid claim does in it; absent where a paid claim rules out a cancellation. */
  readonly freeLookClaims?: 'Deduct' | 'LoseFreeLook'
  /** Absent: no fee in the free look. */
  readonly freeLookFeePercent?: number
  readonly shortFreeLook?: { days: number; productTypeCodes: readonly string[]; withoutWarranty: boolean }
  /** Absent: the program's own. */
  readonly method?: string
  readonly floorMethod?: string
  readonly refundPercent?: number
  /** Absent: no fee. */
  readonly maxFee?: number
  readonly maxFeePercent?: number
  readonly deductsClaims: boolean
  readonly refundDays: number
  readonly refundsAtPayoff?: boolean
  readonly penalty?: Penalty
  /** What holds when the provider cancels. */
  readonly provider?: ProviderFacts
}

interface Penalty {
  readonly base: 'Outstanding' | 'Price'
  readonly percent: number
  readonly period: 'Month' | 'ThirtyDays'
  readonly inFreeLookOnly?: boolean
}

interface ProviderFacts {
  readonly refundDays?: number
  readonly noticeDays?: number
  readonly limitedReasons?: { readonly fromDay: number; readonly codes: readonly string[] }
}

const SERVICE_CONTRACT = ['VSC', 'TW', 'KEY', 'APL']
const GAP = ['GAP']
const TENTH_A_MONTH: Penalty = { base: 'Outstanding', percent: 10, period: 'Month' }
const HOLDER_AT_FAULT = ['FRAUD', 'NONPAY']

/** The rules when the holder's side cancels; the order fixes the ids. */
export const holderRules: readonly CancelRule[] = [
  {
    code: 'TX-SC',
    source: 'Texas Occupations Code 1304.1581, 1304.159',
    state: 'TX',
    productTypeCodes: SERVICE_CONTRACT,
    freeLookDays: 30,
    freeLookClaims: 'Deduct',
    maxFee: 50,
    deductsClaims: true,
    refundDays: 45,
    penalty: TENTH_A_MONTH,
    provider: { noticeDays: 5 },
  },
  {
    code: 'FL-MV',
    source: 'Florida Statutes 634.121',
    state: 'FL',
    productTypeCodes: ['VSC'],
    freeLookDays: 60,
    freeLookClaims: 'Deduct',
    freeLookFeePercent: 5,
    method: 'PRORATA_DAYS',
    refundPercent: 90,
    deductsClaims: true,
    refundDays: 45,
    provider: { limitedReasons: { fromDay: 61, codes: HOLDER_AT_FAULT } },
  },
  {
    code: 'CA-SC',
    source: 'California Civil Code 1794.41; California Insurance Code 12825',
    state: 'CA',
    productTypeCodes: SERVICE_CONTRACT,
    freeLookDays: 60,
    freeLookClaims: 'LoseFreeLook',
    shortFreeLook: { days: 30, productTypeCodes: ['APL'], withoutWarranty: true },
    maxFee: 25,
    maxFeePercent: 10,
    deductsClaims: false,
    refundDays: 45,
    provider: { refundDays: 30, noticeDays: 5 },
  },
  {
    code: 'CA-GAP',
    source: 'California Civil Code 2982.12',
    state: 'CA',
    productTypeCodes: GAP,
    freeLookDays: 30,
    method: 'PRORATA_DAYS_INCL',
    deductsClaims: false,
    refundDays: 45,
    refundsAtPayoff: true,
  },
  {
    code: 'CO-GAP',
    source: 'Colorado HB23-1181',
    state: 'CO',
    productTypeCodes: GAP,
    freeLookDays: 30,
    maxFee: 25,
    deductsClaims: false,
    refundDays: 30,
  },
  {
    code: 'SC-GAP',
    source: 'South Carolina Code 37-30-150',
    state: 'SC',
    productTypeCodes: GAP,
    freeLookDays: 30,
    deductsClaims: false,
    refundDays: 45,
  },
  {
    code: 'WI-GAP',
    state: 'WI',
    productTypeCodes: GAP,
    freeLookDays: 30,
    floorMethod: 'RULE78',
    deductsClaims: false,
    refundDays: 45,
  },
  {
    code: 'NV-SC',
    source: 'Nevada Revised Statutes 690C.250',
    state: 'NV',
    productTypeCodes: SERVICE_CONTRACT,
    freeLookDays: 20,
    freeLookClaims: 'LoseFreeLook',
    maxFee: 25,
    deductsClaims: false,
    refundDays: 45,
    penalty: { base: 'Price', percent: 10, period: 'ThirtyDays', inFreeLookOnly: true },
    provider: { limitedReasons: { fromDay: 70, codes: HOLDER_AT_FAULT } },
  },
  {
    code: 'NY-SC',
    source: 'New York Insurance Law 7903(e)',
    state: 'NY',
    productTypeCodes: SERVICE_CONTRACT,
    freeLookDays: 30,
    freeLookClaims: 'Deduct',
    maxFee: 50,
    deductsClaims: true,
    refundDays: 30,
    penalty: TENTH_A_MONTH,
  },
  {
    code: 'OK-SC',
    source: 'Oklahoma Statutes title 15, section 141.13',
    state: 'OK',
    productTypeCodes: ['VSC'],
    freeLookDays: 30,
    freeLookClaims: 'Deduct',
    method: 'PRORATA_DAYS',
    refundPercent: 90,
    deductsClaims: true,
    refundDays: 45,
  },
  {
    code: 'DEFAULT',
    freeLookDays: 30,
    freeLookClaims: 'Deduct',
    maxFee: 50,
    deductsClaims: true,
    refundDays: 45,
  },
]
