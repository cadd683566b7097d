// `npm run soak`: what takes too long for every change: every list against a naive one with hundreds of random
// questions each, a million texts as criteria, ten thousand questions of random
// rate books, random histories of ledgers, twenty kills in the middle of writes, and fresh clones.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freshClones, printClones } from './fresh-clone.mjs'
import { root, setUp } from './setup.mjs'

await setUp()
const listsPassed = await testsIn('lists-naive.test.ts')
const criteriaPassed = await testsIn('criteria-properties.test.ts')
const ratingPassed =
  (await testsIn('rating-properties.test.ts')) && (await testsIn('lines-at-retail.test.ts'))
const ledgerPassed = await testsIn('ledger-properties.test.ts')
const kills = await crashRounds()
const clones = await freshClones()
printKills(kills)
printClones(clones)
console.log(`Lists against naive ones: ${listsPassed ? 'the same rows in the same order' : 'FAILED'}.`)
console.log(`Criteria of random texts: ${criteriaPassed ? 'none crashed, none was slow' : 'FAILED'}.`)
console.log(`Rating of random books: ${ratingPassed ? 'as the plainest reading of them' : 'FAILED'}.`)
console.log(
  `Random histories of ledgers: ${ledgerPassed ? 'balanced and reconciled at every step' : 'FAILED'}.`,
)
const testsPassed = listsPassed && criteriaPassed && ratingPassed && ledgerPassed && kills.passed
process.exitCode = testsPassed && clones.every(({ faults }) => faults.length === 0) ? 0 : 1

/** The crash test with twenty rounds; it writes what each round did into a file. */
async function crashRounds() {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-soak-'))
  const report = join(folder, 'report.json')
  try {
    const passed = await testsIn('process-crash.test.ts', { BULWARK_SOAK_REPORT: report })
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
