import { write, writeSync } from 'node:fs'
import pino, { type Logger } from 'pino'

/** The log: JSON lines on stdout. */
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
export function openLog(level: string): Log {
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
      gathered += line
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
