import { setImmediate as turnOfOthers } from 'node:timers/promises'

/** What is done at a stretch: short against what an answer takes. */
const SLICE_MILLISECONDS = 4

/** Does work that is made in steps, and lets everybody else have a turn every few milliseconds. */
export async function inSlices<Made>(work: Generator<void, Made>): Promise<Made> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < SLICE_MILLISECONDS) continue
    await turnOfOthers()
    began = performance.now()
  }
}
