import { roomText } from '../ui/words/text.ts'
import { en } from './en-setup.ts'
import { es } from './es-setup.ts'

/** The texts of books, criteria and state rules. The quote does not load them. */
export const useText = roomText({ en, es })

export type Text = ReturnType<typeof useText>
export type TextKey = keyof typeof en
