import type { CancelCalculation, CancelStep } from './cancel-results.ts'
import { figureSteps } from './cancel-steps-figures.ts'
import { lineSteps } from './cancel-steps-lines.ts'
import { clockSteps } from './cancel-steps-time.ts'
import type { Worked } from './cancel-worked.ts'

/** The worksheet of a cancellation: every figure with what it was made from, in figures and in words, and the rule behind. */
export const stepsOf = (all: Worked, calculation: CancelCalculation): CancelStep[] => [
  ...clockSteps(all, calculation),
  ...figureSteps(all, calculation),
  ...lineSteps(all, calculation),
]
