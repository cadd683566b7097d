import type { SoldTerm } from './choices.ts'
import type { Payment, ProductCode } from './deals.ts'
import type { Step, Telling } from './steps.ts'

/** One way in which contracts go: how many deals do, when they were made, of what, and what came after. */
export interface Life {
  readonly name: string
  readonly count: number
  readonly sold: readonly [from: string, to: string]
  readonly of: readonly ProductCode[]
  readonly begins?: 'Quote'
  /** The shortest term there is, or the shortest that lasts beyond the seed; else any that does. */
  readonly term?: SoldTerm
  /** Other products may be sold with it. */
  readonly bundles?: true
  /** Where it is sold, each in turn; else anywhere. */
  readonly states?: readonly string[]
  /** How the vehicle is paid for, where it matters. */
  readonly paid?: Payment
  /** Two buy it together. */
  readonly isForTwo?: true
  tells(told: Telling): Step[]
}
