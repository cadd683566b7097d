// Prism between scenario tests and the service: it compares every request and answer with openapi.json. It is part of
// `npm run soak -- tools`. Alone, with all files or only some: node scripts/openapi-prism.mjs claims/story
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.mjs'
import { capture, root } from './setup.mjs'
import { document, folder, installTools, silent } from './tools-folder.mjs'

/** Test files below server/test whose requests go through Prism. */
const scenarios = [
  'golden-story',
  'http/openapi',
  'access/tokens',
  'access/sessions',
  'access/users',
  'access/scopes',
  'access/keys',
  'account-holders/holders',
  'account-holders/relations',
  'rates/quote',
  'rates/lists',
  'rates/disbursements',
  'contracts/create',
  'contracts/change',
  'contracts/holds',
  'contracts/rerate',
  'contracts/documents',
  'contracts/history',
  'contracts/transfer',
  'contracts/update-earnings',
  'cancellations/quote',
  'cancellations/requests',
  'cancellations/execute',
  'cancellations/payments',
  'cancellations/reinstate',
  'cash/month',
  'cash/batches',
  'cash/transactions',
  'claims/story',
  'claims/entry',
  'claims/decisions',
  'claims/payments',
  'claims/inspections',
  'claims/gap',
  'events/catalogue',
  'events/webhooks',
  'processes/runs',
  'processes/schedules',
  'reference/lists',
  'custom-fields/values',
]

/** Starts Prism in front of an address. Ends with `stop`. */
export async function startPrism(node, upstream) {
  const port = await freePort()
  const args = ['proxy', document, upstream, '-h', '127.0.0.1', '-p', String(port), '-v', 'silent']
  const child = spawn(node, [join('node_modules', '.bin', 'prism'), ...args], {
    ...{ cwd: folder, env: { ...process.env, ...silent }, stdio: 'ignore' },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  for (let left = 600; left > 0 && child.exitCode === null; left -= 1) {
    if (await fetch(`${url}/me`).catch(() => undefined)) return { url, stop }
    await sleep(100)
  }
  await stop()
  throw new Error('Prism did not start.')
}

/** Two checks: that Prism compares every operation, and that no test meets what is not declared. */
export async function scenariosThroughPrism(node, names = scenarios) {
  const upstream = await freePort()
  const prism = await startPrism(node, `http://127.0.0.1:${upstream}`)
  try {
    return [await withWrongAnswers(prism.url, upstream), await withTests(prism.url, upstream, names)]
  } finally {
    await prism.stop()
  }
}

/**
 * Prism says nothing about a schema that it cannot compile. So each operation is sent and answers a number first, which
 * is never right, and Prism must say so.
 */
async function withWrongAnswers(prism, upstream) {
  const began = Date.now()
  const expected = operations().flatMap(({ method, path, operation }) => {
    const [status, { content = {} }] = Object.entries(operation.responses).find(([code]) => /^2/.test(code))
    const isSent = operation.requestBody?.content['application/json'] !== undefined
    const isAnswered = content['application/json'] !== undefined
    return isSent || isAnswered ? [{ method, path, status, isSent, isAnswered }] : []
  })
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(Number(request.headers['x-status']), { 'content-type': 'application/json' }).end('12')
  })
  await new Promise((resolve) => server.listen(upstream, '127.0.0.1', resolve))
  const faults = []
  for (const { method, path, status, isSent, isAnswered } of expected) {
    const answer = await fetch(`${prism}${path.replaceAll(/\{\w+\}/g, '1')}`, {
      method,
      headers: { 'x-status': status, ...(isSent ? { 'content-type': 'application/json' } : {}) },
      ...(isSent ? { body: '12' } : {}),
    })
    await answer.arrayBuffer()
    const found = violationsIn(answer.headers.get('sl-violations')).map(({ location }) => location.join('.'))
    if (isSent && !found.includes('request.body')) faults.push(`${method} ${path}: any body passes.`)
    if (isAnswered && !found.includes('response.body')) faults.push(`${method} ${path}: any answer passes.`)
  }
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  return {
    ...{
      what: `Prism compares ${expected.length} operations`,
      seconds: (Date.now() - began) / 1_000,
      faults,
    },
  }
}

