import type { DetailDraft } from './draft.ts'

// Details that somebody else saved while they were edited here. Details that are left out are voided, so none of the
// others' may be lost by accident.

/** A detail that both changed, each otherwise. */
export interface DetailConflict {
  readonly key: string
  readonly before: DetailDraft
  readonly theirs: DetailDraft
  /** Undefined: it was removed here. */
  readonly yours: DetailDraft | undefined
}

export interface MergedDetails {
  /** What is edited, with what others changed meanwhile. Where both did, it is yours. */
  readonly details: readonly DetailDraft[]
  readonly conflicts: readonly DetailConflict[]
}

const isSame = (one: DetailDraft | undefined, other: DetailDraft | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Brings together the details as editing began, as they are saved now, and as they are edited. */
export function mergeDetails(
  base: readonly DetailDraft[],
  theirs: readonly DetailDraft[],
  yours: readonly DetailDraft[],
): MergedDetails {
  const before = new Map(base.map((detail) => [detail.key, detail]))
  const edited = new Map(yours.map((detail) => [detail.key, detail]))
  const details: DetailDraft[] = []
  const conflicts: DetailConflict[] = []
  for (const saved of theirs) {
    const { key } = saved
    const [was, mine] = [before.get(key), edited.get(key)]
    // Added by somebody else, or not touched here.
    if (!was || isSame(mine, was)) details.push(saved)
    else {
      if (mine) details.push(mine)
      if (!isSame(saved, was) && !isSame(saved, mine))
        conflicts.push({ key, before: was, theirs: saved, yours: mine })
    }
  }
  // What is new here comes last. A detail that somebody else voided is gone for good.
  return { details: [...details, ...yours.filter(({ id }) => id === undefined)], conflicts }
}

/** The details once it is chosen for each conflict whose version stays. */
export function settleDetails(
  { details, conflicts }: MergedDetails,
  kept: ReadonlySet<string>,
): readonly DetailDraft[] {
  const dropped = conflicts.filter(({ key }) => !kept.has(key))
  const theirs = new Map(dropped.map((conflict) => [conflict.key, conflict.theirs]))
  const stays = details.map((detail) => theirs.get(detail.key) ?? detail)
  const back = dropped.filter(({ yours }) => yours === undefined).map((conflict) => conflict.theirs)
  return [...stays, ...back]
}
