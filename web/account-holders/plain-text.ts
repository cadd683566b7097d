import type { Format } from '../ui/words/format.ts'
import { en } from './en.ts'
import type { Choice, Field } from './field-types.ts'
import type { Translate } from './text.ts'
import { isValues } from './values.ts'

/** The word for a choice, or the value itself if the portal does not know it. */
export const choiceTitle = (value: unknown, t: Translate): string =>
  isChoice(value) ? t(`choice.${value}`) : String(value ?? '')

const isChoice = (value: unknown): value is Choice => `choice.${value}` in en

/** A value in one line, to compare it with another. */
export function plainText(field: Field, value: unknown, t: Translate, format: Format): string {
  if (field.kind === 'group' && !isValues(value)) return field.absent ? t(field.absent) : ''
  if (value === null || value === undefined || value === '') return ''
  switch (field.kind) {
    case 'flag':
    case 'yesNoDefault':
      return t(value ? 'value.yes' : 'value.no')
    case 'choice':
      return choiceTitle(value, t)
    case 'date':
    case 'secretDate':
      return format.date(String(value))
    case 'money':
      return format.money(Number(value))
    case 'percent':
      return format.percent(Number(value))
    case 'texts':
      return (value as readonly string[]).join(', ')
    case 'link':
      return t('value.id', { id: String(value) })
    case 'links':
      return (value as readonly number[]).map((id) => t('value.id', { id })).join(', ')
    case 'group':
      return parts(field.of, value, t, format)
    case 'list':
      return (value as readonly unknown[]).map((entry) => parts(field.of, entry, t, format)).join('; ')
    default:
      return String(value)
  }
}

const parts = (fields: readonly Field[], value: unknown, t: Translate, format: Format): string =>
  isValues(value)
    ? fields
        .map((part) => plainText(part, value[part.name], t, format))
        .filter(Boolean)
        .join(', ')
    : ''
