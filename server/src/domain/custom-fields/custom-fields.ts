import { isCalendarDate } from '../dates.ts'
import { AMOUNT_AT_MOST, hasWholeCents } from '../money.ts'

// Fields that an administrator adds to its records: what a field can be, and which values fit it.

export const customFieldOwnerTypes = [
  'Contract',
  'Claim',
  'Dealer',
  'Agent',
  'DealerGroup',
  'CashTransaction',
] as const
/** The kinds of record that can have fields added. */
export type CustomFieldOwnerType = (typeof customFieldOwnerTypes)[number]

export const customFieldDataTypes = ['Text', 'Number', 'Money', 'Date', 'Bool', 'List'] as const
export type CustomFieldDataType = (typeof customFieldDataTypes)[number]

/** The steps of a sale at which a field of a contract can be asked for. */
export const requiredAtSteps = ['Quote', 'Pending', 'Finalize'] as const

export interface CustomFieldDefinition {
  /** Unique among the fields of its owner type and product, whatever its letter case. */
  readonly code: string
  readonly name: string
  readonly dataType: CustomFieldDataType
  readonly appliesTo: CustomFieldOwnerType
  /** Null: for every product. */
  readonly productId: number | null
  readonly isRequired: boolean
  readonly requiredAt: (typeof requiredAtSteps)[number] | null
  /** Of a Text. */
  readonly maxLength: number | null
  /** Of a List. */
  readonly options: readonly string[] | null
  /** When the field is asked for, as an expression. */
  readonly criteria: string | null
  readonly displayOrder: number
}

export interface CustomField extends CustomFieldDefinition {
  readonly id: number
}

export type CustomFieldValue = string | number | boolean

/** What decides which values fit. */
export type ValueRule = Pick<CustomFieldDefinition, 'dataType' | 'maxLength' | 'options'>

/** How long a text can be where its field says nothing, and the most that a field can say. */
export const TEXT_AT_MOST = 4_000

/** Why a value does not fit the field; nothing when it does. */
export function valueFault(rule: ValueRule, value: unknown): string | undefined {
  switch (rule.dataType) {
    case 'Text':
      return textFault(rule.maxLength ?? TEXT_AT_MOST, value)
    case 'Number':
      return Number.isFinite(value) ? undefined : 'It is a number.'
    case 'Money':
      return moneyFault(value)
    case 'Date':
      // There is no year 0.
      return typeof value === 'string' && isCalendarDate(value) && value >= '0001'
        ? undefined
        : 'It is a date that exists, as YYYY-MM-DD.'
    case 'Bool':
      return typeof value === 'boolean' ? undefined : 'It is true or false.'
    case 'List':
      return rule.options?.some((option) => option === value)
        ? undefined
        : `It is one of ${rule.options?.join(', ')}.`
    default:
      return rule.dataType satisfies never
  }
}

function textFault(most: number, value: unknown): string | undefined {
  // Counted as a person and the database count: an emoji is one character.
  if (typeof value === 'string' && [...value].length <= most) return undefined
  return `It is a text of at most ${most} characters.`
}

function moneyFault(value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'It is an amount, as a number.'
  if (Math.abs(value) > AMOUNT_AT_MOST) return 'It is more than can be counted in cents.'
  return hasWholeCents(value) ? undefined : 'It is an amount with at most two decimals.'
}
