import { roomText } from '../ui/words/text.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export const useText = roomText({ en, es })

export type Text = ReturnType<typeof useText>
export type TextKey = keyof typeof en

const isKey = (key: string): key is TextKey => Object.hasOwn(en, key)

/** The title of a column. One that a later version brings stands for itself. */
export function columnTitle(t: Text, key: string): string {
  const age = /^age(\d+)$/.exec(key)?.[1]
  if (age !== undefined) return t('column.age', { months: age })
  const name = `column.${key}`
  return isKey(name) ? t(name) : key
}
