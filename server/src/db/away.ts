import { codeOf } from './database.ts'

/** The database cannot be reached, restarts, or has no room for another connection. The same may work a moment later. */
export function isAway(error: unknown): boolean {
  const code = codeOf(error)
  if (code.startsWith('08') || code.startsWith('53') || code.startsWith('57P')) return true
  if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) return true
  // Of a socket; files have these, too.
  if (code === 'ENOENT' || code === 'EAGAIN') return (error as { syscall?: unknown }).syscall === 'connect'
  return /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(messageOf(error))
}

/** A disk is full, or the quota of its user is used up: the disk of the database, or the one of the files. */
export function isFull(error: unknown): boolean {
  const code = codeOf(error)
  return code === '53100' || code === 'ENOSPC' || code === 'EDQUOT' || tellsOfFullDisk(messageOf(error))
}

/** PostgreSQL has no code for a used up quota, and what a refused start says is only text. */
export const tellsOfFullDisk = (text: string): boolean =>
  /no space left on device|disk quota exceeded/i.test(text)

/** Nothing can be saved now. This says nothing about what was to be saved. */
export const cannotSave = (error: unknown): boolean => isAway(error) || isFull(error)

const messageOf = (error: unknown) => (error instanceof Error ? error.message : '')

export interface Patience {
  readonly milliseconds: number
  /** How long it waits before it tries again. */
  readonly pauseMilliseconds: number
  /** Called with the first failure. */
  onWait(error: unknown): void
  /** Ends the wait early, with the last failure. */
  readonly stopping?: AbortSignal
}

/**
 * Does the work again while the database is away or a disk is full, for a limited time from the first failure. The work must be
 * such that it can be begun anew.
 */
export async function whileAway<Result>(patience: Patience, work: () => Promise<Result>): Promise<Result> {
  let end: number | undefined
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!cannotSave(error)) throw error
      if (end === undefined) patience.onWait(error)
      end ??= performance.now() + patience.milliseconds
      if (performance.now() >= end || patience.stopping?.aborted) throw error
      await new Promise((resolve) => setTimeout(resolve, patience.pauseMilliseconds))
      if (patience.stopping?.aborted) throw error
    }
  }
}
