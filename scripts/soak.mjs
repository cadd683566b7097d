// `npm run soak`: what takes too long for every change: all random trials, of which `npm test` runs a fiftieth; every
// command and refused start as a process; large rate books; twenty kills in the middle of writes; fresh clones, and the
// newcomer's path of CONTRIBUTING in one. Ends with one table. `npm run soak -- contracts/races` runs one part.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { besidePeer, freshClones, goals } from './fresh-clone.mjs'
import { followGuide } from './newcomer.mjs'
import { tryNodeVersions } from './node-versions.mjs'
import { tryTools } from './openapi-tools.mjs'
import { printTable, runParts } from './parts.mjs'
import { capture, root, setUp } from './setup.mjs'

/**
 * Test files with random trials or sizes, below server/test or server/src, and what holds when they pass. The longest that run
 * in pairs come first, so that none of them runs alone at the end.
 */
const trials = {
  'portal/looks': 'Every screen of the portal is clean in every look',
  'portal/links': 'Every user opens every link of the portal',
  'lists-naive': 'Every list has the rows of a naive one, in the same order',
  'cancellations/races':
    'Of six callers at once one cancels, executes or reinstates, or all as if one by one',
  'claims/races': 'Of six callers at once no claim is decided or paid twice, and no limit is exceeded',
  'contracts/races': 'Of six callers at once one succeeds, or all as if one by one',
  'cash/races': 'Of six callers at once one moves the money, or all as if one by one',
  'claims/inspections-races':
    'Of six callers at once one takes an inspection, and events in any order count once',
  'hostile-strings': 'Every hostile string is stored and answered unchanged, or refused',
  'access/failures':
    'Of a thousand wrong passwords at once, from many addresses on two instances, at most ten are checked',
  'access/revocation': 'Whatever ends a session, a key or a permission ends it everywhere within seconds',
  'access/cost-leaks': 'No answer to a limited caller shows a line of dealer cost',
  'http/openapi': 'Every answer of every operation is declared',
  'http/make-examples': 'The examples of openapi.json are what the sandbox answers',
  'http/dry-run': 'A dry run of every write answers like the write, and changes nothing',
  'http/limits': 'Callers are limited each for itself, and the service recovers by itself',
  'http/unfinished': 'Two thousand half-sent requests take no place from a signed-in caller',
  'http/hostile': 'Twenty hostile requests of each kind are refused quickly',
  'events/log':
    'A reader who follows the cursor misses no event, however many write and however the clock jumps',
  'sandbox/reset': 'A reset restores every table from its seed',
  'sandbox/seed-file': 'The file of the seed fills a sandbox with what the use cases fill it with',
  'http/audit': 'Every write leaves one audit record; a refusal, a dry run and a replay leave none',
  'documents/hostile': 'Every harmful file is refused in each way, and leaves nothing behind',
  'contracts/hostile-files': 'Every harmful file is refused or kept inert, whichever way it comes',
  'processes/types-interrupted':
    'Money, statements and expiries of processes that are interrupted 50 times are those of one clean run',
  'long-lists': 'Long lists are whole and in order, whatever is filtered and sorted',
  'documents/s3': 'A bucket keeps files as a disk does, whatever it answers',
  'documents/documents': 'Documents are stored whole up to 25 MiB',
  'account-holders/files': 'Five thousand dealers from a file are added within reasonable time, each once',
  'cli/getting-started': 'Every command of the guide for a new administrator works as printed',
  'cli/earnings-command':
    'Earnings of all contracts are posted from the command line, with a record of the run',
  'cli/process-command': 'An operator runs, stops and resumes processes from the command line',
  'cli/cli': 'Every command works as a process, and says why it refuses',
  'db/keys': 'A change of keys while the service runs leaves nothing behind, even if it is killed',
  'db/reseal': 'A change of keys that stops halfway keeps what it has done, and every value is found',
  'db/embedded-start': 'The embedded database starts for any user and in any folder',
  'db/embedded-refusals': 'A data folder that cannot be used is refused with the reason',
  'db/jobs': 'Jobs run once, whoever is killed, and wait for each other in their queues',
  readme: 'Every command of the README works as printed',
  'sdk-package': 'The client compiles and runs in other people’s projects as it is packed',
  'db/embedded-owners': 'A data folder has one owner, whoever is killed, and the next one recovers it',
  'process/refusals': 'A start that is refused says why as a process, and changes nothing',
  'process/database-crash':
    'A service whose database is killed, in part or whole, is well again by itself within five seconds',
  'process/full-disk':
    'On a full disk writes are refused, nothing acknowledged is lost, and the service goes on when there is space',
  'process/started-at-once':
    'Of two services on an empty database one makes it and both come up; one whose database is late waits',
  'process/stop': 'A stop, by either signal, lets requests finish',
  'process/start': 'An interrupted first start is completed, and the next ones have nothing to prepare',
  'sandbox/start': 'A seed that is made again is the same to the last row',
  'sandbox/living': 'A first start on a day has the twelve months before it, with whole books',
  'src/domain/criteria/groups': 'A criteria group becomes a text that means the same, and the group again',
  'src/domain/due-time': 'Random schedules in any time zone are due as a walk from minute to minute finds',
  'domain/criteria-properties': 'Of a million texts as criteria none crashes and none is slow',
  'domain/rating-properties': 'Random books are rated as their plainest reading',
  'domain/lines-at-retail': 'At any price the lines sum to it',
  'domain/ledger-properties': 'Random histories of ledgers balance at every step',
  'domain/contract-life': 'Random lives of contracts keep to the table of states and to their books',
  'domain/earnings-properties': 'Earned, unearned and refunded amounts sum on every day',
  'domain/cancellation-properties': 'Refunds, lines, payments and books of random cancellations agree',
  'domain/law-properties': 'Refunds under random terms of state laws add up and keep to their limits',
  'domain/claim-properties':
    'Random claims are paid as a naive reading says, and stay the same when they are decided or read again',
  'contracts/sequences': 'Random sequences of requests leave contracts and books right',
  'contracts/holds': 'Of six callers at once one holds a contract, again and again',
  'contracts/transfer': 'Of six callers at once one transfers a contract, again and again',
  'contracts/lock': 'Of six callers at once one locks a contract, again and again',
  'contracts/cobuyer': 'Of six callers at once one adds a cobuyer, again and again',
  'contracts/update-earnings': 'Earnings of 10,000 contracts are posted at once, and of no more',
  'processes/runs-two-services':
    'Of two services one is killed in a run of ten thousand contracts, and the other finishes it within a minute',
  'processes/runs-interrupted':
    'A process that is interrupted fifty times over ten thousand contracts leaves what one clean run leaves',
  'contracts/bulk-earnings': 'Earnings posted in bulk are those of the pure function, row by row',
  'cancellations/effects': 'The books agree after each of the effects of a cancel',
  'cancellations/execute': 'The books agree after each executed cancel',
  'cancellations/one-step': 'The books agree after each cancel in one step',
  'cancellations/payees': 'The books agree whoever is paid',
  'cancellations/payments': 'The books agree after each payment of a refund',
  'cancellations/reinstate': 'The books agree after each reinstatement',
  'cancellations/reinstate-refusals': 'A refused reinstatement leaves the books as they were',
  'cash/transactions': 'The books agree after each movement of cash',
  'cash/batches': 'The books agree after each batch',
  'cash/books': 'The books are whole on the day of every event and beside it',
  'cash/books-random': 'The books agree on every day of random stories',
  'cash/aging': 'Aging on every day of a year is that of plain loops',
  'cash/statements': 'Statements of any range follow each other, and thousands of lines are whole',
  'cash/sequences': 'Random sequences of money leave rows, cash, batches and books as a plain model has them',
  'claims/adjudication-properties':
    'Random claims and total losses add up, keep to their limits, and are paid as a second, plain calculation has them',
  'events/mail-sending': 'A mail server that fails, hangs and dies loses no mail',
  'process/two-services':
    'Two services on one database do everything that is scheduled once, whoever is killed',
  'process/workers':
    'Two processes of one service keep its limits together, and lose nothing and nobody when one is killed',
  'process/lost-connections': 'Nobody waits for a process that was killed before it took the connection',
  'process/kill-batch':
    'A batch of 1,000 rows that is killed while it is processed is paid whole or not at all',
  'events/webhooks-chaos':
    'Of 10,000 events to a bad receiver none is lost and none invented, though the sender is killed 50 times',
  'portal/stories': 'What people do with the portal works in a real browser, signing in and two tabs as well',
  'portal/money': 'A dealer’s office remits, accounting processes, a check bounces, and the month is closed',
  'portal/claims': 'Adjusters, shops and inspectors bring claims to their payment',
  'portal/set-up': 'Rate books, state rules and reports are what the service says',
  'portal/developers': 'Keys, webhooks, events, runs and the clock do what they say',
  'portal/clean': 'The check of screens finds what it is there to find',
  'portal/restart': 'A service that is killed while it executes a cancellation leaves one cancel',
  'forms/printer': 'Forms are printed in threads as without them, and one that does not end is given up',
  'rates/disbursements-worker': 'Changes of disbursements are applied once, and seen by every instance',
  'rates/book-large': 'A book of 200,000 rates is read, checked and compared within seconds',
}

