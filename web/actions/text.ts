import { roomText } from '../ui/words/text.ts'
import { en } from './en.ts'
import { es } from './es.ts'

export const useText = roomText({ en, es })
