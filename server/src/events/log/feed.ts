import type { Logger } from 'pino'
import { poolOf } from '../../db/database.ts'
import type { Databases, Tenant } from '../../db/tenants.ts'
import { onEventsCommitted } from '../../db/unit-of-work.ts'
import { type Doorway, throughDoor } from '../../http/limits.ts'
import { BEGINNING, type Place } from './cursor.ts'
import { numberEvents } from './number-events.ts'

/** Tells followers when the log of their administrator has grown. */
export interface Feed {
  /** Calls the follower when there may be something new. Call the result to leave. */
  follow(tenant: Tenant, follower: () => void): () => void
  /** The newest event of an administrator that somebody follows. */
  head(tenant: Tenant): Place
}

interface FeedServices {
  readonly databases: Databases
  readonly door: Doorway
  readonly log: Logger
}

/** Commits of this service wake the feed at once. What other services write is found by looking every second. */
const LOOK_MILLISECONDS = 1_000

interface Followed {
  readonly tenant: Tenant
  readonly followers: Set<() => void>
  head: Place
  /** Looking now; `again` when something was committed meanwhile. */
  looking: boolean
  again: boolean
  timer: NodeJS.Timeout
}

/** One look for all followers of an administrator, and none while there are none. */
export function openFeed({ databases, door, log }: FeedServices): Feed {
  const followed = new Map<number, Followed>()
  let stopListening: (() => void) | undefined

  async function look(one: Followed): Promise<void> {
    if (one.looking) {
      one.again = true
      return
    }
    one.looking = true
    try {
      do {
        one.again = false
        await throughDoor(door, async () => {
          const db = databases.of(one.tenant)
          const head = await numberEvents(db)
          if (head.id === one.head.id) return
          one.head = head
          for (const follower of one.followers) follower()
        })
      } while (one.again)
    } catch (error) {
      // The service is busy or the database is away. The next look finds what this one did not.
      log.warn({ event: 'event feed', error: error instanceof Error ? error.message : String(error) })
    } finally {
      one.looking = false
    }
  }

  function begin(tenant: Tenant): Followed {
    const one: Followed = {
      ...{ tenant, followers: new Set(), head: BEGINNING, looking: false, again: false },
      timer: setInterval(() => void look(one), LOOK_MILLISECONDS).unref(),
    }
    followed.set(tenant.id, one)
    stopListening ??= onEventsCommitted((pool) => {
      for (const each of followed.values())
        if (poolOf(databases.of(each.tenant)) === pool) setImmediate(() => void look(each))
    })
    return one
  }

  function end(one: Followed): void {
    clearInterval(one.timer)
    followed.delete(one.tenant.id)
    if (followed.size > 0) return
    stopListening?.()
    stopListening = undefined
  }

  return {
    follow(tenant, follower) {
      const one = followed.get(tenant.id) ?? begin(tenant)
      one.followers.add(follower)
      void look(one)
      return () => {
        one.followers.delete(follower)
        if (one.followers.size === 0 && followed.get(tenant.id) === one) end(one)
      }
    },
    head: (tenant) => followed.get(tenant.id)?.head ?? BEGINNING,
  }
}
