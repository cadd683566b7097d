import type { GeneralSetting } from '../../../sdk/src/types.gen.ts'

type SettingType = GeneralSetting['type']

/** A value as it is typed into its field. */
export function typedOf(type: SettingType, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (type === 'Json') return JSON.stringify(value, null, 2)
  return String(value)
}

/** What was typed, as the service takes it; undefined if it is none of this type yet. */
export function parsedValue(type: SettingType, typed: string): unknown {
  const text = typed.trim()
  switch (type) {
    case 'Bool':
      return text === 'true' ? true : text === 'false' ? false : undefined
    case 'Int':
      return /^-?\d+$/.test(text) ? Number(text) : undefined
    case 'Decimal':
      return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
    case 'Json':
      return parsed(text)
    case 'Date':
      return /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
    default:
      return typed
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Whether the value is the one that applies if none is set. */
export const isDefault = ({ value, defaultValue }: Pick<GeneralSetting, 'value' | 'defaultValue'>): boolean =>
  JSON.stringify(value) === JSON.stringify(defaultValue)
