import type { FastifyReply } from 'fastify'
import { Problem } from './problems.ts'

/** Counts the requests of each caller or address per second, in this process. */
export interface RateLimiter {
  /** Counts one request, sets the RateLimit headers, and refuses a request over the limit. */
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
        throw new Problem(
          'TooManyRequests',
          `The limit is ${perSecond} requests per second. Wait a moment and try again.`,
          {
            headers: { 'Retry-After': '1' },
          },
        )
    },
    clear() {
      counts = new Map()
    },
  }
}

/**
 * The doorway that all requests pass. It counts the requests inside, refuses more than the service can serve well,
 * and can be closed for a moment to do work while no other request is inside.
 */
export interface Doorway {
  enter(): void
  /** Enters with a file that is still arriving. Until it has arrived, it takes no place from others. */
  enterArriving(): void
  arrived(): void
  leave(): void
  /** Refuses a request while there is no place, without counting it. */
  refuseIfFull(): void
  inside(): number
  /** A promise to wait for while the door is closed; nothing while it is open. */
  closed(): Promise<void> | undefined
  /** Waits until only the requester is inside, does the work with the door closed, and opens it again. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export function doorway(atMost: number): Doorway {
  let inside = 0
  let arriving = 0
  // Requests inside that ask to be alone wait for each other, not for each other to leave.
  let asking = 0
  let waitingOutside: Promise<void> | undefined
  let emptied: (() => void) | undefined
  const tell = () => {
    if (inside <= asking) emptied?.()
  }
  function refuseIfFull() {
    if (inside - arriving >= atMost)
      throw new Problem('NotReady', 'The service is at capacity. Try again in a moment.', {
        headers: { 'Retry-After': '1' },
      })
  }
  return {
    refuseIfFull,
    enter() {
      refuseIfFull()
      inside += 1
    },
    enterArriving() {
      inside += 1
      arriving += 1
    },
    arrived() {
      arriving -= 1
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

/** Enters like a request: a reset of the sandbox waits until the work is done, and the work waits while a reset runs. */
export async function throughDoor(door: Doorway, work: () => Promise<unknown>): Promise<void> {
  for (let closed = door.closed(); closed; closed = door.closed()) await closed
  door.enter()
  try {
    await work()
  } finally {
    door.leave()
  }
}
