/**
 * Works on items with a limit to how many at once. Items of one subject are worked on in the order in which they were added,
 * each after the one before it has ended, however that ended. Other subjects do not wait for it.
 */
export interface Lane<Item> {
  add(items: readonly Item[]): void
  /** Items that have not begun. */
  waiting(): number
  /** Items that have begun and not ended. */
  active(): number
  /** Forgets what has not begun. */
  clear(): void
}

export interface LaneSettings<Item> {
  readonly atOnce: number
  subject(item: Item): string
  /** Must not fail. */
  work(item: Item): Promise<void>
  /** Called each time an item has ended. */
  onEnd(): void
}

export function openLane<Item>({ atOnce, subject, work, onEnd }: LaneSettings<Item>): Lane<Item> {
  const queues = new Map<string, Queue<Item>>()
  // Subjects with something waiting and nothing active, the longest waiting first.
  let ready: string[] = []
  let next = 0
  let waiting = 0
  let active = 0

  function add(items: readonly Item[]): void {
    for (const item of items) {
      const name = subject(item)
      const queue = queues.get(name)
      if (queue) queue.items.push(item)
      else {
        queues.set(name, { items: [item], isActive: false })
        ready.push(name)
      }
    }
    waiting += items.length
    begin()
  }

  function begin(): void {
    while (active < atOnce && next < ready.length) {
      const name = ready[next] ?? ''
      next += 1
      const queue = queues.get(name)
      const item = queue?.items.shift()
      if (!queue || item === undefined) continue
      waiting -= 1
      active += 1
      queue.isActive = true
      void work(item).finally(() => ended(name, queue))
    }
    if (next > 1_000) {
      ready = ready.slice(next)
      next = 0
    }
  }

  function ended(name: string, queue: Queue<Item>): void {
    active -= 1
    queue.isActive = false
    if (queue.items.length > 0) ready.push(name)
    // After a clear, another queue may have its name.
    else if (queues.get(name) === queue) queues.delete(name)
    begin()
    onEnd()
  }

  return {
    add,
    waiting: () => waiting,
    active: () => active,
    clear() {
      for (const [name, queue] of queues) {
        queue.items.length = 0
        // An active subject stays, so that the next item of it still waits for its end.
        if (!queue.isActive) queues.delete(name)
      }
      ready = []
      next = 0
      waiting = 0
    },
  }
}

interface Queue<Item> {
  readonly items: Item[]
  isActive: boolean
}
