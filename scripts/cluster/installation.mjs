// A production service with three administrators, made by the commands that an operator uses: on a cluster, or on the
// embedded database.
import { execFile, spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../free-port.mjs'
import { root } from '../setup.mjs'

const NUMBERS = ['ADMA', 'ADMB', 'ADMC']
const START_SECONDS = 120

/** Without a URL the database is the embedded one. `program` is the clone whose code runs. */
export async function openInstallation(databaseUrl, { program = root } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-cluster-'))
  chmodSync(folder, 0o711)
  const data = join(folder, 'data')
  mkdirSync(data, { mode: 0o700 })
  const environment = {
    ...withoutSettings(process.env),
    ...{ BULWARK_MODE: 'production', BULWARK_DATA: data, BULWARK_RATE_LIMIT: '10000000' },
    ...(databaseUrl
      ? { DATABASE_URL: databaseUrl, BULWARK_KEYS: await newKeys(join(folder, 'keys.json'), program) }
      : {}),
  }
  const run = async (...args) => {
    const script = join(program, 'scripts', 'bulwark.mjs')
    const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
      ...{ cwd: program, env: environment, maxBuffer: 2 ** 26 },
    })
    return stdout
  }
  await run('migrate')
  const administrators = []
  for (const number of NUMBERS) administrators.push(await addAdministrator(run, folder, program, number))
  const port = await freePort()
  const service = await startService(program, { ...environment, PORT: String(port) }, port)
  return {
    administrators,
    run,
    url: service.url,
    output: service.output,
    async stop() {
      await service.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The starter book and its account holders, and a client that may do everything. */
async function addAdministrator(run, folder, program, number) {
  const books = join(folder, number)
  cpSync(join(program, 'books', 'starter'), books, { recursive: true })
  const holders = join(books, 'holders', 'holders.yaml')
  writeFileSync(holders, readFileSync(holders, 'utf8').replace('number: ACME', `number: ${number}`))
  await run(
    'tenant',
    'create',
    '--number',
    number,
    '--name',
    `Administrator ${number}`,
    '--time-zone',
    'America/Chicago',
  )
  await run('accountholders', 'apply', '--tenant', number, '--file', join(books, 'holders'))
  await run('ratebook', 'apply', '--tenant', number, '--folder', join(books, 'book'))
  const made = await run('admin', 'create', '--tenant', number, '--client', 'Trials', '--json')
  const { clientId, clientSecret } = JSON.parse(made)
  return { number, clientId, clientSecret }
}

async function newKeys(file, program) {
  const { loadKeys } = await import(join(program, 'dist', 'db', 'keys.js'))
  loadKeys(file, true)
  return file
}

async function startService(program, environment, port) {
  const { scripts } = JSON.parse(readFileSync(join(program, 'package.json'), 'utf8'))
  const child = spawn(process.execPath, scripts.start.split(' ').slice(2), {
    ...{ cwd: program, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  })
  let said = ''
  for (const channel of [child.stdout, child.stderr])
    channel.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-200_000)
    })
  const url = `http://127.0.0.1:${port}`
  const end = Date.now() + START_SECONDS * 1_000
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}: ${said}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) break
    if (Date.now() > end) {
      child.kill('SIGTERM')
      throw new Error(`The service did not become ready: ${said}`)
    }
    await sleep(100)
  }
  return {
    url,
    output: () => said,
    async stop() {
      if (child.exitCode !== null) return
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}

/** The environment of this machine without settings of the service. */
const withoutSettings = (environment) =>
  Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^(BULWARK_.*|DATABASE_URL|HOST|PORT|NODE_ENV|npm_.*)$/.test(name),
    ),
  )
