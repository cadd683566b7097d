// Other people's tools against openapi.json: linters, three generators of clients, a flow through one of them, and Prism
// between a caller and the service. They live in tools/openapi and run with Node 24. It is part of `npm run soak`.
// Alone: node scripts/openapi-tools.mjs
import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { freePort } from './free-port.mjs'
import { untilReady } from './node-versions.mjs'
import { scenariosThroughPrism, startPrism } from './openapi-prism.mjs'
import { root } from './setup.mjs'
import { document, folder, installTools, silent } from './tools-folder.mjs'

const made = join(folder, 'made')

/** Each check in turn: `{ what, seconds, faults }`. */
export async function tryTools() {
  const node = installTools()
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made)
  const tool = toolsWith(node)
  const results = [
    tool('spectral: the OpenAPI rules', 'spectral', ['lint', '-r', 'spectral.yaml', '-F', 'warn', document]),
    tool('redocly: the recommended rules', 'redocly', [
      ...['lint', '--config', 'redocly.yaml', '--format', 'stylish', document],
    ]),
    tool('the requests without answers', 'requests.mjs', [document, join(made, 'requests.json')]),
    tool('spectral: limits of what is sent', 'spectral', [
      ...['lint', '-r', 'spectral-limits.yaml', '-F', 'warn', join(made, 'requests.json')],
    ]),
    tool('spectral: the OWASP rules', 'spectral', [
      'lint',
      '-r',
      'spectral-owasp.yaml',
      '-F',
      'warn',
      document,
    ]),
    tool('openapi-typescript', 'openapi-typescript', [
      ...[document, '--default-non-nullable', 'false', '-o', 'made/openapi-typescript.ts'],
    ]),
    tool('@hey-api/openapi-ts', 'openapi-ts', [
      ...['-i', document, '-o', 'made/hey-api', '-c', '@hey-api/client-fetch', '--no-log-file'],
    ]),
    tool('orval', 'orval', ['--config', 'orval.config.mjs']),
    tool('the generated code and a flow typecheck', 'tsc', ['-p', 'tsconfig.json']),
  ]
  return [...results, ...(await againstService(node, tool)), ...(await scenariosThroughPrism(node))]
}

/** Runs a program of the tools, or a script of the folder. */
const toolsWith = (node) => (what, name, args) => {
  const program = name.endsWith('.mjs') || name.endsWith('.ts') ? name : join('node_modules', '.bin', name)
  const began = Date.now()
  try {
    const said = execFileSync(node, [program, ...args], {
      ...{
        cwd: folder,
        env: { ...process.env, ...silent },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    })
    return { what, seconds: (Date.now() - began) / 1_000, faults: [], said }
  } catch (error) {
    const said = `${error.stdout ?? ''}${error.stderr ?? ''}`.slice(-4_000)
    return { what, seconds: (Date.now() - began) / 1_000, faults: [said || error.message] }
  }
}

/** The flow of a dealer through a generated client, and many requests through Prism, against a service of their own. */
async function againstService(node, tool) {
  const data = realpathSync(mkdtempSync(join(tmpdir(), 'bulwark-tools-')))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const service = spawn(process.execPath, ['scripts/start.mjs'], {
    ...{ cwd: root, stdio: 'ignore' },
    env: { ...process.env, BULWARK_DATA: data, PORT: String(port), BULWARK_LOG_LEVEL: 'warn' },
  })
  const ended = new Promise((resolve) => service.once('close', resolve))
  let prism
  try {
    await untilReady(url, () => service.exitCode === null)
    prism = await startPrism(node, url)
    return [
      tool('a dealer’s flow through openapi-fetch', 'flow.ts', [url]),
      tool('the same flow through Prism', 'flow.ts', [prism.url, '1FTFW1E5XRF000002']),
      await throughPrism(prism.url),
    ]
  } catch (error) {
    return [{ what: 'the service and Prism', seconds: 0, faults: [error.message] }]
  } finally {
    await prism?.stop()
    service.kill('SIGTERM')
    await ended
    rmSync(data, { recursive: true, force: true })
  }
}

/** Every read, and writes that are tried out: Prism names each answer that is not as declared. */
async function throughPrism(proxy) {
  const began = Date.now()
  const { paths } = JSON.parse(readFileSync(document, 'utf8'))
  const form = { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret: 'sandbox' }
  const signedIn = await fetch(`${proxy}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token } = await signedIn.json()
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, application/problem+json' }
  const reads = Object.entries(paths)
    .filter(([path, { get }]) => get && !/stream|downloads|session|positivepay|export/i.test(path))
    .map(([path]) => ({ method: 'GET', path: path.replaceAll(/\{\w+\}/g, '1') }))
  const tries = [
    { path: '/contracts/updateEarnings', body: { contractIds: [1, 2] } },
    { path: '/agents', body: { number: 'X1', name: 'Example', address: exampleAddress } },
    { path: '/contracts/1/holds', body: { holdReasonId: 5 } },
    { path: '/salestax/calculations', body: {} },
  ].map(({ path, body }) => ({ method: 'POST', path: `${path}?dryRun=true`, body }))
  const faults = []
  for (const { method, path, body } of [...reads, ...tries]) {
    const answer = await fetch(`${proxy}${path}`, {
      method,
      headers: {
        ...headers,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    await answer.arrayBuffer()
    const violations = JSON.parse(answer.headers.get('sl-violations') ?? '[]')
    for (const { location, message } of violations)
      if (location[0] === 'response')
        faults.push(`${method} ${path} ${answer.status} ${location.join('.')}: ${message}`)
  }
  const count = reads.length + tries.length
  return { what: `${count} answers through Prism as declared`, seconds: (Date.now() - began) / 1_000, faults }
}

const exampleAddress = { line1: '12 Elm St', city: 'Austin', state: 'TX', zip: '78701' }

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const results = await tryTools()
  for (const { what, seconds, faults } of results) {
    console.log(`${faults.length === 0 ? 'met   ' : 'MISSED'} ${seconds.toFixed(1).padStart(6)} s  ${what}`)
    for (const fault of faults) console.log(fault)
  }
  process.exitCode = results.some(({ faults }) => faults.length > 0) ? 1 : 0
}
