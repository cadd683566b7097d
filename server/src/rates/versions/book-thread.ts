import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Worker } from 'node:worker_threads'
import { projectRoot } from '../../db/project-root.ts'
import type { FileFault, NamedAccount } from '../../domain/rate-book/book.ts'
import { Problem } from '../../http/problems.ts'
import type { ComparedBooks } from './compared-books.ts'
import type { BookCountsModel } from './models.ts'

// Reading a book of a hundred thousand rates, and comparing two of them, takes seconds. A thread does it, so that requests go on.

/** A book as it was read from files, before it has ids. */
export interface SentBook {
  readonly name: string
  readonly counts: BookCountsModel
  readonly accounts: readonly NamedAccount[]
  /** As `pieces.ts` writes it. */
  readonly text: Uint8Array
}
export type ReadFiles = SentBook | { readonly faults: readonly FileFault[] }

/** A stored version, or the text of a book that was sent. */
export type BookSource = { readonly content: Uint8Array } | { readonly text: Uint8Array }

export type BookTask =
  | { readonly kind: 'read'; readonly files: ReadonlyMap<string, string> }
  | { readonly kind: 'compare'; readonly before: BookSource | null; readonly after: BookSource }
export type BookAnswer = ReadFiles | ComparedBooks | { readonly failed: string }

export interface BookThread {
  read(files: ReadonlyMap<string, string>): Promise<ReadFiles>
  /** What one book changes in another. Without one before, only what there is in it. */
  compare(before: BookSource | null, after: BookSource): Promise<ComparedBooks>
  /** Ends the thread. Work in progress is refused. */
  close(): void
}

interface Settings {
  readonly idleMilliseconds: number
  readonly millisecondsAtMost: number
  readonly waitingAtMost: number
  readonly script: URL
}

// Threads run JavaScript: the bundled file, wherever this file runs.
const script = pathToFileURL(join(projectRoot, 'dist', 'bundle', 'books.js'))
const usual: Settings = { idleMilliseconds: 30_000, millisecondsAtMost: 120_000, waitingAtMost: 8, script }

interface Waiting {
  resolve(answer: BookAnswer): void
  reject(error: Error): void
}

/** A thread that starts with the first book, and ends when no more come. It does one task at a time, in their order. */
export function openBookThread(settings: Partial<Settings> = {}): BookThread {
  const { idleMilliseconds, millisecondsAtMost, waitingAtMost, script: file } = { ...usual, ...settings }
  let thread: { readonly worker: Worker; readonly waiting: Waiting[] } | undefined
  let timer: NodeJS.Timeout | undefined

  function start() {
    // No environment variables: the thread reads files from outside, and must not see our secrets.
    const worker = new Worker(file, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 2_048 },
    })
    const mine = { worker, waiting: [] as Waiting[] }
    worker.on('message', (answer: BookAnswer) => {
      mine.waiting.shift()?.resolve(answer)
      endAfter(mine.waiting.length === 0 ? idleMilliseconds : millisecondsAtMost, mine)
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
    for (const { reject } of mine.waiting) reject(notDone())
    mine.waiting.length = 0
    void mine.worker.terminate()
  }

  function endAfter(milliseconds: number, mine: NonNullable<typeof thread>): void {
    clearTimeout(timer)
    timer = setTimeout(() => end(mine), milliseconds)
    // Neither an idle thread nor its timer keeps the process running.
    timer.unref()
    if (mine.waiting.length === 0) mine.worker.unref()
    else mine.worker.ref()
  }

  async function ask(task: BookTask): Promise<Exclude<BookAnswer, { failed: string }>> {
    if ((thread?.waiting.length ?? 0) >= waitingAtMost) throw notDone()
    const answer = await new Promise<BookAnswer>((resolve, reject) => {
      thread ??= start()
      thread.waiting.push({ resolve, reject })
      endAfter(millisecondsAtMost, thread)
      thread.worker.postMessage(task)
    })
    if ('failed' in answer) throw new Error(answer.failed)
    return answer
  }

  return {
    // The thread answers a task with what its kind asks for.
    read: async (files) => (await ask({ kind: 'read', files })) as ReadFiles,
    compare: async (before, after) => (await ask({ kind: 'compare', before, after })) as ComparedBooks,
    close: () => end(thread),
  }
}

const notDone = () =>
  new Problem('NotReady', 'The rate book could not be read. Try again in a moment.', {
    headers: { 'Retry-After': '5' },
  })
