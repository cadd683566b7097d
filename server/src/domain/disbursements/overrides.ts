import { addDays } from '../dates.ts'
import type { Calculation, Effective } from '../rate-book/rate-book.ts'

// Overrides: figures that replace those of the rate book for a line of dealer cost. This file decides what a change of
// an override does to the overrides that exist.

/** The types of account holders that a line can be agreed with. */
export const overrideHolderTypes = ['Dealer', 'Agent', 'DealerGroup'] as const
export type OverrideHolderType = (typeof overrideHolderTypes)[number]

/** A figure that replaces the rate book's for one line of a program. Null means any plan, term and so on, or every dealer. */
export interface Override extends Effective {
  readonly id: number
  readonly programId: number
  readonly codeId: number
  readonly holder: { readonly type: OverrideHolderType; readonly id: number } | null
  readonly planId: number | null
  readonly termId: number | null
  readonly deductibleId: number | null
  readonly classCode: string | null
  /** Null: the rate book's own calculation applies. */
  readonly calculation: Calculation | null
  /** The last change of this override. */
  readonly auditLogId: number
}

/** A requested change: a new override, or a change of an existing one from a date on. */
export type OverrideChange =
  | { readonly kind: 'New'; readonly override: Override }
  | {
      readonly kind: 'Change'
      readonly overrideId: number
      /** The id of the new override, if the change starts after the existing one does. */
      readonly newId: number
      readonly calculation: Calculation | null
      readonly effectiveFrom: string
      readonly effectiveTo: string | null
      readonly auditLogId: number
    }

/** An override that a change creates or modifies. `before` is its earlier state, or the override that it continues. */
export interface ChangedOverride {
  readonly before: Override | null
  readonly after: Override
}

type ChangeOutcome = { readonly changed: readonly ChangedOverride[] } | { readonly refused: ChangeRefusal }
export type ChangeRefusal = { readonly overlapping: Override } | { readonly gone: number }

/**
 * Applies a change to the overrides of a program. The figures before the first date stay, those after it are replaced,
 * and after the last date the rate book applies again.
 */
export function applyOverrideChange(change: OverrideChange, overrides: readonly Override[]): ChangeOutcome {
  if (change.kind === 'New') {
    const overlapping = findOverlap(change.override, overrides)
    return overlapping
      ? { refused: { overlapping } }
      : { changed: [{ before: null, after: change.override }] }
  }
  const target = overrides.find(({ id }) => id === change.overrideId)
  if (!target) return { refused: { gone: change.overrideId } }
  const { calculation, effectiveFrom, effectiveTo, auditLogId } = change
  const startsLater = effectiveFrom > target.effectiveFrom
  const after: Override = {
    ...target,
    ...{ id: startsLater ? change.newId : target.id },
    ...{ calculation, effectiveFrom, effectiveTo, auditLogId },
  }
  const others = overrides.filter(({ id }) => id !== target.id)
  const overlapping = findOverlap(after, others)
  if (overlapping) return { refused: { overlapping } }
  const isShortened = startsLater && (target.effectiveTo === null || target.effectiveTo >= effectiveFrom)
  const shortened = { ...target, effectiveTo: addDays(effectiveFrom, -1), auditLogId }
  return {
    changed: [...(isShortened ? [{ before: target, after: shortened }] : []), { before: target, after }],
  }
}

/** The overrides after a change. A refused change leaves them as they are. */
export function overridesAfter(change: OverrideChange, overrides: readonly Override[]): readonly Override[] {
  const outcome = applyOverrideChange(change, overrides)
  if ('refused' in outcome) return overrides
  const changed = new Map(outcome.changed.map(({ after }) => [after.id, after]))
  return [...overrides.filter(({ id }) => !changed.has(id)), ...changed.values()]
}

/** The first override with the same target and overlapping dates. */
const findOverlap = (override: Override, overrides: readonly Override[]) =>
  overrides.find((other) => hasSameTarget(override, other) && datesOverlap(override, other))

const hasSameTarget = (first: Override, second: Override) =>
  first.programId === second.programId &&
  first.codeId === second.codeId &&
  (first.holder?.id ?? null) === (second.holder?.id ?? null) &&
  first.planId === second.planId &&
  first.termId === second.termId &&
  first.deductibleId === second.deductibleId &&
  first.classCode === second.classCode

export const datesOverlap = (first: Effective, second: Effective) =>
  (second.effectiveTo === null || first.effectiveFrom <= second.effectiveTo) &&
  (first.effectiveTo === null || second.effectiveFrom <= first.effectiveTo)

/** How many of plan, term, deductible and class the override names: the more, the more specific it is. */
export const countNamedParts = ({ planId, termId, deductibleId, classCode }: Override) =>
  [planId, termId, deductibleId, classCode].filter((part) => part !== null).length
