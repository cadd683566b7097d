import type { Reason } from '../../domain/claims/claim.ts'
import { type Caller, isLimited } from '../../http/caller.ts'

// A warning is stored as staff reads it. It may name claims that a limited caller does not see.

const DUPLICATE = 'PossibleDuplicate'

export const duplicateWarning = (numbers: readonly string[]): Reason => ({
  code: DUPLICATE,
  message: `Another claim has the same loss date or repair order: ${numbers.join(', ')}.`,
})

/** The warnings as a caller reads them. A limited one learns that there is another claim, and not which one. */
export const warningsFor = (caller: Pick<Caller, 'scopes'>, warnings: readonly Reason[]): Reason[] =>
  warnings.map((warning) =>
    isLimited(caller) && warning.code === DUPLICATE
      ? { ...warning, message: 'Another claim has the same loss date or repair order.' }
      : warning,
  )
