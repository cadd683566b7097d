// What a stranger meets: a fresh clone, `npm start`, and again, and then the commands of the README, pasted as they are.
// Measures the time to the first 200 of /readyz, as ourselves, and, run by root, from a folder that only root can enter
// and as an ordinary user. It installs packages, so it is part of `npm run soak` and not of `npm test`.
// Seconds differ from machine to machine, so a start is compared with what npm takes on the same machine: the first with
// installing its packages, the next ones with `npm --version`.
// Alone: node scripts/fresh-clone.mjs [repository]
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './free-port.mjs'
import { readmeCommands } from './readme.mjs'
import { root } from './setup.mjs'

/** A first start by the time that installing its packages takes, which is a part of it; a later one by `npm --version`. */
export const goals = { firstByInstall: 2.5, warmByNpm: 12 }
const WARM_STARTS = 3
/** Other work on the machine can slow down a whole minute. So slow starts are tried again after a while. */
const MORE_STARTS = 6
const PAUSE_SECONDS = 10
const GIVE_UP_SECONDS = 300

/** Every way in turn: `{ way, first, next, faults }`. Starts are `{ seconds, peerSeconds, limit }`. */
export async function freshClones(repository = root) {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bulwark-clones-')))
  chmodSync(home, 0o755)
  try {
    const results = []
    for (const way of ways(home)) {
      process.stderr.write(`Fresh clone, ${way.name} …\n`)
      results.push({ way: way.name, ...(await tryOut(way, repository)) })
    }
    return results
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

function ways(home) {
  const plain = { name: 'as this user', folder: join(home, 'plain'), environment: {} }
  if (process.getuid?.() !== 0) return [plain]
  const closed = join(home, 'private')
  mkdirSync(closed, { mode: 0o700 })
  return [plain, { ...plain, name: 'below a private folder', folder: join(closed, 'clone') }, asNobody(home)]
}

/** An ordinary user with a home and a package cache of its own; the cache is a copy, as warm as ours. */
function asNobody(home) {
  const id = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }))
  const own = join(home, 'nobody')
  const cache = join(own, 'cache')
  mkdirSync(cache, { recursive: true })
  const ours = join(npmSetting('cache'), '_cacache')
  if (existsSync(ours)) cpSync(ours, join(cache, '_cacache'), { recursive: true })
  return {
    name: 'as an ordinary user (nobody)',
    folder: join(own, 'clone'),
    owner: { uid: id('-u'), gid: id('-g'), folder: own },
    // Its settings are not ours, so the registry we use is named.
    environment: { HOME: own, npm_config_cache: cache, npm_config_registry: npmSetting('registry') },
  }
}

