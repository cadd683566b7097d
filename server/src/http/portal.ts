import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { projectRoot } from '../db/project-root.ts'
import { encodingFor } from './compression.ts'
import { Problem } from './problems.ts'

/** Where `npm start` puts the built portal. */
const builtPortal = join(projectRoot, 'web', 'dist')

const SECURITY = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data: blob:; frame-src blob:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'",
  // For browsers that do not know frame-ancestors.
  'X-Frame-Options': 'DENY',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/** The names of built files. Anything else is a screen of the portal, so no other file is ever opened. */
const FILE = /^(?:assets\/[\w-]+(?:\.[\w-]+)*|icon)\.(js|css|svg)$/

/**
 * The portal below /app. Its files carry the hash of their content in their names, so browsers keep them for good. Every
 * other address is a screen: it answers the page, which is asked for anew each time, so that a new version is seen.
 */
export function addPortal(server: FastifyInstance, folder: string = builtPortal): void {
  for (const url of ['/app', '/app/*'])
    server.route({
      method: 'GET',
      url,
      config: { operation: '/app' },
      handler: (request, reply) => answer(folder, request, reply),
    })
}

async function answer(folder: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const asked = (request.params as { '*'?: string })['*'] ?? ''
  const type = FILE.exec(asked)?.[1]
  const isAsset = asked.startsWith('assets/')
  const found = type ? await fileFor(folder, asked, request) : isAsset ? undefined : await pageIn(folder)
  if (!found) throw type || isAsset ? missingFile(asked) : notBuilt()
  if (!type)
    return reply
      .headers(PAGE)
      .type(TYPES.html ?? '')
      .send(pageFor(request, found.content))
  if (found.encoding) reply.header('Content-Encoding', found.encoding)
  return reply
    .headers(SECURITY)
    .header('Vary', 'Accept-Encoding')
    .header('Cache-Control', isAsset ? 'public, max-age=31536000, immutable' : 'no-cache')
    .type(TYPES[type] ?? '')
    .send(found.content)
}

const PAGE = { ...SECURITY, Vary: 'Cookie', 'Cache-Control': 'no-cache' }

/**
 * Whoever brings no session cookie is marked as a visitor, so that the page shows the sign-in at once. It cannot see the
 * cookie itself, and asking for the session would be answered with 401, which browsers report as an error.
 */
function pageFor(request: FastifyRequest, page: Buffer): string {
  const isVisitor = !/(?:^|;\s*)(?:__Host-)?bw_session=/.test(request.headers.cookie ?? '')
  return page.toString('utf8').replace('<html ', isVisitor ? '<html data-visitor ' : '<html ')
}

async function pageIn(folder: string): Promise<Found | undefined> {
  const content = await contentOf(join(folder, 'index.html'))
  return content && { content }
}

const notBuilt = () =>
  new Problem(
    'RouteNotFound',
    'The portal is not built here. Start the service with npm start, which builds it.',
  )

const missingFile = (name: string) =>
  new Problem(
    'NotFound',
    `The portal has no file ${name}. It may be of another version: load the page again.`,
  )

interface Found {
  readonly content: Buffer
  readonly encoding?: string
}

/** The file, packed if the caller accepts that and there is a packed one. */
async function fileFor(folder: string, name: string, request: FastifyRequest): Promise<Found | undefined> {
  const encoding = encodingFor(request.headers['accept-encoding'])
  const packed = encoding && (await contentOf(join(folder, `${name}.${encoding === 'br' ? 'br' : 'gz'}`)))
  if (packed) return { content: packed, encoding }
  const content = await contentOf(join(folder, name))
  return content && { content }
}

async function contentOf(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
