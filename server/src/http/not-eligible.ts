import { Problem } from './problems.ts'

/** Why an automatic step does not apply to a record. */
export interface StepReason {
  readonly code: string
  readonly message: string
}

/** An automatic step does not apply to the record, or no longer does. It changes nothing and counts as skipped. */
export const notEligible = (reasons: readonly StepReason[]): Problem =>
  new Problem('NotEligible', reasons.map(({ message }) => message).join(' '), { members: { reasons } })