const npmSetting = (name) =>
  execFileSync('npm', ['config', 'get', name], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim()

async function tryOut(way, repository) {
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', repository, way.folder])
  if (way.owner) execFileSync('chown', ['-R', `${way.owner.uid}:${way.owner.gid}`, way.owner.folder])
  const first = await startAndStop(way)
  const later = []
  const startAgain = async () => later.push({ npmSeconds: secondsOfNpm(way), ...(await startAndStop(way)) })
  while (first.faults.length === 0 && later.length < WARM_STARTS) await startAgain()
  while (isSlow(bestOf(later)) && later.length < WARM_STARTS + MORE_STARTS) {
    await sleep(PAUSE_SECONDS * 1_000)
    await startAgain()
  }
  const pasted = first.faults.length === 0 && !way.owner ? await pasteReadme(way) : []
  removeDataOf(first.dataFolder)
  const faults = [first, ...later].flatMap((start) => start.faults).concat(pasted, changedFiles(way))
  const results = {
    first: { seconds: first.seconds, peerSeconds: first.installSeconds, limit: goals.firstByInstall },
    next: bestOf(later),
  }
  if (isSlow(results.first)) faults.push(`the first start is slow: ${besidePeer(results.first)}`)
  if (isSlow(results.next)) faults.push(`the next starts are slow: ${besidePeer(results.next)}`)
  return { ...results, faults }
}

/** The best of the starts decides, and the best of npm: the others may have shared the processors. */
function bestOf(starts) {
  const best = (times) => Math.min(...times)
  return {
    seconds: best(starts.map(({ seconds }) => seconds)),
    peerSeconds: best(starts.map(({ npmSeconds }) => npmSeconds)),
    limit: goals.warmByNpm,
  }
}

/** A start that failed has no time, and is reported as such. */
const isSlow = ({ seconds, peerSeconds, limit }) =>
  Number.isFinite(seconds) && !(seconds <= limit * peerSeconds)

/** A start beside its peer, to be read. */
export const besidePeer = ({ seconds, peerSeconds }) =>
  `${seconds} s by ${peerSeconds} s, ${(seconds / peerSeconds).toFixed(2)} times`

/** What npm takes on this machine to do next to nothing. */
function secondsOfNpm({ folder, owner, environment }) {
  const began = Date.now()
  execFileSync('npm', ['--version'], {
    cwd: folder,
    env: { ...plainEnvironment(), ...environment },
    stdio: 'ignore',
    ...(owner ? { uid: owner.uid, gid: owner.gid } : {}),
  })
  return (Date.now() - began) / 1_000
}

/** One `npm start` from the command to the first 200 of /readyz, then SIGTERM to npm. */
async function startAndStop({ folder, owner, environment }) {
  const port = await freePort()
  const began = Date.now()
  const child = spawn('npm', ['start'], {
    cwd: folder,
    env: { ...plainEnvironment(), ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(owner ? { uid: owner.uid, gid: owner.gid } : {}),
  })
  let said = ''
  let end
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  child.once('error', (error) => {
    end = error.message
  })
  const closed = new Promise((resolve) => {
    child.once('close', (code, signal) => {
      end ??= signal ?? `exit ${code}`
      resolve()
    })
  })
  try {
    while (!(await isReady(port))) {
      if (end) return { faults: [`it ended before it was ready (${end}):\n${said}`] }
      if (Date.now() - began > GIVE_UP_SECONDS * 1_000) return { faults: [`it is not ready:\n${said}`] }
      await sleep(20)
    }
    const seconds = (Date.now() - began) / 1_000
    child.kill('SIGTERM')
    await closed
    const dataFolder = /data folder: +(.+)/.exec(said)?.[1]
    return {
      seconds,
      installSeconds: Number(/Installing packages: done in ([0-9.]+) s/.exec(said)?.[1]),
      dataFolder,
      faults: end === 'exit 0' ? [] : [`told to stop, it ended with ${end}:\n${said}`],
    }
  } finally {
    if (!end) {
      child.kill('SIGTERM')
      await closed
    }
  }
}

/** Runs everything that the README asks to paste, in a shell with jobs as people have it, and stops the service. */
async function pasteReadme({ folder, environment }) {
  const port = await freePort()
  const strict = 'set -eo pipefail; curl() { command curl --fail-with-body "$@"; }'
  const commands = `${strict}\ntrap 'kill %1; wait' EXIT\n${readmeCommands(port, folder)}`
  const shell = spawn('bash', ['-mc', commands], {
    cwd: folder,
    env: { ...plainEnvironment(), ...environment, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const channel of [shell.stdout, shell.stderr])
    channel.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const code = await new Promise((resolve) => shell.once('close', resolve))
  const missing = ['contract.pdf', 'letter.pdf'].filter((name) => !existsSync(join(folder, name)))
  return code === 0 && missing.length === 0
    ? []
    : [`the commands of the README ended with ${code}, without ${missing}:\n${said}`]
}

async function isReady(port) {
  try {
    return (
      (await fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } })).status === 200
    )
  } catch {
    return false
  }
}

/** Without the settings of the npm that runs this, which are those of another folder. */
export function plainEnvironment() {
  const ours = /^(npm_|BULWARK_|NODE_ENV$|INIT_CWD$|DATABASE_URL$|HOST$|PORT$)/i
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)))
}

/** Root's data lies outside the clone, under a name of the clone's own. */
function removeDataOf(folder) {
  if (
    folder &&
    dirname(folder) === '/var/lib/bulwark' &&
    /^(plain|clone)-[0-9a-f]{8}$/.test(basename(folder))
  )
    rmSync(folder, { recursive: true, force: true })
}

/** Set-up must leave what is committed as it is. */
function changedFiles({ folder }) {
  const ours = ['-c', `safe.directory=${folder}`, '-C', folder]
  const changed = execFileSync('git', [...ours, 'status', '--porcelain'], { encoding: 'utf8' }).trim()
  return changed === '' ? [] : [`set-up changed what is committed:\n${changed}`]
}

export function printClones(results) {
  console.table(
    Object.fromEntries(
      results.map(({ way, first, next, faults }) => [
        way,
        { 'first start': besidePeer(first), 'best of the next': besidePeer(next), faults: faults.length },
      ]),
    ),
  )
  for (const { way, faults } of results) for (const fault of faults) console.log(`${way}: ${fault}`)
  console.log(
    `Goals: first start within ${goals.firstByInstall} times its installing, the best of the next within ${goals.warmByNpm} times npm.`,
  )
}

if (process.argv[1] === import.meta.filename) {
  const results = await freshClones(process.argv[2])
  printClones(results)
  process.exitCode = results.some(({ faults }) => faults.length > 0) ? 1 : 0
}
