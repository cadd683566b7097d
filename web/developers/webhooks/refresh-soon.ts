import { refreshAll } from '../../api/queries.ts'

const LATER = [1_000, 3_000] as const

/** A delivery takes a moment, and its attempt is shown when it has been made. */
export function refreshSoon(): void {
  for (const wait of LATER) setTimeout(() => void refreshAll(), wait)
}