/** Runs the tests with their requests sent through Prism (server/test/support/service/prism.ts). */
async function withTests(prism, upstream, names) {
  const kept = mkdtempSync(join(tmpdir(), 'bulwark-prism-'))
  const report = join(kept, 'report.jsonl')
  try {
    const files = names.map((name) => `server/test/${name}.test.ts`)
    // Prism forwards to one address, so there is one worker.
    const { code, seconds } = await capture(
      'tests through Prism',
      join(root, 'node_modules', '.bin', 'vitest'),
      ['run', '--maxWorkers=1', ...files],
      {
        environment: {
          BULWARK_PRISM: prism,
          BULWARK_PRISM_UPSTREAM: String(upstream),
          BULWARK_PRISM_REPORT: report,
        },
        show: true,
      },
    )
    const lines = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n').map(JSON.parse) : []
    const forwarded = lines.filter(({ isForwarded }) => isForwarded).length
    return {
      what: `${forwarded} of ${lines.length} requests of ${files.length} test files through Prism as declared`,
      seconds,
      faults: [...(code === 0 ? [] : ['A test failed.']), ...faultsIn(lines)],
    }
  } finally {
    rmSync(kept, { recursive: true, force: true })
  }
}

/** What Prism found, each once, with the number of times. */
function faultsIn(lines) {
  const counts = new Map()
  const asTable = new Set(
    operations()
      .filter(({ operation }) => Object.values(operation.responses).some((response) => response['x-csv']))
      .map(({ method, path }) => `${method} ${path}`),
  )
  for (const { method, path, search, status, type, violations } of lines) {
    const name = nameOf(method, path)
    for (const { location, message } of violationsIn(violations)) {
      // Tests send wrong requests on purpose. What the service accepts is right.
      if (location[0] === 'request' && (status < 200 || status >= 300)) continue
      // A dry run moves nothing and needs no key; the document can only say that the operation does.
      if (/dryRun=true/i.test(search) && /'idempotency-key'$/.test(message)) continue
      // An operation without a body takes an empty object, and refuses anything else.
      if (/^No supported content types/.test(message)) continue
      // CSV is declared as `x-csv`, so that the types of generated clients stay those of the rows.
      if (/^text\/csv/.test(type) && asTable.has(name) && location[1] !== 'header') continue
      const fault = `${name} ${status} ${location.join('.').replaceAll(/\.\d+(?=\.|$)/g, '.*')}: ${message}`
      const known = counts.get(fault)
      counts.set(fault, { count: (known?.count ?? 0) + 1, path: known?.path ?? path })
    }
  }
  return [...counts].map(([fault, { count, path }]) => `${fault} (${count} times, such as ${path})`).sort()
}

function violationsIn(header) {
  if (!header) return []
  try {
    return JSON.parse(header)
  } catch {
    // Prism cuts a long list off.
    return [{ location: [/"location":\["response"/.test(header) ? 'response' : 'request'], message: header }]
  }
}

let known

function operations() {
  known ??= Object.entries(resolved(JSON.parse(readFileSync(document, 'utf8'))).paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...{ method: method.toUpperCase(), path, operation },
        pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      })),
  )
  return known
}

/** The document with its shared answers in their places. */
function resolved({ paths, components }) {
  const whole = (answer) => (answer.$ref ? components.responses[answer.$ref.split('/').at(-1)] : answer)
  for (const operation of Object.values(paths).flatMap(Object.values))
    operation.responses = Object.fromEntries(
      Object.entries(operation.responses).map(([status, answer]) => [status, whole(answer)]),
    )
  return { paths }
}

const nameOf = (method, sent) =>
  `${method} ${
    operations()
      .filter((one) => one.method === method && one.pattern.test(sent))
      .map(({ path }) => path)
      .sort((left, right) => left.split('{').length - right.split('{').length)[0] ?? sent
  }`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const named = process.argv.slice(2)
  const results = await scenariosThroughPrism(installTools(), named.length > 0 ? named : scenarios)
  for (const { what, seconds, faults } of results) {
    console.log(`${faults.length === 0 ? 'met   ' : 'MISSED'} ${seconds.toFixed(1).padStart(6)} s  ${what}`)
    for (const fault of faults) console.log(fault)
  }
  process.exitCode = results.some(({ faults }) => faults.length > 0) ? 1 : 0
}