/** What waits for a clock, counts seconds or starts whole services has the machine to itself. All else runs in pairs. */
const alone = [
  ...['process/', 'processes/', 'portal/', 'cli/', 'db/', 'sandbox/', 'events/', 'readme', 'sdk-package'],
  ...[
    'access/failures',
    'access/revocation',
    'http/limits',
    'http/unfinished',
    'http/hostile',
    'documents/s3',
    'rates/',
    'forms/',
    'long-lists',
  ],
  ...['account-holders/files', 'contracts/update-earnings', 'contracts/bulk-earnings'],
]
/** These wait for the browser alone, however long it takes. */
const unhurried = ['portal/looks', 'portal/links']
const isAlone = (name) => !unhurried.includes(name) && alone.some((start) => name.startsWith(start))

const verdict = (isMet) => (isMet ? 'met' : 'MISSED')

const fileOf = (name) => `server/${name.startsWith('src/') ? '' : 'test/'}${name}.test.ts`

const parts = [
  ...Object.entries(trials).map(([name, holds]) => ({
    ...{ name, beside: !isAlone(name), run: () => testsIn(name, holds) },
  })),
  { name: 'process/crash', run: crashRounds },
  { name: 'fresh-clone', run: cloneRows },
  { name: 'newcomer', run: newcomerRow },
  { name: 'node-versions', run: versionRows },
  { name: 'tools', run: toolRows },
]

