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

/**
 * Lines are collected and written in batches: a system call for each line would cost a request more than composing the
 * line. Nothing important is only in the log.
 */
export function openLog(level: string, isForPeople = isatty(STDOUT)): Log {
  let gathered = ''
  let writing = false
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (writing || gathered === '') return
    const batch = Buffer.from(gathered)
    gathered = ''
    writing = true
    writeAll(batch)
  }

  function writeAll(batch: Buffer): void {
    write(STDOUT, batch, (error, written) => {
      // If the pipe is full, the write is repeated. If the reader is gone, the lines are dropped and the service goes on.
      if (error?.code === 'EAGAIN') setTimeout(() => writeAll(batch), 10)
      else if (!error && written < batch.length) writeAll(batch.subarray(written))
      else {
        writing = false
        if (gathered.length > BATCH_CHARACTERS) flush()
        else if (gathered !== '') timer ??= setTimeout(flush, WAIT_MILLISECONDS).unref()
      }
    })
  }

  const destination = {
    write(line: string) {
      gathered += isForPeople ? prettyLine(line) : line
      if (gathered.length > BATCH_CHARACTERS) flush()
      else timer ??= setTimeout(flush, WAIT_MILLISECONDS).unref()
    },
  }
  return {
    log: pino({ level, base: null }, destination),
    close() {
      clearTimeout(timer)
      try {
        if (gathered !== '') writeSync(STDOUT, gathered)
      } catch {
        // The reader is gone.
      }
      gathered = ''
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
