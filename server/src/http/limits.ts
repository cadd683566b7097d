import type { FastifyReply } from 'fastify'
import type { Allowance, Peers } from '../db/peers.ts'
import { Problem } from './problems.ts'

/** Counts the requests of each caller or address per second, for all processes of the service together. */
export interface RateLimiter {
  /**
   * Counts one request, sets the RateLimit headers, and refuses a request over the limit. A promise only if the other
   * processes have to be asked.
   */
  count(key: string, reply: FastifyReply): Promise<void> | undefined
  clear(): void
}

const currentSecond = () => Math.floor(Date.now() / 1000)

export function rateLimiter(perSecond: number): RateLimiter {
  const admit = admitting(perSecond)
  let window = 0
  let counts = new Map<string, number>()
  return {
    count(key, reply) {
      const second = currentSecond()
      if (second !== window) {
        window = second
        counts = new Map()
      }
      const used = (counts.get(key) ?? 0) + 1
      counts.set(key, used)
      admit(reply, perSecond - used)
      return undefined
    },
    clear() {
      counts = new Map()
    },
  }
}

/** Sets the headers, and refuses a request if there is less than nothing left. */
function admitting(perSecond: number) {
  const policy = `"default";q=${perSecond};w=1`
  return (reply: FastifyReply, left: number) => {
    reply.header('RateLimit-Policy', policy)
    reply.header('RateLimit', `"default";r=${Math.max(0, left)};t=1`)
    if (left < 0)
      throw new Problem(
        'TooManyRequests',
        `The limit is ${perSecond} requests per second. Wait a moment and try again.`,
        {
          headers: { 'Retry-After': '1' },
        },
      )
  }
}

/**
 * Gives processes parts of what each caller may send in a second. All parts of a second together are never more than the
 * limit, and they are small towards its end, so that little of it is unused when a caller is refused.
 */
export function rateAllowances(perSecond: number, processes: number) {
  let second = 0
  let given = new Map<string, number>()
  return (key: string, wanted: number): Allowance => {
    const now = currentSecond()
    if (now !== second) {
      second = now
      given = new Map()
    }
    const before = given.get(key) ?? 0
    const left = perSecond - before
    const granted = Math.min(left, wanted, Math.max(1, Math.floor(left / (2 * processes))))
    given.set(key, before + granted)
    return { second, granted, left: left - granted }
  }
}

/** What a process asks for first. Afterwards it asks for as much as it has used, so it never keeps much that it does not use. */
const FIRST_PART = 4

interface Share {
  readonly second: number
  granted: number
  used: number
  /** What was left for all processes when this one last asked. */
  left: number
  asking: Promise<void> | undefined
}

/** The limiter of one of several processes: it counts by itself what it is allowed to, and then asks for more. */
export function sharedRateLimiter(perSecond: number, allow: Peers['allow']): RateLimiter {
  const admit = admitting(perSecond)
  let window = 0
  let shares = new Map<string, Share>()

  function shareOf(key: string): Share {
    const second = currentSecond()
    if (second !== window) {
      window = second
      shares = new Map()
    }
    const known = shares.get(key)
    if (known) return known
    const fresh: Share = { second, granted: 0, used: 0, left: perSecond, asking: undefined }
    shares.set(key, fresh)
    return fresh
  }

  /** Whether the request is decided: counted, or refused because nothing is left. */
  function isDecided(share: Share, reply: FastifyReply): boolean {
    if (share.used < share.granted) {
      share.used += 1
      admit(reply, share.left + share.granted - share.used)
      return true
    }
    if (share.left === 0) admit(reply, -1)
    return false
  }

  async function askFor(key: string, asked: Share): Promise<void> {
    try {
      const { second, granted, left } = await allow(key, Math.max(FIRST_PART, asked.granted))
      const share = shareOf(key)
      // What was granted for a second that is over is not used.
      if (share.second !== second) return
      share.granted += granted
      share.left = left
    } finally {
      asked.asking = undefined
    }
  }

  async function countLater(key: string, reply: FastifyReply): Promise<void> {
    for (let share = shareOf(key); !isDecided(share, reply); share = shareOf(key)) {
      share.asking ??= askFor(key, share)
      await share.asking
    }
  }

  return {
    count: (key, reply) => (isDecided(shareOf(key), reply) ? undefined : countLater(key, reply)),
    clear() {
      shares = new Map()
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
  /** Waits until only the requester is inside, in all processes, does the work with the doors closed, and opens them again. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** The same for someone who is not inside, and for this door only. */
  whileClosed<Result>(work: () => Promise<Result>): Promise<Result>
}

/** `otherDoors` does work while the doors of the other processes are closed. */
export function doorway(atMost: number, otherDoors: Peers['alone'] = (work) => work()): Doorway {
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
  async function whileClosed<Result>(
    work: () => Promise<Result>,
    onEnd: () => void = () => undefined,
  ): Promise<Result> {
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
      onEnd()
      emptied = undefined
      waitingOutside = undefined
      open()
    }
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
      let isAsking = true
      const stopAsking = () => {
        if (isAsking) asking -= 1
        isAsking = false
      }
      try {
        return await otherDoors(() => whileClosed(work, stopAsking))
      } finally {
        stopAsking()
      }
    },
    whileClosed: (work) => whileClosed(work),
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
