import { compileTruth } from './compile.ts'
import { buildLogic, explain, type Leaf, type Logic } from './explain.ts'
import type { ReadValue } from './fields.ts'
import { type CriterionPlace, groupText } from './group-text.ts'
import { type CriterionGroup, groupFromNode } from './groups.ts'
import { type CriteriaFault, CriteriaRefused, charactersIn, type Position } from './invalid.ts'
import type { Node } from './nodes.ts'
import { parseCriteria } from './parse.ts'
import { nodeText } from './text.ts'
import type { CriteriaContext } from './variables.ts'

export type { Leaf } from './explain.ts'
export type { CriteriaFault } from './invalid.ts'
export type { CriteriaContext } from './variables.ts'

/**
 * A rule in the Common Expression Language (CEL) over the typed variables of `variables.ts`, compiled once and evaluated
 * often. It reads only the context it is given and has no loops and no regular expressions. Its time grows with its
 * length, which is at most 4,000 characters.
 */
export interface Criteria {
  readonly text: string
  readonly root: Node
  readonly read: ReadValue
  readonly logic: Logic
}

interface InvalidCriteria {
  readonly invalid: CriteriaFault
}

/** Null is unknown: a value that the result depends on is missing, or there is a division by zero. */
export type CriteriaResult = boolean | null

interface CriteriaExplanation {
  readonly result: CriteriaResult
  /** The missing fields that an unknown result depends on. */
  readonly unknownFields: readonly string[]
  readonly explanation: readonly Leaf[]
}

export function compileCriteria(text: string): Criteria | InvalidCriteria {
  return orInvalid(text, () => compileText(text))
}

/** A rule in its structured form. The position of a fault is in the text of the group. */
export function compileGroup(group: CriterionGroup): Criteria | InvalidCriteria {
  const written = orInvalid('', () => groupText(group))
  if ('invalid' in written) return written
  const { text, places } = written
  return orInvalid(text, () => {
    try {
      return compileText(text)
    } catch (error) {
      throw error instanceof CriteriaRefused ? inGroup(error.fault, text, places) : error
    }
  })
}

function inGroup(fault: CriteriaFault, text: string, places: readonly CriterionPlace[]): CriteriaRefused {
  const { start } = fault.position
  const place = places.find((candidate) => candidate.start <= start && start < candidate.end)
  if (fault.limit === 'length') return new CriteriaRefused(fault)
  return new CriteriaRefused({ ...fault, text, ...(place ? { pointer: place.pointer } : {}) })
}

function compileText(text: string): Criteria {
  const root = parseCriteria(text)
  const { read } = compileTruth(root)
  return { text, root, read, logic: buildLogic(text, root) }
}

/** Fast: without an explanation. */
export function evaluateCriteria(criteria: Criteria, context: CriteriaContext): CriteriaResult {
  const value = criteria.read(context, undefined)
  return typeof value === 'boolean' ? value : null
}

export function explainCriteria(criteria: Criteria, context: CriteriaContext): CriteriaExplanation {
  const missing: string[] = []
  const value = criteria.read(context, missing)
  return {
    result: typeof value === 'boolean' ? value : null,
    unknownFields: [...new Set(missing)],
    explanation: explain(criteria.logic, context),
  }
}

/** The normalized text; normalizing it again changes nothing. */
export const normalizedCriteria = ({ root }: Criteria): string => nodeText(root)

/** The structured form, or null where the rule has none. */
export const criteriaGroup = ({ root }: Criteria): CriterionGroup | null => groupFromNode(root)

function orInvalid<Result>(text: string, make: () => Result): Result | InvalidCriteria {
  try {
    return make()
  } catch (error) {
    if (!(error instanceof CriteriaRefused)) throw error
    return { invalid: { ...error.fault, position: inCharacters(text, error.fault.position) } }
  }
}

/** Converts a position from code units to characters. */
const inCharacters = (text: string, { start, end }: Position): Position => ({
  start: charactersIn(text, start),
  end: charactersIn(text, end),
})