const began = Date.now()
await setUp()
// Where there is none and none can be brought, the parts that need one fail and say so.
await findBrowser({ bring: true })
const rows = await runParts(parts, process.argv.slice(2), (name, error) => ({
  ...{ part: name, what: 'runs through', figure: error.message, goal: 'no error', met: 'MISSED' },
}))
printTable(['part', 'what', 'figure', 'goal', 'met'], rows, began)
process.exitCode = rows.some(({ met }) => met === 'MISSED') ? 1 : 0

/** Runs a file of tests with all its trials. */
async function testsIn(name, holds, environment = {}) {
  const vitest = join(root, 'node_modules', '.bin', 'vitest')
  // What runs beside another is printed when it has ended, so that their lines do not mix.
  const { code, seconds, output } = await capture(name, vitest, ['run', fileOf(name)], {
    ...{ environment: { BULWARK_SOAK: '1', BULWARK_TEST_BUILT: '1', ...environment }, show: isAlone(name) },
  })
  process.stderr.write(output)
  const figure = `${code === 0 ? 'passed' : 'failed'} in ${seconds.toFixed(0)} s`
  return { part: name, what: holds, figure, goal: 'passes', met: verdict(code === 0) }
}

/** The crash test with twenty rounds; it writes what each round did into a file. */
async function crashRounds() {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-soak-'))
  const report = join(folder, 'report.json')
  try {
    const tests = await testsIn('process/crash', 'Kills lose nothing and leave nothing half done', {
      BULWARK_SOAK_REPORT: report,
    })
    const { rounds } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { rounds: [] }
    const sum = (count) => rounds.reduce((total, round) => total + count(round), 0)
    const faults = sum((round) => round.faults.length)
    const slowest = Math.max(0, ...rounds.map((round) => round.readyMilliseconds))
    const allowed = rounds[0]?.allowedMilliseconds ?? 0
    const part = 'process/crash'
    return [
      tests,
      {
        ...{ part, what: 'Rounds, acknowledged writes, faults', goal: '20 rounds, 0 faults' },
        figure: `${rounds.length}, ${sum((round) => round.acknowledged)}, ${faults}`,
        met: verdict(rounds.length === 20 && faults === 0),
      },
      {
        ...{ part, what: 'Slowest start after a kill', goal: `at most ${allowed} ms` },
        figure: `${slowest} ms`,
        met: verdict(rounds.length > 0 && slowest <= allowed),
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function cloneRows() {
  const clones = await freshClones()
  for (const { way, faults } of clones) for (const fault of faults) console.error(`${way}: ${fault}`)
  return clones.map(({ way, first, next, faults }) => ({
    part: 'fresh-clone',
    what: `npm start ${way}: the first by installing its packages, the best of the next by npm --version`,
    figure: `${besidePeer(first)}; ${besidePeer(next)}`,
    goal: `at most ${goals.firstByInstall} and ${goals.warmByNpm} times, no faults`,
    met: verdict(faults.length === 0),
  }))
}

function newcomerRow() {
  const { steps, seconds, faults } = followGuide()
  for (const fault of faults) console.error(fault)
  return {
    part: 'newcomer',
    what: 'The path of CONTRIBUTING.md to a first operation, in a fresh clone, with its last npm test',
    figure: `${steps} blocks, ${faults.length} faults, ${seconds.toFixed(0)} s`,
    goal: 'no faults',
    met: verdict(faults.length === 0),
  }
}

async function versionRows() {
  const versions = await tryNodeVersions()
  for (const { version, faults } of versions)
    for (const fault of faults) console.error(`${version}: ${fault}`)
  return versions.map(({ version, seconds, faults }) => ({
    part: 'node-versions',
    what: `On Node ${version}: start, sale, cancellation, stop`,
    figure: `${faults.length === 0 ? 'passed' : 'failed'} in ${seconds.toFixed(0)} s`,
    goal: 'passes',
    met: verdict(faults.length === 0),
  }))
}

async function toolRows() {
  const results = await tryTools()
  for (const { what, faults } of results) for (const fault of faults) console.error(`${what}: ${fault}`)
  return results.map(({ what, seconds, faults }) => ({
    part: 'tools',
    what,
    figure: `${faults.length} faults in ${seconds.toFixed(0)} s`,
    goal: 'no faults',
    met: verdict(faults.length === 0),
  }))
}
