import type { Cents } from './money.ts'

/** One figure of the worksheet, with its formula and its words. */
export interface WorksheetStep {
  /** The name of the figure. */
  readonly code: string
  /** As the API returns them: amounts are decimals. */
  readonly inputs: Readonly<Record<string, string | number | boolean>>
  readonly formula: string
  /** The value before rounding. */
  readonly exact: string
  readonly rounding: 'None' | 'HalfUpToCent' | 'LargestRemainder' | 'HalfUpToSixDecimals'
  readonly amount: Cents | null
  /** The rule, its source, and the part of it that applies here. */
  readonly ruleCode: string | null
  readonly source: string | null
  readonly clause: string | null
  readonly words: string
}
