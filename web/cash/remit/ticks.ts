import { useState } from 'react'
import { useSession } from '../../api/session.ts'

export type Ticked = ReadonlySet<string | number>

/** What is ticked, by user and register, as long as the tab is open. */
const kept = new Map<string, Ticked>()

/** The ticks of a register. Whoever opens a contract and comes back finds them again. */
export function useTicks(holderId: number, direction: string): [Ticked, (ticked: Ticked) => void] {
  const register = [useSession().user.id, holderId, direction].join(' ')
  const [ticked, setTicked] = useState<Ticked>(kept.get(register) ?? new Set())
  const keep = (next: Ticked) => {
    kept.set(register, next)
    setTicked(next)
  }
  return [ticked, keep]
}
