// The service on other versions of Node: start, sale, cancellation, stop. The versions are packages of tools/node-versions,
// whose programs come from the npm registry. It is part of `npm run soak`. Alone: node scripts/node-versions.mjs
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.mjs'
import { root } from './setup.mjs'

const folder = join(root, 'tools', 'node-versions')
/** Not a measurement: a first start seeds the sandbox, and on a busy machine that takes more than a minute. */
const READY_SECONDS = 300

/** Each version in turn, beginning with our own: `{ version, seconds, faults }`. */
export async function tryNodeVersions() {
  const results = []
  for (const program of [process.execPath, ...nodePrograms()]) results.push(await tryOut(program))
  return results
}

/** Installs the other versions unless they are there. */
export function nodePrograms() {
  const packages = join(folder, 'node_modules')
  const stamp = join(packages, '.package-lock.json')
  const isCurrent =
    existsSync(stamp) && statSync(stamp).mtimeMs >= statSync(join(folder, 'package-lock.json')).mtimeMs
  if (!isCurrent)
    execFileSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
      ...{ cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] },
    })
  return readdirSync(packages)
    .filter((name) => /^node\d+-/.test(name))
    .map((name) => join(packages, name, 'bin', 'node'))
}

async function tryOut(program) {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'bulwark-node-')))
  const began = Date.now()
  const faults = []
  const port = await freePort()
  const child = spawn(program, ['scripts/start.mjs'], {
    cwd: root,
    env: { ...process.env, BULWARK_DATA: data, PORT: String(port), BULWARK_LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text) => {
      said += text
    })
  const ended = new Promise((resolve) => child.once('close', (code) => resolve(code)))
  try {
    await sellAndCancel(`http://127.0.0.1:${port}`, () => child.exitCode === null)
  } catch (error) {
    faults.push(`${error.message}\n${said}`)
  }
  child.kill('SIGTERM')
  const code = await ended
  if (code !== 0) faults.push(`The service ended with ${code}.\n${said}`)
  if (/Warning:/.test(said)) faults.push(`Node warned.\n${said}`)
  rmSync(data, { recursive: true, force: true })
  return { version, seconds: (Date.now() - began) / 1_000, faults }
}

/** A sale and its cancellation, as a dealer's system and the administrator's staff ask for them. */
async function sellAndCancel(url, isRunning) {
  await untilReady(url, isRunning)
  const token = await call(`${url}/oauth/token`, {
    form: { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret: 'sandbox' },
  })
  const as = { token: token.access_token }
  const asked = 'year=2024&make=Ford&model=F-150&driveType=4WD&odometer=12000&productTypeCode=VSC'
  const quote = await call(`${url}/Rates/rateQuote/D1001?${asked}`, as)
  const [rateId] = JSON.stringify(quote).match(/(?<="rateId":")[^"]+/) ?? []
  const sold = await call(`${url}/contracts`, {
    ...as,
    body: {
      rateId,
      retailPrice: 2_995,
      vehicle: { vin: '1FTFW1E58RF000001' },
      vehiclePurchasePrice: 52_000,
      customFieldValues: [{ code: 'SALESPERSON', value: 'R. Diaz' }],
      customer: {
        ...{ firstName: 'Dana', lastName: 'Reyes' },
        address: { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
      },
    },
  })
  const active = await call(`${url}/contracts/${sold.id}/finalize`, { ...as, body: {} })
  if (active.status !== 'Active') throw new Error(`The contract is ${active.status}.`)
  const cancelled = await call(`${url}/contracts/${sold.id}/cancels`, {
    ...as,
    body: { cancelDate: active.saleDate, cancelReasonCode: 'CUSTREQ', cancelOdometer: 12_000 },
  })
  if (!cancelled.id) throw new Error('The contract was not cancelled.')
}

async function call(url, { token, form, body }) {
  const answer = await fetch(url, {
    method: form || body ? 'POST' : 'GET',
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
    },
    ...(form ? { body: new URLSearchParams(form) } : {}),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

export async function untilReady(url, isRunning) {
  for (let left = READY_SECONDS * 10; left > 0 && isRunning(); left -= 1) {
    const isReady = await fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    await sleep(100)
  }
  throw new Error('The service did not become ready.')
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const { version, seconds, faults } of await tryNodeVersions()) {
    console.log(`${version}: ${faults.length === 0 ? 'works' : 'fails'} (${seconds.toFixed(1)} s)`)
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
  }
