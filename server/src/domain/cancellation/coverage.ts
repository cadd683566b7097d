import type { CalendarDate } from '../dates.ts'
import { allStates } from '../states.ts'
import type { TermName, Verification } from './law-terms.ts'
import { type CancelRule, isGeneral, type RuleLayer, ruleFor } from './rules.ts'
import { type FieldChange, fieldsChanged } from './rules-diff.ts'

// The map of the laws: which rule decides in each state, and how sure it is.

/** The product types whose laws were looked up. */
export const coveredTypes = ['VSC', 'GAP'] as const

/** `Own`: a rule of the administrator, who answers for it. `Unverified`: no rule of the state, the general one decides. */
export const certainties = ['Read', 'PartlyRead', 'Secondary', 'Own', 'Unverified'] as const
export type Certainty = Verification | 'Own' | 'Unverified'

export interface StateCoverage {
  readonly state: string
  readonly productTypeCode: string
  readonly ruleCode: string
  readonly layer: RuleLayer
  readonly source: string | null
  readonly certainty: Certainty
  readonly asOf: string | null
  readonly unverified: readonly TermName[]
  /** The library's rule that an own one overrules, and what it says otherwise. Null if there is none. */
  readonly overrules: { readonly ruleCode: string; readonly differences: readonly FieldChange[] } | null
}

/** For a contract sold on this day that its holder asks to cancel. */
export function lawCoverage(rules: readonly CancelRule[], saleDate: CalendarDate): StateCoverage[] {
  return allStates
    .toSorted()
    .flatMap((state) => coveredTypes.map((type) => coverageOf(rules, { state, type, saleDate })))
}

function coverageOf(
  rules: readonly CancelRule[],
  { state, type, saleDate }: { state: string; type: string; saleDate: CalendarDate },
): StateCoverage {
  const question = {
    ...{ state, productTypeCode: type, programId: NO_PROGRAM, reasonCode: 'CUSTREQ', saleDate },
    ...({ side: 'Holder', sellerKind: null } as const),
  }
  const rule = ruleFor(rules, question)
  const shipped = ruleFor(
    rules.filter((other) => other.layer === 'Library' || isGeneral(other)),
    question,
  )
  const isOverruled = shipped.layer === 'Library' && rule.layer === 'Own'
  return {
    ...{ state, productTypeCode: type, ruleCode: rule.ruleCode, layer: rule.layer, source: rule.source },
    certainty: rule.verification ?? (rule.state === null ? 'Unverified' : 'Own'),
    ...{ asOf: rule.asOf, unverified: rule.unverified },
    overrules: isOverruled ? { ruleCode: shipped.ruleCode, differences: differencesOf(shipped, rule) } : null,
  }
}

/** No program has this id. */
const NO_PROGRAM = -1

const notCompared: readonly string[] = ['code', 'source', 'verification', 'as of', 'links', 'note']

/** What the own rule says, beside what the library says. */
const differencesOf = (shipped: CancelRule, own: CancelRule): FieldChange[] =>
  fieldsChanged(
    asNamed(shipped),
    asNamed({ ...own, silent: shipped.silent, unverified: shipped.unverified }),
  ).filter(({ field }) => !notCompared.includes(field))

const asNamed = ({ id: _, programId: __, layer: ___, productTypeCodes: ____, ...rule }: CancelRule) => ({
  ...rule,
  productTypeCodes: null,
  program: null,
})
