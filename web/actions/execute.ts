import { useCallback, useRef, useState } from 'react'
import {
  type Answer,
  type AnswerOf,
  ApiError,
  type CallOptions,
  ConnectionError,
  call,
  type Operation,
} from '../api/client.ts'
import { practice } from '../api/practice.ts'
import { refreshAll } from '../api/queries.ts'
import { stopAtWrongEntry } from '../ui/fields/wrong-entry.ts'

export interface Execution<O extends Operation> {
  /** Does it. Undefined: it was refused, see `error`, or a field on screen holds a text that is not a number. */
  run(options: CallOptions<O, false, never, never>): Promise<Answer<AnswerOf<O>> | undefined>
  readonly isRunning: boolean
  readonly error: unknown
  /** No answer came. Another try with the same key has no second effect. */
  readonly isSafeToRetry: boolean
  clear(): void
}

/**
 * Writes once. The key belongs to the body: the same body again has the same key, so a second press and a second try
 * after a lost answer change nothing twice; another body is another write. After it everything on screen is read again.
 */
export function useExecute<O extends Operation>(operation: O): Execution<O> {
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<unknown>()
  const last = useRef<{ readonly body: string; readonly key: string } | undefined>(undefined)
  const running = useRef(false)
  const run = useCallback(
    async (options: CallOptions<O, false, never, never>) => {
      if (running.current || stopAtWrongEntry()) return undefined
      running.current = true
      setRunning(true)
      setError(undefined)
      try {
        const body = JSON.stringify([options, practice.get()])
        if (last.current?.body !== body) last.current = { body, key: crypto.randomUUID() }
        const keyed = { ...options, idempotencyKey: last.current.key }
        const answer = await (call as unknown as AnyCall<O>)(operation, keyed)
        // What comes next is a new write, even if it looks the same.
        last.current = undefined
        await refreshAll()
        return answer
      } catch (caught) {
        // The service would repeat a refusal for the same key, even when what it refused has been mended since.
        if (isFinal(caught)) last.current = undefined
        setError(caught)
        return undefined
      } finally {
        running.current = false
        setRunning(false)
      }
    },
    [operation],
  )
  const clear = useCallback(() => setError(undefined), [])
  return { run, isRunning, error, isSafeToRetry: error instanceof ConnectionError, clear }
}

/** Somebody has changed the record since it was read. */
export const isStale = (error: unknown): boolean => error instanceof ApiError && error.status === 412

/** Refused for good, so nothing has happened: another try is another write. */
const isFinal = (error: unknown) =>
  error instanceof ApiError &&
  error.status < 500 &&
  error.status !== 429 &&
  error.code !== 'RequestInProgress'

type AnyCall<O extends Operation> = (operation: O, options: object) => Promise<Answer<AnswerOf<O>>>
