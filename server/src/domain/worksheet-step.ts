import { amountOf, type Cents, type RoundMode } from './money.ts'

/** How the exact value of a step became its amount. */
export const stepRoundings = [
  'None',
  'HalfUpToCent',
  'UpToCent',
  'DownToCent',
  'LargestRemainder',
  'HalfUpToSixDecimals',
] as const
type StepRounding = (typeof stepRoundings)[number]

/** How a step says that an amount was rounded in this mode. */
export const roundingToCent = {
  HalfUp: 'HalfUpToCent',
  Up: 'UpToCent',
  Down: 'DownToCent',
} as const satisfies Record<RoundMode, StepRounding>

/** One figure of the worksheet, with its formula and its words. */
export interface WorksheetStep {
  /** The name of the figure. */
  readonly code: string
  /** As the API returns them: amounts are decimals. */
  readonly inputs: Readonly<Record<string, string | number | boolean>>
  readonly formula: string
  /** The value before rounding. */
  readonly exact: string
  readonly rounding: StepRounding
  readonly amount: Cents | null
  /** The rule, its source, and the part of it that applies here. */
  readonly ruleCode: string | null
  readonly source: string | null
  readonly clause: string | null
  readonly words: string
}

/** A figure of the worksheet: a step whose inputs are known by name. */
export interface Figure<Inputs extends WorksheetStep['inputs']> extends WorksheetStep {
  readonly inputs: Inputs
}

type NewFigure<Inputs> = Partial<WorksheetStep> &
  Pick<WorksheetStep, 'code' | 'formula' | 'words'> & { readonly inputs: Inputs }

/** A figure; members that are left out are empty. Each is written out: spreading objects of many shapes is slow. */
export const figure = <Inputs extends WorksheetStep['inputs']>(made: NewFigure<Inputs>): Figure<Inputs> => ({
  code: made.code,
  inputs: made.inputs,
  formula: made.formula,
  exact:
    made.exact ?? (made.amount === undefined || made.amount === null ? '' : String(amountOf(made.amount))),
  rounding: made.rounding ?? 'None',
  amount: made.amount ?? null,
  ruleCode: made.ruleCode ?? null,
  source: made.source ?? null,
  clause: made.clause ?? null,
  words: made.words,
})
