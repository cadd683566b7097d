import { roomText } from '../ui/words/text.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export const useText = roomText({ en, es })

const isKey = (key: string): key is keyof typeof en => Object.hasOwn(en, key)

/** The word for the status of a record. One that has none, such as a new one, stands for itself. */
export function statusWord(t: ReturnType<typeof useText>, status: string | null): string {
  const key = `status.${status}`
  return isKey(key) ? t(key) : (status ?? '')
}
