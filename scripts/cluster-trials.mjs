// `npm run cluster-trials`: a service with three administrators on a cluster that you have set up: a worker that is down, nodes
// that are killed under load, moves under load, and what the hop to a worker costs. Ends with one table. `npm run cluster-trials
// -- kills` runs one part. docs/operating.md describes what it needs.
import { act, createDatabase, dropDatabase, openNodes, settingFaults } from './cluster/nodes.mjs'
import { printTable, runParts } from './parts.mjs'
import { setUp } from './setup.mjs'

const ROUNDS = Number(process.env.BULWARK_TEST_KILLS ?? 20)

const missing = settingFaults()
if (missing.length > 0) {
  console.error([...missing, 'See docs/operating.md, "Trying a cluster".'].join('\n'))
  process.exit(2)
}
const began = Date.now()
await setUp()
// The code is built now.
const { openInstallation } = await import('./cluster/installation.mjs')
const nodes = await openNodes()
const workers = nodes.filter(({ isCoordinator }) => !isCoordinator)
const database = `bulwark_trials_${process.pid}`
const databaseUrl = await createDatabase(nodes, database)
let installation
let rows = []
try {
  installation = await openInstallation(databaseUrl)
  await spread()
  const trial = { installation, databaseUrl, nodes, placeOf }
  const parts = [
    { name: 'isolation', run: () => isolationRow(trial) },
    { name: 'kills', run: () => killRows(trial) },
    { name: 'moves', run: () => moveRow(trial) },
    { name: 'figures', run: () => figureRows(trial) },
  ]
  rows = await runParts(parts, process.argv.slice(2), (name, error) => ({
    ...{ part: name, what: 'runs through', figure: error.message, goal: 'no error', met: 'MISSED' },
  }))
} finally {
  for (const node of nodes) act('start', node)
  await installation?.stop()
  await dropDatabase(nodes, database)
}
printTable(['part', 'what', 'figure', 'goal', 'met'], rows, began)
process.exit(rows.some(({ met }) => met === 'MISSED') ? 1 : 0)

/** The worker of an administrator. */
async function placeOf({ number }) {
  const { administrators } = JSON.parse(await installation.run('cluster', 'status', '--json'))
  return administrators.find((one) => one.number === number).node
}

/** The first administrator is on one worker, the others on another. */
async function spread() {
  const [first, second, last] = installation.administrators
  const [here, there] = workers.map(({ name }) => name)
  for (const [administrator, wanted] of [
    [first, here],
    [second, there],
    [last, there],
  ])
    if ((await placeOf(administrator)) !== wanted)
      await installation.run('cluster', 'move', '--tenant', administrator.number, '--to', wanted)
}

function judged(isMet) {
  return isMet ? 'met' : 'MISSED'
}

async function isolationRow(trial) {
  const { oneWorkerDown } = await import('./cluster/isolation.mjs')
  const { faults, figures } = await oneWorkerDown(trial)
  return {
    ...{ part: 'isolation', what: 'With a worker down the others work; its own are told 503; it comes back' },
    ...{
      figure: `${faults.length} faults; ${figures.join(', ')}`,
      goal: '0 faults',
      met: judged(faults.length === 0),
    },
  }
}

async function killRows(trial) {
  const { killRounds } = await import('./cluster/kills.mjs')
  const rounds = await killRounds({ ...trial, rounds: ROUNDS })
  const sum = (of) => rounds.reduce((all, round) => all + of(round), 0)
  const faults = sum((round) => round.faults.length)
  const coordinator = rounds.filter(({ isCoordinator }) => isCoordinator).length
  return {
    part: 'kills',
    what: 'Kills (of the coordinator), writes acknowledged, interrupted, faults; slowest to be well',
    figure: `${rounds.length} (${coordinator}), ${sum(({ acknowledged }) => acknowledged)}, ${sum(({ interrupted }) => interrupted)}, ${faults}; ${Math.max(...rounds.map(({ wellMilliseconds }) => wellMilliseconds))} ms`,
    goal: `${ROUNDS} kills, 0 faults`,
    met: judged(rounds.length === ROUNDS && faults === 0),
  }
}

async function moveRow(trial) {
  const { movesUnderLoad } = await import('./cluster/moves.mjs')
  const { faults, seconds, slowest, writes, reads } = await movesUnderLoad(trial)
  return {
    part: 'moves',
    what: 'Seconds of each move; writes and reads meanwhile, failed; slowest of them',
    figure: `${seconds.join(', ')}; ${writes} and ${reads}, ${faults.length}; ${slowest} ms`,
    ...{ goal: '0 failed', met: judged(faults.length === 0) },
  }
}

async function figureRows({ installation: clustered }) {
  const { measure } = await import('./cluster/figures.mjs')
  const other = process.env.BULWARK_TEST_OTHER
  const sides = { embedded: await openInstallation() }
  try {
    if (other) sides.other = await openInstallation(undefined, { program: other })
    const rates = await measure({ ...sides, cluster: clustered })
    const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)]
    return Object.entries(rates).flatMap(([thing, { embedded, ...others }]) =>
      Object.entries(others).map(([name, rate]) => ({
        ...{ part: 'figures', what: `${thing}, a second: embedded, ${name}, ratio`, goal: '', met: '' },
        figure: `${median(embedded).toFixed(1)}, ${median(rate).toFixed(1)}, ${(median(rate) / median(embedded)).toFixed(2)}`,
      })),
    )
  } finally {
    for (const side of Object.values(sides)) await side.stop()
  }
}
