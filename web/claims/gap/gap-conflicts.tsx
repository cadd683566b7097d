import { ConflictDialog } from '../../actions/conflict-dialog.tsx'
import { useText, wordOf } from '../text.ts'
import type { FactConflict } from './rebase.ts'

interface GapConflictsProps {
  readonly conflicts: readonly FactConflict[]
  readonly onSettle: (kept: ReadonlySet<string>) => void
}

/** Somebody else saved facts that are edited here. For each one it is chosen whose value stays. */
export function GapConflicts({ conflicts, onSettle }: GapConflictsProps) {
  const t = useText()
  if (conflicts.length === 0) return null
  const label = (name: string) => wordOf(t, 'gap', name.split('.').at(-1) ?? name)
  return (
    <ConflictDialog
      open
      conflicts={conflicts.map(({ name, before, theirs, yours }) => ({
        ...{ name, label: label(name) },
        ...{ before: words(before), theirs: words(theirs), yours: words(yours) },
      }))}
      onClose={() => onSettle(new Set(conflicts.map(({ name }) => name)))}
      onSave={onSettle}
    />
  )
}

/** A fact as a text. Lists are their entries. */
function words(value: unknown): string {
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (typeof value === 'object' && value !== null) return Object.values(value).map(words).join(' ')
  return value === undefined || value === null ? '' : String(value)
}
