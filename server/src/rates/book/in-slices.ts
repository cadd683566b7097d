import { setImmediate as letOthersRun } from 'node:timers/promises'

/** How long the work runs before it pauses: short compared to a request. */
const SLICE_MILLISECONDS = 4

/** Runs work that is made of steps, and lets requests run in between every few milliseconds. */
export async function inSlices<Made>(work: Generator<void, Made>): Promise<Made> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < SLICE_MILLISECONDS) continue
    await letOthersRun()
    began = performance.now()
  }
}
