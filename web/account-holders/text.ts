import { roomText } from '../ui/words/text.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export type TextKey = keyof typeof en

export const useText = roomText({ en, es })

/** What `useText()` gives. */
export type Translate = ReturnType<typeof useText>
