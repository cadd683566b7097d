import type { CalendarDate } from '../dates.ts'
import type { Cents } from '../money.ts'
import type { ContractForm } from './form.ts'
import { dateWords, moneyWords, numberWords } from './words.ts'

// What a fillable field of an administrator's PDF is, and how fields print values that may be missing.

export interface FormField {
  /** `customer.name`. In a list, `N` stands for 1, 2, 3 and so on; `CODE` for the code of a custom field. */
  readonly name: string
  readonly about: string
}

/** A field that every form has; empty when the contract has no value for it. */
export interface SingleField extends FormField {
  value(form: ContractForm): string | null | undefined
}

/** A field of each item in a list. */
export interface ListField extends FormField {
  values(form: ContractForm): readonly (readonly [key: string, value: string])[]
}

export const numberOrBlank = (value: number | null): string | null =>
  value === null ? null : numberWords(value)

export const dateOrBlank = (date: CalendarDate | null): string | null =>
  date === null ? null : dateWords(date)

export const moneyOrBlank = (amount: Cents | null): string | null =>
  amount === null ? null : moneyWords(amount)
