import { isCalendarDate } from '../dates.ts'
import { AMOUNT_AT_MOST, hasWholeCents } from '../money.ts'

// Fields that an administrator adds to its records: their definitions, and the values that they allow.

export const customFieldOwnerTypes = [
  'Contract',
  'Claim',
  'Dealer',
  'Agent',
  'DealerGroup',
  'CashTransaction',
] as const
/** The types of records that can have custom fields. */
export type CustomFieldOwnerType = (typeof customFieldOwnerTypes)[number]

export const customFieldDataTypes = ['Text', 'Number', 'Money', 'Date', 'Bool', 'List'] as const
type CustomFieldDataType = (typeof customFieldDataTypes)[number]

/** The steps of a sale at which a contract field can be required. */
export const requiredAtSteps = ['Quote', 'Pending', 'Finalize'] as const

export interface CustomFieldDefinition {
  /** Unique for the record type and the product. Letter case does not matter. */
  readonly code: string
  readonly name: string
  readonly dataType: CustomFieldDataType
  readonly appliesTo: CustomFieldOwnerType
  /** Null: every product. */
  readonly productId: number | null
  readonly isRequired: boolean
  readonly requiredAt: (typeof requiredAtSteps)[number] | null
  /** For Text fields. */
  readonly maxLength: number | null
  /** For List fields. */
  readonly options: readonly string[] | null
  /** The rule that decides when the field is used. */
  readonly criteria: string | null
  readonly displayOrder: number
}

export interface CustomField extends CustomFieldDefinition {
  readonly id: number
}

export type CustomFieldValue = string | number | boolean

/** The part of a definition that decides which values are valid. */
export type ValueRule = Pick<CustomFieldDefinition, 'dataType' | 'maxLength' | 'options'>

/** The default and the highest possible length of a text. */
export const TEXT_AT_MOST = 4_000

/** Why a value is not valid for the field; nothing if it is. */
export function valueFault(rule: ValueRule, value: unknown): string | undefined {
  switch (rule.dataType) {
    case 'Text':
      return textFault(rule.maxLength ?? TEXT_AT_MOST, value)
    case 'Number':
      return Number.isFinite(value) ? undefined : 'The value must be a number.'
    case 'Money':
      return moneyFault(value)
    case 'Date':
      // There is no year 0.
      return typeof value === 'string' && isCalendarDate(value) && value >= '0001'
        ? undefined
        : 'The value must be a calendar date, written YYYY-MM-DD.'
    case 'Bool':
      return typeof value === 'boolean' ? undefined : 'The value must be true or false.'
    case 'List':
      return rule.options?.some((option) => option === value)
        ? undefined
        : `The value must be one of ${rule.options?.join(', ')}.`
    default:
      return rule.dataType satisfies never
  }
}

function textFault(most: number, value: unknown): string | undefined {
  // Characters are counted as the database does: an emoji is one.
  if (typeof value === 'string' && [...value].length <= most) return undefined
  return `The value must be a text of at most ${most} characters.`
}

function moneyFault(value: unknown): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value))
    return 'The value must be an amount of money, sent as a number.'
  if (Math.abs(value) > AMOUNT_AT_MOST) return 'The amount is too large.'
  return hasWholeCents(value) ? undefined : 'The amount must have at most two decimals.'
}
