import type { Caller } from '../../http/caller.ts'
import type { DisabledReason } from './disable.ts'
import type { Lane } from './lane.ts'
import type { ActiveWebhook, Item } from './store.ts'

/** What is known of an active webhook while it is worked on. */
export interface Target {
  webhook: ActiveWebhook
  maker: Caller
  keys: readonly Buffer[]
  readonly first: Lane<Item>
  readonly retries: Lane<Item>
  /** Deliveries that are waiting or active here, or whose result is not saved. */
  readonly taken: Set<number>
  /** The last delivery that was read because someone else made it; undefined when all of those have been read. */
  left: number | undefined
  /** There are more first attempts than were read. */
  hasMore: boolean
  failingSince: Date | null
  savedFailingSince: Date | null
  disabled?: DisabledReason
}

export const isIdle = ({ first, retries }: Target): boolean =>
  first.active() + first.waiting() + retries.active() + retries.waiting() === 0

/** Nothing more is begun. What has begun goes on. */
export function clearLanes({ first, retries }: Target): void {
  first.clear()
  retries.clear()
}
