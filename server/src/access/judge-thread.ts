import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../db/project-root.ts'
import { Problem } from '../http/problems.ts'

export interface JudgeTask {
  readonly id: number
  readonly password: string
  readonly words: readonly string[]
}
export interface JudgeAnswer {
  readonly id: number
  readonly weakness: string | undefined
}

/** What makes a password easy to guess, as `judge.ts` says it; nothing if it is hard to guess. */
export type Judge = (password: string, words: readonly string[]) => Promise<string | undefined>

interface Settings {
  readonly idleMilliseconds: number
  readonly millisecondsAtMost: number
  readonly script: URL
}

// Threads run JavaScript: the bundled file, wherever this file runs.
const script = pathToFileURL(join(projectRoot, 'dist', 'bundle', 'judge.js'))

const usual: Settings = { idleMilliseconds: 10_000, millisecondsAtMost: 15_000, script }

interface Waiting {
  resolve(weakness: string | undefined): void
  reject(error: Error): void
}

/**
 * A judge in a thread that starts with the first password, and ends when no more come: its dictionaries would take more memory
 * than all else that signing in needs. Requests are not held up meanwhile.
 */
export function openJudge(settings: Partial<Settings> = {}): Judge {
  const { idleMilliseconds, millisecondsAtMost, script: file } = { ...usual, ...settings }
  let thread: { readonly worker: Worker; readonly waiting: Map<number, Waiting> } | undefined
  let timer: NodeJS.Timeout | undefined
  let lastId = 0

  function start() {
    const worker = new Worker(file, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    })
    const waiting = new Map<number, Waiting>()
    const mine = { worker, waiting }
    worker.on('message', ({ id, weakness }: JudgeAnswer) => {
      waiting.get(id)?.resolve(weakness)
      waiting.delete(id)
      if (waiting.size === 0) endAfter(idleMilliseconds, mine)
    })
    worker.on('error', () => end(mine))
    worker.on('exit', () => end(mine))
    return mine
  }

  function end(mine: typeof thread): void {
    if (!mine) return
    if (thread === mine) {
      thread = undefined
      clearTimeout(timer)
    }
    for (const { reject } of mine.waiting.values()) reject(notJudged())
    mine.waiting.clear()
    void mine.worker.terminate()
  }

  function endAfter(milliseconds: number, mine: typeof thread): void {
    clearTimeout(timer)
    timer = setTimeout(() => end(mine), milliseconds)
    // Neither an idle thread nor its timer keeps the process running.
    timer.unref()
    if (mine?.waiting.size === 0) mine.worker.unref()
    else mine?.worker.ref()
  }

  return (password, words) =>
    new Promise((resolve, reject) => {
      thread ??= start()
      lastId += 1
      thread.waiting.set(lastId, { resolve, reject })
      endAfter(millisecondsAtMost, thread)
      thread.worker.postMessage({ id: lastId, password, words } satisfies JudgeTask)
    })
}

const notJudged = () =>
  new Problem('NotReady', 'The password could not be judged. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  })
