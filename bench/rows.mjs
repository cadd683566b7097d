// What a benchmark answers: rows of one table, each with its figure, what it is compared with, and whether the goal is met.

/** BENCH_QUICK=1 measures each thing once: to see that everything runs, not to judge by. */
export const isQuick = process.env.BENCH_QUICK === '1'

/** How many contracts the large tables hold. BENCH_CONTRACTS=1000000 is the full size, which takes long to fill. */
export const CONTRACTS = Number(process.env.BENCH_CONTRACTS ?? (isQuick ? 20_000 : 200_000))

/** Ours against a peer. The ratio has a goal: at least so much of the peer's rate, or at most so many times its cost. */
export function compared({ name, unit, ours, peer, ratio = ours / peer, atLeast, atMost }) {
  return { name, ours: amount(ours, unit), peer: amount(peer, unit), ...judged(ratio, atLeast, atMost) }
}

/** A figure by itself, with a goal of its own. */
export function figure({ name, unit, ours, atLeast, atMost }) {
  const { goal, met } = judged(ours, atLeast, atMost)
  return { name, ours: amount(ours, unit), peer: '', ratio: '', goal, met }
}

const amount = (value, unit) => `${value >= 100 ? Math.round(value) : value.toFixed(2)} ${unit}`

function judged(value, atLeast, atMost) {
  const ratio = value.toFixed(2)
  if (atLeast !== undefined) return { ratio, goal: `at least ${atLeast}`, met: verdict(value >= atLeast) }
  if (atMost !== undefined) return { ratio, goal: `at most ${atMost}`, met: verdict(value <= atMost) }
  return { ratio, goal: '', met: '' }
}

const verdict = (isMet) => (isMet ? 'met' : 'MISSED')
