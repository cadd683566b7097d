import type { ClaimStep, Issue } from '../../../sdk/src/types.gen.ts'
import type { Complaints } from './complaints.ts'
import type { AnsweredLine, DetailDraft, LineDraft } from './draft.ts'

// What the grid and its parts are given.

/** What the caller may change in the grid. */
export interface GridRights {
  /** What the shop asks for. */
  readonly asked: boolean
  /** The guide, what is approved, and cuts: the adjuster's side. */
  readonly approved: boolean
}

/** What the service computed: for what is saved, or for what is being typed. */
export interface Figures {
  readonly details: readonly Issue[]
  readonly steps: readonly ClaimStep[]
}

export interface LinesGridProps {
  readonly details: readonly DetailDraft[]
  readonly figures: Figures | undefined
  readonly rights: GridRights
  readonly complaints: Complaints
  /** The names of components that the contract knows, by code. */
  readonly components: ReadonlyMap<string, { readonly name: string; readonly isCovered: boolean }>
  readonly onChange: (details: readonly DetailDraft[]) => void
  readonly onEditDetail?: ((key: string) => void) | undefined
  /** The ids of the details that the next decision is for. Without it, details are not chosen. */
  readonly ticked?: ReadonlySet<number> | undefined
  readonly onTick?: ((ticked: ReadonlySet<number>) => void) | undefined
  /** The figures belong to what was typed before; the next ones are on their way. */
  readonly isOld?: boolean | undefined
}

export interface LineRowProps {
  readonly detail: DetailDraft
  readonly detailNumber: number
  readonly line: LineDraft
  readonly issue: Issue | undefined
  readonly steps: readonly ClaimStep[]
  readonly components: LinesGridProps['components']
  readonly rights: GridRights
  readonly onChange: (changes: Partial<LineDraft>) => void
  readonly onRemove: () => void
}

export interface CellProps extends LineRowProps {
  /** How screen readers name the line: `Labor 1 of detail 1`. */
  readonly name: string
  readonly answered: AnsweredLine | undefined
}
