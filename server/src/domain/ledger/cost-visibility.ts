import { MARKUP } from './rows.ts'

// What a caller sees of dealer cost. Staff see each line of it. A dealer, an agent or a lien holder sees the cost as one
// sum: the lines would show what the administrator pays to whom.

/** The code of the one line that stands for all lines of dealer cost. */
export const DEALER_COST = 'DEALERCOST'

/** `EveryLine` for staff. Everyone else sees one sum, and by themselves only lines that are paid to their own accounts. */
export type CostVisibility = 'EveryLine' | { readonly ownAccountIds: readonly number[] }

/** The facts that decide whether a line is shown on its own. */
export interface CostLineOwner {
  readonly code: string
  readonly accountHolderId?: number | null
}

/** Codes of lines that are not part of dealer cost. */
const OUTSIDE_COST: readonly string[] = [MARKUP]

/** Whether the caller sees this line on its own. */
export const seesLine = (
  visibility: CostVisibility,
  { code, accountHolderId }: CostLineOwner,
  outsideCost = OUTSIDE_COST,
): boolean =>
  visibility === 'EveryLine' ||
  outsideCost.includes(code) ||
  (typeof accountHolderId === 'number' && visibility.ownAccountIds.includes(accountHolderId))

export interface VisibleLines<Line> {
  /** The lines of dealer cost, which are answered as one sum. Null when the caller sees every line. */
  readonly merged: readonly Line[] | null
  /** The lines that are answered one by one: those outside the cost first, then the caller's own. */
  readonly shown: readonly Line[]
}

/** Divides lines into those that this caller sees one by one and those that it sees as one sum. */
export function visibleLines<Line>(
  visibility: CostVisibility,
  lines: readonly Line[],
  {
    line: read,
    isCost,
    outsideCost = OUTSIDE_COST,
  }: {
    readonly line: (line: Line) => CostLineOwner
    readonly isCost: (line: Line) => boolean
    readonly outsideCost?: readonly string[]
  },
): VisibleLines<Line> {
  if (visibility === 'EveryLine') return { merged: null, shown: lines }
  const isOutside = (line: Line) => outsideCost.includes(read(line).code)
  const isOwn = (line: Line) => !isOutside(line) && seesLine(visibility, read(line), outsideCost)
  return {
    merged: lines.filter(isCost),
    shown: [...lines.filter(isOutside), ...lines.filter(isOwn)],
  }
}
