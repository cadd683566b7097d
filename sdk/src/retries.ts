import { ApiError, ConnectionError } from './errors.ts'

// When a call is sent again, and after how long.

export interface RetryRules {
  /** How often a call is sent at most. */
  readonly attempts: number
  /** If the service asks to wait longer, the caller gets the error instead. */
  readonly longestWaitSeconds: number
}

export const defaultRules: RetryRules = { attempts: 3, longestWaitSeconds: 30 }

/** The milliseconds to wait before the next attempt. Nothing: the error goes to the caller. */
export function retryDelay(
  error: unknown,
  attempt: number,
  { attempts, longestWaitSeconds }: RetryRules,
  random: () => number,
): number | undefined {
  if (attempt >= attempts || !isPassing(error)) return undefined
  const asked = error instanceof ApiError ? error.retryAfter : undefined
  if (asked !== undefined) return asked > longestWaitSeconds ? undefined : asked * 1_000
  // Half a second, then two seconds and so on, each up to half as long again, so that clients do not return in step.
  return 500 * 4 ** (attempt - 1) * (1 + random() / 2)
}

/** Whether the same request may do better later. `RequestInProgress`: the first attempt of this key is still running. */
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError) return true
  if (!(error instanceof ApiError)) return false
  return [429, 502, 503, 504].includes(error.status) || error.code === 'RequestInProgress'
}

/** The seconds of a Retry-After header, which has seconds or a date. */
export function retryAfterSeconds(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : Math.ceil((Date.parse(header) - now) / 1_000)
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}

/** Waits, or ends at once when the signal aborts. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    function stop() {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', stop, { once: true })
  })
}
