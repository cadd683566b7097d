import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectRoot } from '../db/project-root.ts'
import { yamlText } from '../domain/yaml-text.ts'
import { documentPage } from './document-page.ts'
import type { Metrics } from './metrics.ts'
import { Problem, type ProblemCode, problemStatuses } from './problems.ts'
import type { Shell } from './shell.ts'

const folder = join(projectRoot, 'server', 'static')

const SECURITY = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  // For browsers that do not know frame-ancestors.
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
}

interface Parts {
  readonly shell: Shell
  readonly metrics: Metrics
  /** Made on first use, so that a start does not wait for it. */
  openApi(): unknown
}

/** The pages that need no sign-in: home, API reference, problem pages, health, metrics. */
export function addPages(server: FastifyInstance, { shell, metrics, openApi }: Parts): void {
  const files = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const page = (name: string, values: Record<string, string>) =>
    (files.get(name) ?? '').replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => escaped(values[key] ?? ''))
  const { mode, version } = shell.settings
  const home = page('home.html', { mode, version })

  get(server, '/', (_, reply) => sendFile(reply, 'html', home))
  get(server, '/docs', (_, reply) => sendFile(reply, 'html', files.get('docs.html') ?? ''))
  for (const [name, text] of files) {
    const type = name.split('.').at(-1) ?? ''
    if (type !== 'html') get(server, `/docs/${name}`, (_, reply) => sendFile(reply, type, text))
  }
  get(
    server,
    '/openapi.json',
    documentPage('application/json; charset=utf-8', () => JSON.stringify(openApi())),
  )
  get(
    server,
    '/openapi.yaml',
    documentPage('application/yaml; charset=utf-8', () => yamlText(openApi())),
  )
  get(server, '/problems/:code', (request, reply) => {
    const code = (request.params as { code: string }).code
    const known = (Object.keys(problemStatuses) as ProblemCode[]).find(
      (name) => name.toLowerCase() === code.toLowerCase(),
    )
    if (!known) throw new Problem('NotFound', `There is no problem code "${code}".`)
    const status = problemStatuses[known]
    const { title, meaning, remedy } = shell.problems[known]
    reply.header('Vary', 'Accept')
    if (!(request.headers.accept ?? '').includes('text/html'))
      return reply.send({ type: `/problems/${known}`, code: known, status, title, meaning, remedy })
    return sendFile(
      reply,
      'html',
      page('problem.html', { code: known, status: String(status), title, meaning, remedy }),
    )
  })
  get(server, '/healthz', (_, reply) => reply.send({ status: 'alive' }))
  get(server, '/readyz', async (_, reply) => {
    const reason = shell.notReady() ?? (await databaseFault(shell))
    if (reason) throw new Problem('NotReady', reason, { headers: { 'Retry-After': '1' } })
    return reply.send({ status: 'ready' })
  })
  get(server, '/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()))
}

type Answer = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | Promise<FastifyReply>

function get(server: FastifyInstance, url: string, answer: Answer): void {
  server.route({ method: 'GET', url, config: { operation: url }, handler: answer })
}

const sendFile = (reply: FastifyReply, type: string, text: string) =>
  reply
    .headers(SECURITY)
    .header('Cache-Control', 'no-cache')
    .type(TYPES[type] ?? 'text/plain; charset=utf-8')
    .send(text)

async function databaseFault(shell: Shell): Promise<string | undefined> {
  try {
    await shell.databases.platformPool.query('select 1')
    return undefined
  } catch {
    return 'The database does not answer.'
  }
}

const escaped = (text: string) => text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
