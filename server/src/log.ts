import { write, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import pino, { type Logger } from 'pino'

/** The log on stdout: JSON lines, or text if a person reads it on a terminal. */
interface Log {
  readonly log: Logger
  /** Writes the remaining lines. Called last, before the process ends. */
  close(): void
}

const STDOUT = 1
const BATCH_CHARACTERS = 64 * 1024
const WAIT_MILLISECONDS = 200
/** What several processes write to one pipe stays in one piece only up to 4 KiB. */
const PIPE_CHARACTERS = 4_000

/**
 * Lines are collected and written in batches: a system call for each line would cost a request more than composing the
 * line. Nothing important is only in the log. With several processes each line has the number of its process,
 * which is 0 for the first.
 */
export function openLog(level: string, process?: number): Log {
  const isForPeople = isatty(STDOUT)
  const pieceCharacters = process === undefined ? Number.POSITIVE_INFINITY : PIPE_CHARACTERS
  /** Whole lines that wait. The last piece still grows. */
  const pieces: string[] = []
  let writing = false
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    const piece = writing ? undefined : pieces.shift()
    if (piece === undefined) return
    writing = true
    writeAll(Buffer.from(piece))
  }

  function flushSoon(): void {
    if (pieces.length > 1 || (pieces[0]?.length ?? 0) > BATCH_CHARACTERS) flush()
    else if (pieces.length > 0) timer ??= setTimeout(flush, WAIT_MILLISECONDS).unref()
  }

  function writeAll(batch: Buffer): void {
    write(STDOUT, batch, (error, written) => {
      // If the pipe is full, the write is repeated. If the reader is gone, the lines are dropped and the service goes on.
      if (error?.code === 'EAGAIN') setTimeout(() => writeAll(batch), 10)
      else if (!error && written < batch.length) writeAll(batch.subarray(written))
      else {
        writing = false
        flushSoon()
      }
    })
  }

  const destination = {
    write(line: string) {
      const shown = isForPeople ? prettyLine(line) : line
      const last = pieces.length - 1
      const growing = pieces[last]
      if (growing !== undefined && growing.length + shown.length <= pieceCharacters)
        pieces[last] = growing + shown
      else pieces.push(shown)
      flushSoon()
    },
  }
  return {
    log: pino({ level, base: process === undefined ? null : { process } }, destination),
    close() {
      clearTimeout(timer)
      try {
        for (const piece of pieces.splice(0)) writeSync(STDOUT, piece)
      } catch {
        // The reader is gone.
      }
    },
  }
}

/** A JSON line of the log as people read it: `14:03:27 200 GET /contracts/{contractId} 3.1 ms sandbox-admin`. */
export function prettyLine(line: string): string {
  const { level, time, msg, event, method, route, status, ms, caller, tenant, requestId, err, ...more } =
    JSON.parse(line) as Record<string, unknown> & { err?: { message?: string; stack?: string } }
  const name = pino.levels.labels[Number(level)] ?? 'info'
  const isRequest = method !== undefined
  const parts = [
    new Date(Number(time)).toTimeString().slice(0, 8),
    name === 'info' ? undefined : name.toUpperCase(),
    ...(isRequest ? [status, method, route, `${ms} ms`, caller] : [event, msg, route]),
    ...Object.entries(more).map(([key, value]) => `${key}=${textOf(value)}`),
    // Whoever meets a failure looks for it by the id in the answer.
    err || Number(status) >= 500 ? requestId : undefined,
    err?.message,
  ]
  const text = parts.filter((part) => part !== undefined && part !== '').join(' ')
  return `${printable(err?.stack ? `${text}\n${err.stack}` : text)}\n`
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Without control characters, which could change what the terminal shows. */
const printable = (text: string) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '?')
