import cluster, { type Worker } from 'node:cluster'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { type Channel, openChannel } from './channel.ts'
import type { Location } from './db/connection.ts'
import type { PeerMessage } from './db/peers.ts'
import { projectRoot } from './db/project-root.ts'
import { closeLostConnections } from './lost-connections.ts'
import { type HubMessage, openHub } from './peer-hub.ts'
import { StartFailed, type StartFailure } from './start.ts'

/** What a process needs to begin. */
export interface Beginning {
  readonly location: Location
}

/** What the primary process tells a worker. */
export type ToWorker =
  | PeerMessage
  | { readonly kind: 'jobs' }
  | { readonly kind: 'disk'; readonly isFull: boolean }
  | { readonly kind: 'stop' }

/** What a worker tells the primary process, or asks it. */
export type FromWorker =
  | HubMessage
  /** Answered with a `Beginning` when the database is prepared. */
  | { readonly kind: 'begin' }
  /** From now on it hears what the others tell. */
  | { readonly kind: 'join' }
  | { readonly kind: 'listening'; readonly port: number }
  | { readonly kind: 'failed'; readonly failure: StartFailure }

/** The processes that serve requests on one port. One that ends is replaced. */
export interface Crew {
  /** Lets them begin. Gives the port when all of them listen, and fails if one cannot. */
  begin(beginning: Beginning): Promise<number>
  tell(message: ToWorker): void
  /** Lets running requests and jobs finish, and ends all processes. */
  stop(): Promise<void>
}

interface Settings {
  readonly processes: number
  readonly rateLimit: number
  readonly log: Logger
}

interface Member {
  readonly worker: Worker
  readonly channel: Channel<ToWorker>
  readonly since: number
  isListening: boolean
  failure?: StartFailure
}

const script = join(projectRoot, 'scripts', 'worker.mjs')
/** One that has worked for long is replaced at once; one that ends again and again, at longer intervals. */
const REPLACE_MILLISECONDS = { first: 100, longest: 5_000 }
const STEADY_MILLISECONDS = 10_000
/** Requests have ten seconds to finish, and jobs as long. */
const STOP_MILLISECONDS = 30_000

export function openCrew({ processes, rateLimit, log }: Settings): Crew {
  const hub = openHub({ rateLimit, processes })
  const members = new Set<Member>()
  const beginning = later<Beginning>()
  const started = later<number>()
  const ended = later<void>()
  // A start that is given up does not wait for it.
  started.promise.catch(() => undefined)
  let state: 'loading' | 'starting' | 'serving' | 'stopping' = 'loading'
  let pause = REPLACE_MILLISECONDS.first
  /** The one that runs jobs and schedules. */
  let running: Member | undefined

  function fork(): void {
    if (state === 'stopping') return
    const worker = cluster.fork()
    closeLostConnections(worker)
    const channel = openChannel<ToWorker, FromWorker>(
      {
        // One that ends hears nothing any more.
        send: (message) => worker.send(message, () => undefined),
        onMessage: (listener) => worker.on('message', listener),
      },
      (message) => handle(member, message),
    )
    const member: Member = { worker, channel, since: performance.now(), isListening: false }
    members.add(member)
    worker.once('exit', (code, signal) => onEnd(member, signal ?? `code ${code}`))
    worker.on('error', (error) => {
      if (worker.process.pid === undefined) onEnd(member, error.message)
    })
    log.info({ event: 'worker started', worker: worker.id, pid: worker.process.pid })
  }

  function handle(member: Member, message: FromWorker): unknown {
    switch (message.kind) {
      case 'begin':
        return beginning.promise
      case 'join':
        return hub.join(member.channel)
      case 'listening':
        return onListening(member, message.port)
      case 'failed':
        member.failure = message.failure
        return started.reject(new StartFailed(message.failure))
      default:
        return hub.answer(member.channel, message)
    }
  }

  function onListening(member: Member, port: number): void {
    member.isListening = true
    log.info({ event: 'worker listening', worker: member.worker.id })
    if (!running) giveJobs()
    if ([...members].filter(({ isListening }) => isListening).length < processes) return
    if (state === 'starting') state = 'serving'
    started.resolve(port)
  }

  function giveJobs(): void {
    running = [...members].find(({ isListening }) => isListening)
    if (!running) return
    log.info({ event: 'jobs run in worker', worker: running.worker.id })
    running.channel.tell({ kind: 'jobs' })
  }

  function onEnd(member: Member, how: string): void {
    if (!members.delete(member)) return
    member.channel.close()
    hub.leave(member.channel)
    if (state === 'stopping') {
      if (members.size === 0) ended.resolve()
      return
    }
    log.error({ event: 'worker ended', worker: member.worker.id, how, failure: member.failure?.text })
    if (state !== 'serving') {
      started.reject(new Error(`A process ended (${how}) before it was ready.`))
      return
    }
    if (running === member) giveJobs()
    const isSteady = performance.now() - member.since > STEADY_MILLISECONDS
    pause = isSteady ? REPLACE_MILLISECONDS.first : Math.min(2 * pause, REPLACE_MILLISECONDS.longest)
    setTimeout(fork, pause)
  }

  cluster.setupPrimary({ exec: script, args: [] })
  // They load their code while the database is prepared.
  for (let number = 0; number < processes; number += 1) fork()

  return {
    begin(given) {
      if (state === 'loading') state = 'starting'
      beginning.resolve(given)
      return started.promise
    },
    tell(message) {
      for (const { channel } of members) channel.tell(message)
    },
    async stop() {
      // One that has not begun has nothing to finish.
      const isIdle = state === 'loading'
      state = 'stopping'
      if (members.size === 0) return
      const kill = () => {
        for (const { worker } of members) worker.process.kill('SIGKILL')
      }
      if (isIdle) kill()
      for (const { channel } of members) channel.tell({ kind: 'stop' })
      const late = setTimeout(kill, STOP_MILLISECONDS)
      await ended.promise
      clearTimeout(late)
    },
  }
}

/** A promise that is settled from outside. */
function later<Value>() {
  let resolve: (value: Value) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const promise = new Promise<Value>((fulfill, refuse) => {
    resolve = fulfill
    reject = refuse
  })
  return { promise, resolve: (value: Value) => resolve(value), reject: (error: Error) => reject(error) }
}
