import type { RunCounters } from '../domain/processes/run-rules.ts'

interface Added {
  readonly succeeded: number
  readonly skipped: number
  readonly failed: number
}

interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const BAR = 30
const PERCENT = 100
/** A terminal is drawn at most this often; elsewhere there is a line for every so many candidates. */
const DRAW_MILLISECONDS = 100
const LINE_EVERY = 1_000

/** Shows how far a run is: a bar on a terminal, lines elsewhere. `left` candidates are to come, if that is known. */
export function showProgress(screen: Screen, run: RunCounters, left: number | undefined) {
  const counted = { succeeded: run.succeeded, skipped: run.skipped, failed: run.failed }
  const doneBefore = run.succeeded + run.skipped + run.failed
  const total = left === undefined ? undefined : doneBefore + left
  let [drawnAt, lines] = [Number.NEGATIVE_INFINITY, 0]
  const done = () => counted.succeeded + counted.skipped + counted.failed
  const draw = () => screen.write(`\r${progressText(done(), total, counted)}\u001b[K`)
  return {
    add({ succeeded, skipped, failed }: Added): void {
      counted.succeeded += succeeded
      counted.skipped += skipped
      counted.failed += failed
      if (screen.isTTY) {
        if (performance.now() - drawnAt < DRAW_MILLISECONDS) return
        drawnAt = performance.now()
        draw()
      } else if (Math.floor((done() - doneBefore) / LINE_EVERY) > lines) {
        lines = Math.floor((done() - doneBefore) / LINE_EVERY)
        screen.write(`${progressText(done(), total, counted)}\n`)
      }
    },
    end(): void {
      if (!screen.isTTY) return
      draw()
      screen.write('\n')
    },
  }
}

/** `[#####·····] 50% 500 of 1000: 498 done, 2 skipped, 0 failed`. */
export function progressText(done: number, total: number | undefined, counted: Added): string {
  const results = `${counted.succeeded} done, ${counted.skipped} skipped, ${counted.failed} failed`
  if (total === undefined) return results
  const part = total === 0 ? 1 : Math.min(1, done / total)
  const filled = Math.round(part * BAR)
  const bar = '#'.repeat(filled) + '·'.repeat(BAR - filled)
  return `[${bar}] ${Math.floor(part * PERCENT)}% ${done} of ${total}: ${results}`
}
