import { roomText } from '../ui/words/text.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export const useText = roomText({ en, es })

/** The texts of this room, as a function of their key. */
export type Text = ReturnType<typeof useText>

export type TextKey = keyof typeof en

const isKey = (key: string): key is TextKey => Object.hasOwn(en, key)

/** The word for a code of the API. A code that has none, such as a new one, stands for itself. */
export function wordOf(t: Text, group: string, code: string): string {
  const key = `${group}.${code}`
  return isKey(key) ? t(key) : code
}
