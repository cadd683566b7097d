import type { FastifyReply } from 'fastify'
import { Problem } from './problems.ts'

/** Counts requests of each caller, or address, in windows of one second, in this process. */
export interface RateLimiter {
  /** Counts one request, says in headers what is left, and refuses the one too many. */
  count(key: string, reply: FastifyReply): void
  clear(): void
}

export function rateLimiter(perSecond: number): RateLimiter {
  const policy = `"default";q=${perSecond};w=1`
  let window = 0
  let counts = new Map<string, number>()
  return {
    count(key, reply) {
      const second = Math.floor(Date.now() / 1000)
      if (second !== window) {
        window = second
        counts = new Map()
      }
      const used = (counts.get(key) ?? 0) + 1
      counts.set(key, used)
      reply.header('RateLimit-Policy', policy)
      reply.header('RateLimit', `"default";r=${Math.max(0, perSecond - used)};t=1`)
      if (used > perSecond)
        throw new Problem('TooManyRequests', `More than ${perSecond} requests in a second.`, {
          headers: { 'Retry-After': '1' },
        })
    },
    clear() {
      counts = new Map()
    },
  }
}

/**
 * The doorway that all requests pass: it counts those inside, refuses more than the service can serve well, and
 * can be closed for a moment so that something happens while nobody is inside.
 */
export interface Doorway {
  enter(): void
  leave(): void
  inside(): number
  /** A promise to wait for while the door is closed; nothing when it is open. */
  closed(): Promise<void> | undefined
  /** Waits until only the one who asks is inside, does the work with the door closed, and opens it again. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export function doorway(atMost: number): Doorway {
  let inside = 0
  // Those inside who ask to be alone, or are: they wait for one another, not each for all others to leave.
  let asking = 0
  let waitingOutside: Promise<void> | undefined
  let emptied: (() => void) | undefined
  const tell = () => {
    if (inside <= asking) emptied?.()
  }
  return {
    enter() {
      if (inside >= atMost)
        throw new Problem('NotReady', 'The service has as much to do as it can; try again shortly.', {
          headers: { 'Retry-After': '1' },
        })
      inside += 1
    },
    leave() {
      inside -= 1
      tell()
    },
    inside: () => inside,
    closed: () => waitingOutside,
    async alone(work) {
      asking += 1
      tell()
      while (waitingOutside) await waitingOutside
      let open: () => void = () => undefined
      waitingOutside = new Promise((resolve) => {
        open = resolve
      })
      try {
        if (inside > asking)
          await new Promise<void>((resolve) => {
            emptied = resolve
          })
        return await work()
      } finally {
        asking -= 1
        emptied = undefined
        waitingOutside = undefined
        open()
      }
    },
  }
}
