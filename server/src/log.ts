import { write, writeSync } from 'node:fs'
import pino, { type Logger } from 'pino'

/** The log: JSON lines on stdout. */
export interface Log {
  readonly log: Logger
  /** Writes what is left; the last thing before the process ends. */
  close(): void
}

const STDOUT = 1
const BATCH_CHARACTERS = 64 * 1024
const WAIT_MILLISECONDS = 200

/**
 * Lines are gathered and written in batches, in the background: a system call for each few lines costs a request more
 * than making its line. Nothing that matters is only in the log.
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
      // A full pipe is tried again; a reader that is gone takes the line with it, not the service.
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
        // Nobody reads any more.
      }
      gathered = ''
    },
  }
}
