import { Worker } from 'node:worker_threads'
import type { Check } from '../domain/cash/check.ts'
import type { ContractForm } from '../domain/contract-form/form.ts'
import type { Letter } from '../domain/letter.ts'
import type { FilledForm, FormRefused } from './fill.ts'

// A few threads that share one queue. A thread is started when there is work for it, and replaced after it fails.

export type FormTask =
  | { readonly kind: 'draw'; readonly form: ContractForm }
  | { readonly kind: 'letter'; readonly letter: Letter }
  | { readonly kind: 'check'; readonly check: Check }
  | { readonly kind: 'fill'; readonly form: ContractForm; readonly pdf: Uint8Array }

export type FormAnswer = FilledForm | FormRefused | { readonly failed: string }

/** `Busy`: too many are waiting. `TooSlow` and `Crashed`: this one was given up. `Closed`: the service is stopping. */
type FormTrouble = 'Busy' | 'TooSlow' | 'Crashed' | 'Closed'

export class FormFailed extends Error {
  readonly trouble: FormTrouble
  constructor(trouble: FormTrouble, message: string) {
    super(message)
    this.trouble = trouble
  }
}

export interface ThreadSettings {
  readonly threads: number
  readonly waitingAtMost: number
  readonly millisecondsAtMost: number
  /** The script a thread runs; tests use their own. */
  readonly script: URL
}

interface Job {
  readonly task: FormTask
  resolve(answer: FormAnswer): void
  reject(failure: FormFailed): void
}

interface Thread {
  readonly worker: Worker
  job: Job | undefined
  timer: NodeJS.Timeout | undefined
}

export interface FormThreads {
  run(task: FormTask): Promise<FormAnswer>
  close(): Promise<void>
}

export function openFormThreads(settings: ThreadSettings): FormThreads {
  const threads = new Set<Thread>()
  const waiting: Job[] = []
  let isClosed = false

  function start(): Thread {
    // No environment variables: a thread that reads files from outside must not see our secrets.
    const worker = new Worker(settings.script, {
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: 512 },
      stderr: true,
    })
    // Warnings of the library about a damaged file do not belong in our log.
    worker.stderr.resume()
    const thread: Thread = { worker, job: undefined, timer: undefined }
    threads.add(thread)
    worker.on('message', (answer: FormAnswer) => {
      release(thread)?.resolve(answer)
      next()
    })
    worker.on('error', (error) => giveUp(thread, new FormFailed('Crashed', error.message)))
    worker.on('exit', () => giveUp(thread, new FormFailed('Crashed', 'The thread ended.')))
    return thread
  }

  /** Takes the job away from a thread. */
  function release(thread: Thread): Job | undefined {
    const { job } = thread
    clearTimeout(thread.timer)
    thread.job = undefined
    // An idle thread must not keep the process running.
    thread.worker.unref()
    return job
  }

  function giveUp(thread: Thread, failure: FormFailed): void {
    threads.delete(thread)
    release(thread)?.reject(failure)
    void thread.worker.terminate()
    next()
  }

  function next(): void {
    if (isClosed) return
    const job = waiting[0]
    if (!job) return
    const idle = [...threads].find((thread) => !thread.job)
    if (!idle && threads.size >= settings.threads) return
    waiting.shift()
    const thread = idle ?? start()
    thread.job = job
    thread.worker.ref()
    thread.timer = setTimeout(
      () =>
        giveUp(
          thread,
          new FormFailed('TooSlow', `The form took more than ${settings.millisecondsAtMost} ms.`),
        ),
      settings.millisecondsAtMost,
    )
    thread.worker.postMessage(job.task)
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) reject(new FormFailed('Closed', 'The service is stopping.'))
        else if (waiting.length >= settings.waitingAtMost)
          reject(new FormFailed('Busy', 'Too many forms are waiting to be printed.'))
        else {
          waiting.push({ task, resolve, reject })
          next()
        }
      }),
    async close() {
      isClosed = true
      const closed = new FormFailed('Closed', 'The service is stopping.')
      for (const job of waiting.splice(0)) job.reject(closed)
      const running = [...threads]
      threads.clear()
      for (const thread of running) release(thread)?.reject(closed)
      await Promise.all(running.map(({ worker }) => worker.terminate()))
    },
  }
}
