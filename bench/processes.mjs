// Starts the service and its peers as processes of their own, on one data folder, and ends them.
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../scripts/free-port.mjs'
import { root } from '../scripts/setup.mjs'
import { isQuick } from './rows.mjs'

/** A service in a folder of its own, with the settings of a real one; only the limit on requests is out of the way. */
export async function startService(settings = {}) {
  template ??= seedTemplate().catch((error) => {
    template = undefined
    throw error
  })
  return startOn(join(await template, 'data'), settings)
}

let template

/** A seeded data folder, made once and copied for every service of this run. */
async function seedTemplate() {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-bench-seed-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  chmodSync(folder, 0o711)
  const first = await startOn()
  await first.halt()
  execFileSync('cp', ['-a', first.data, join(folder, 'data')])
  first.remove()
  return folder
}

async function startOn(seeded, settings = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-bench-'))
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  if (seeded) execFileSync('cp', ['-a', seeded, data])
  const port = await freePort()
  const limits = { BULWARK_RATE_LIMIT: '10000000', BULWARK_WORKERS: '', ...settings }
  const environment = { BULWARK_DATA: data, PORT: String(port), ...limits }
  const child = await startChild(startArguments(), environment, port, '/readyz')
  return {
    url: `http://127.0.0.1:${port}`,
    data,
    pid: child.pid,
    halt: () => end(child),
    remove: () => rmSync(folder, { recursive: true, force: true }),
    async stop() {
      await this.halt()
      this.remove()
    },
  }
}

/** As `npm start` starts it, flags and all. */
function startArguments() {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return scripts.start.split(' ').slice(2)
}

/** A peer: a bare server on the same database. */
export async function startPeer(script, service, extra = {}) {
  const port = await freePort()
  const child = await startChild(
    [script],
    { ...extra, PEER_DATA: service.data, PORT: String(port) },
    port,
    '/ready',
  )
  return { url: `http://127.0.0.1:${port}`, pid: child.pid, stop: () => end(child) }
}

async function startChild(args, environment, port, readyPath) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', process.env.BENCH_VERBOSE ? 'inherit' : 'ignore'],
  })
  for (let tries = 0; tries < 3_000; tries += 1) {
    if (child.exitCode !== null) throw new Error(`${args[0]} ended with ${child.exitCode}`)
    const answer = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => undefined)
    if (answer?.ok) return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await end(child)
  throw new Error(`${args.at(-1)} did not become ready`)
}

async function end(child) {
  if (child.exitCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await gone
}

/** Resident memory of a process, now and at its peak, in MB. */
export function memoryOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name) => Math.round(Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]) / 1024)
  return { now: megabytes('VmRSS'), peak: megabytes('VmHWM') }
}

export async function tokenOf(url, clientId) {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: 'sandbox',
  })
  const answer = await fetch(`${url}/oauth/token`, { method: 'POST', body })
  return (await answer.json()).access_token
}

export const median = (numbers) =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)]

/**
 * Measures the two in turns, so that whatever else the machine does falls on both, and each goes first as often as the other.
 * Answers the medians, and the median of the ratios of each round: the two halves of a round stand side by side, so a slow
 * minute of the machine falls on both.
 */
export async function inTurns(rounds, ours, peers) {
  const [mine, theirs] = [[], []]
  for (let round = 0; round < (isQuick ? 1 : rounds); round += 1) {
    if (round % 2 === 0) theirs.push(await peers())
    mine.push(await ours())
    if (round % 2 === 1) theirs.push(await peers())
  }
  const ratios = mine.map((one, round) => one / theirs[round])
  return { ours: median(mine), peer: median(theirs), ratio: median(ratios) }
}
