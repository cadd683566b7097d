import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { every } from '../db/background.ts'
import { countedAddress } from '../domain/ip-addresses.ts'
import { timedOutAnswer } from './failures.ts'
import type { Shell } from './shell.ts'

/**
 * Requests whose body has not arrived whole yet. They cost a connection and nothing else, and are bounded: when there are too
 * many, the oldest is ended. So whoever sends halves of requests only pushes out other halves, and a request that arrives at a
 * normal pace is always read, even from the same address.
 */
export interface Unfinished {
  /**
   * Watches a request until its body has arrived or its connection is closed. The addresses of an IPv6 network are one.
   * Without an address only the total is bounded.
   */
  watch(request: IncomingMessage, address: string | undefined): void
  /** Ends the bodies that arrive more slowly than the pace. */
  endSlow(now: number): void
  count(): number
}

interface Arriving {
  readonly request: IncomingMessage
  readonly address: string | undefined
  readonly since: number
  readonly readBefore: number
}

export interface UnfinishedLimits {
  readonly inAll: number
  readonly perAddress: number
  /** A body has this long before its pace counts. */
  readonly graceMilliseconds: number
  readonly bytesPerSecond: number
}

const UNFINISHED_LIMITS: UnfinishedLimits = {
  inAll: 1_024,
  perAddress: 128,
  graceMilliseconds: 10_000,
  bytesPerSecond: 1_024,
}

/** The part of these limits that one of several processes has. */
export const unfinishedLimits = (processes = 1): UnfinishedLimits => ({
  ...UNFINISHED_LIMITS,
  inAll: Math.floor(UNFINISHED_LIMITS.inAll / processes),
  perAddress: Math.floor(UNFINISHED_LIMITS.perAddress / processes),
})

export function openUnfinished(
  limits: UnfinishedLimits,
  end: (request: IncomingMessage) => void,
): Unfinished {
  // In the order of their arrival, so the first is the oldest.
  const all = new Map<IncomingMessage, Arriving>()
  const byAddress = new Map<string, Set<IncomingMessage>>()

  function forget(request: IncomingMessage): void {
    const arriving = all.get(request)
    if (!arriving) return
    all.delete(request)
    if (arriving.address === undefined) return
    const same = byAddress.get(arriving.address)
    same?.delete(request)
    if (same?.size === 0) byAddress.delete(arriving.address)
  }

  function endOldest(among: Iterable<IncomingMessage>): void {
    for (const oldest of among) {
      forget(oldest)
      end(oldest)
      return
    }
  }

  return {
    watch(request, from) {
      const address = from === undefined ? undefined : countedAddress(from)
      all.set(request, { request, address, since: Date.now(), readBefore: request.socket.bytesRead })
      request.once('end', () => forget(request))
      request.once('close', () => forget(request))
      if (address !== undefined) {
        const same = byAddress.get(address) ?? new Set()
        byAddress.set(address, same)
        same.add(request)
        if (same.size > limits.perAddress) endOldest(same)
      }
      if (all.size > limits.inAll) endOldest(all.keys())
    },
    endSlow(now) {
      for (const { request, since, readBefore } of all.values()) {
        const counted = now - since - limits.graceMilliseconds
        // They are in the order of their arrival: the others are younger.
        if (counted <= 0) return
        if ((request.socket.bytesRead - readBefore) * 1_000 >= counted * limits.bytesPerSecond) continue
        forget(request)
        end(request)
      }
    },
    count: () => all.size,
  }
}

/** Whether a body was announced and is not here yet. Most bodies come with their headers and are read at once. */
const isArriving = (request: IncomingMessage) =>
  !request.complete &&
  (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0)

/** Bounds the unfinished requests of a server. */
export function boundUnfinished(server: FastifyInstance, shell: Shell, limits: UnfinishedLimits): Unfinished {
  const replies = new WeakMap<IncomingMessage, FastifyReply>()
  const unfinished = openUnfinished(limits, (request) => {
    const { socket } = request
    // A request that was refused before its body arrived has its answer.
    if (socket.writable && !replies.get(request)?.raw.headersSent) socket.end(timedOutAnswer(shell))
    setTimeout(() => socket.destroy(), 1_000).unref()
  })
  server.addHook('onRequest', (request, reply, done) => {
    if (isArriving(request.raw)) {
      replies.set(request.raw, reply)
      // Behind a proxy the client counts. A proxy that names no client is not one client, so only the total bounds it.
      const { address, isProxy } = request.client
      unfinished.watch(request.raw, isProxy ? undefined : address)
    }
    done()
  })
  const stop = every(
    1_000,
    async () => unfinished.endSlow(Date.now()),
    () => undefined,
  )
  server.addHook('onClose', async () => stop())
  return unfinished
}
