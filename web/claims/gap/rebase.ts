import type { GapDraft } from './gap-draft.ts'

// Facts that somebody else saved while they were edited here.

/** A fact that both changed, each otherwise. */
export interface FactConflict {
  /** Such as `payoff.lenderPayoff`. */
  readonly name: string
  readonly before: unknown
  readonly theirs: unknown
  readonly yours: unknown
}

export interface RebasedGap {
  /** What is edited, with what others changed meanwhile. Where both did, it is yours. */
  readonly draft: GapDraft
  readonly conflicts: readonly FactConflict[]
}

type Facts = Readonly<Record<string, unknown>>

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)
const isGroup = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Brings together the facts as editing began, as they are saved now, and as they are edited. */
export function rebaseGap(base: GapDraft, theirs: GapDraft, yours: GapDraft): RebasedGap {
  const conflicts: FactConflict[] = []
  const merge = (before: Facts, saved: Facts, edited: Facts, above: string): Facts =>
    Object.fromEntries(
      Object.keys(edited).map((key) => {
        const [was, other, own] = [before[key], saved[key], edited[key]]
        const name = `${above}${key}`
        if (isGroup(own) && isGroup(was) && isGroup(other)) return [key, merge(was, other, own, `${name}.`)]
        if (isSame(own, was)) return [key, other]
        if (!isSame(other, was) && !isSame(other, own))
          conflicts.push({ name, before: was, theirs: other, yours: own })
        return [key, own]
      }),
    )
  const draft = merge({ ...base }, { ...theirs }, { ...yours }, '') as unknown as GapDraft
  return { draft, conflicts }
}

/** The facts once it is chosen for each conflict whose value stays. */
export function settleGap({ draft, conflicts }: RebasedGap, kept: ReadonlySet<string>): GapDraft {
  const theirs = new Map(conflicts.filter(({ name }) => !kept.has(name)).map((one) => [one.name, one.theirs]))
  const replace = (facts: Facts, above: string): Facts =>
    Object.fromEntries(
      Object.entries(facts).map(([key, value]) => {
        const name = `${above}${key}`
        if (theirs.has(name)) return [key, theirs.get(name)]
        return [key, isGroup(value) ? replace(value, `${name}.`) : value]
      }),
    )
  return replace({ ...draft }, '') as unknown as GapDraft
}
