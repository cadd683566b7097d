// How fast the machine runs now. Other machines share its processors, and for minutes each processor may do half its work; the
// system's count of stolen time shows only a part of that. A fixed piece of work is timed again and again: the fastest times of
// a run are those of a machine that does nothing else.

/** The times of the fixed piece of work so far, in milliseconds. */
const times = []

/** Times the fixed piece of work now. Nothing else should run meanwhile. */
export function takePace() {
  if (times.length === 0) for (let round = 0; round < WARM_UP; round += 1) workOnce()
  const pace = Math.min(...Array.from({ length: TRIES }, timeOnce))
  times.push(pace)
  return pace
}

/** How many times slower the machine was than at its best in this run. */
export const slownessNow = (pace) => slownessOf(pace, times)

/** Not the very fastest time, which may have been luck, but one that a twentieth of the others reach. Never below 1. */
export function slownessOf(pace, all) {
  const sorted = all.toSorted((one, other) => one - other)
  return Math.max(1, pace / sorted[Math.floor(sorted.length / 20)])
}

/** The result of the work, and the pace of the machine just before and after it. */
export async function withPace(work) {
  const before = takePace()
  const result = await work()
  return { result, pace: (before + takePace()) / 2 }
}

/** Returns when the machine runs nearly at its best for a few seconds, or when the patience is over. */
export async function quietMoment(patience = PATIENCE_MILLISECONDS) {
  const began = Date.now()
  for (let quiet = 0; quiet < QUIET_LOOKS && Date.now() - began < patience; ) {
    quiet = slownessNow(takePace()) <= NEARLY ? quiet + 1 : 0
    await new Promise((resolve) => setTimeout(resolve, LOOK_MILLISECONDS))
  }
  return Date.now() - began
}

const WARM_UP = 50
const TRIES = 5
const QUIET_LOOKS = 10
const LOOK_MILLISECONDS = 500
const NEARLY = 1.25
const PATIENCE_MILLISECONDS = 5 * 60_000

function timeOnce() {
  const began = performance.now()
  workOnce()
  return performance.now() - began
}

/** Texts, a map and JSON: what the service and the portal are busy with as well. */
function workOnce() {
  const sums = new Map()
  for (let at = 0; at < 20_000; at += 1) {
    const key = `key ${(at * 7_919) % 5_003}`
    sums.set(key, (sums.get(key) ?? 0) + at)
  }
  return JSON.stringify([...sums]).length
}
