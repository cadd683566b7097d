import { setTimeout as pause } from 'node:timers/promises'
import type { Doorway } from '../../http/limits.ts'

/** Enters like a request, so that a reset of the sandbox finds nobody inside. Waits while there is no room. */
export async function insideDoor<Result>(door: Doorway, work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    for (let closed = door.closed(); closed; closed = door.closed()) await closed
    try {
      door.enter()
      break
    } catch {
      await pause(100)
    }
  }
  try {
    return await work()
  } finally {
    door.leave()
  }
}
