import type { CancelCalculation, CancelStep } from './results.ts'
import { figureSteps } from './steps-figures.ts'
import { lineSteps } from './steps-lines.ts'
import { clockSteps } from './steps-time.ts'
import type { Worksheet } from './worksheet.ts'

/** The worksheet of a cancellation: every figure with what it was made from, in figures and in words, and the rule behind. */
export const stepsOf = (all: Worksheet, calculation: CancelCalculation): CancelStep[] => [
  ...clockSteps(all, calculation),
  ...figureSteps(all, calculation),
  ...lineSteps(all, calculation),
]
