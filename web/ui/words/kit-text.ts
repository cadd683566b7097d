import { en } from './en.ts'
import { es } from './es.ts'
import { roomText } from './text.ts'

export const useKitText = roomText({ en, es })
