// `npm run soak`: what takes too long for every change: all trials of the random tests, of which `npm test` runs a
// tenth, twenty kills in the middle of writes, and fresh clones.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshClones, printClones } from './fresh-clone.mjs'
import { root, setUp } from './setup.mjs'

/** The files of random tests, and what holds when they pass. */
const trials = [
  ['lists-naive.test.ts', 'Every list has the rows of a naive one, in the same order'],
  ['domain/criteria-properties.test.ts', 'Of a million texts as criteria none crashed, none was slow'],
  ['domain/rating-properties.test.ts', 'Random books are rated as the plainest reading of them'],
  ['domain/lines-at-retail.test.ts', 'At any price the lines sum to it'],
  ['domain/ledger-properties.test.ts', 'Random histories of ledgers balance and reconcile at every step'],
  [
    'domain/contract-life.test.ts',
    'Random lives of contracts keep to the table of states and to their books',
  ],
  ['contracts/sequences.test.ts', 'Random sequences of requests leave contracts and books right'],
  ['contracts/races.test.ts', 'Of six callers at once one succeeds, or all as if one by one'],
  [
    'cancellations/races.test.ts',
    'Of six callers at once one cancels, executes or reinstates, or all as if one by one',
  ],
  ['domain/earnings-properties.test.ts', 'What is earned, unearned and refunded is the amount on every day'],
  ['contracts/bulk-earnings.test.ts', 'Earnings posted in bulk are those of the pure function, row by row'],
  [
    'domain/cancellation-properties.test.ts',
    'Refunds, lines, payments and books of random cancellations agree',
  ],
]

await setUp()
const results = []
for (const [file, holds] of trials) results.push({ holds, passed: await testsIn(file) })
const kills = await crashRounds()
const clones = await freshClones()
printKills(kills)
printClones(clones)
for (const { holds, passed } of results) console.log(`${holds}: ${passed ? 'yes' : 'FAILED'}.`)
const testsPassed = results.every(({ passed }) => passed) && kills.passed
process.exitCode = testsPassed && clones.every(({ faults }) => faults.length === 0) ? 0 : 1

/** The crash test with twenty rounds; it writes what each round did into a file. */
async function crashRounds() {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-soak-'))
  const report = join(folder, 'report.json')
  try {
    const passed = await testsIn('process/crash.test.ts', { BULWARK_SOAK_REPORT: report })
    const written = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { rounds: [] }
    return { passed: passed && written.rounds.length > 0, ...written }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Runs a file of tests with all its trials; whether it passed. */
async function testsIn(file, environment = {}) {
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  const child = spawn(vitest, ['run', `server/test/${file}`], {
    cwd: root,
    env: { ...process.env, BULWARK_SOAK: '1', ...environment },
    stdio: 'inherit',
  })
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  return code === 0
}

function printKills({ seed, rounds, passed }) {
  console.table(
    Object.fromEntries(
      rounds.map((round) => [
        round.number,
        {
          killed: round.killed,
          acknowledged: round.acknowledged,
          unknown: round.unknown,
          'of these happened': round.happened,
          'ready (ms)': round.readyMilliseconds,
          faults: round.faults.length,
        },
      ]),
    ),
  )
  const slowest = Math.max(0, ...rounds.map((round) => round.readyMilliseconds))
  const acknowledged = rounds.reduce((sum, round) => sum + round.acknowledged, 0)
  console.log(
    `${rounds.length} kills (seed ${seed}): ${passed ? 'nothing lost, nothing half there' : 'FAILED'}; ` +
      `${acknowledged} acknowledged writes; slowest readiness ${slowest} ms.`,
  )
}
