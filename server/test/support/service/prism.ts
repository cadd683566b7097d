import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { projectRoot } from '../../../src/db/project-root.ts'
import type { Answer } from './api.ts'

/** Sends one request and reads its answer. */
type Exchange = (
  url: string,
  method: string,
  headers: Record<string, string>,
  body?: string | Uint8Array,
) => Promise<Answer>

/** Names the request on its way through Prism. */
const NAME = 'x-exchange'

/**
 * Sends each request through Prism, which compares it and its answer with openapi.json (scripts/openapi-prism.mjs). Prism
 * forwards to one address only. This worker listens there, and sends the request on to the service it is for. The test
 * gets what the service answered: Prism would make text of a file. What Prism finds is added to the report.
 */
export function throughPrism(send: Exchange): Exchange {
  const { BULWARK_PRISM: prism, BULWARK_PRISM_UPSTREAM: upstream, BULWARK_PRISM_REPORT: report } = process.env
  if (!prism || !upstream || !report) return send
  const forward = listen(Number(upstream))
  const declared = declaredPaths()
  let count = 0
  return async (url, method, headers, body) => {
    const { pathname, search } = new URL(url)
    const path = declared(pathname)
    if (path === undefined || !isReadable(headers, body)) return send(url, method, headers, body)
    count += 1
    const answered = forward(String(count), () => send(url, method, headers, body))
    const named = { ...headers, [NAME]: String(count) }
    const seen = await send(`${prism}${path}${search}`, method, named, body).catch(() => undefined)
    const isForwarded = answered.isAsked()
    const answer = await answered.answer()
    const line = {
      ...{ method, path, search, status: answer.status, isForwarded },
      type: answer.headers.get('content-type'),
      violations: seen?.headers.get('sl-violations') ?? null,
    }
    appendFileSync(report, `${JSON.stringify(line)}\n`)
    return answer
  }
}

/** Prism does not answer a request whose JSON it cannot read. */
function isReadable(headers: Record<string, string>, body: string | Uint8Array | undefined): boolean {
  if (body === undefined || !/json/i.test(headers['content-type'] ?? '')) return true
  try {
    JSON.parse(Buffer.from(body).toString())
    return true
  } catch {
    return false
  }
}

/** Where Prism forwards to. A request that it keeps to itself, because it cannot read it, is sent without it. */
function listen(port: number) {
  const waiting = new Map<string, () => Promise<Answer>>()
  const server = createServer((request, response) => {
    request.resume()
    const answer = waiting.get(String(request.headers[NAME]))?.()
    const send = async () => {
      const { status, headers, text } = (await answer) ?? { status: 421, headers: [], text: '' }
      // These are about the bytes on the way, which are new ones here.
      const kept = [...headers].filter(
        ([name]) => !/^(content-length|transfer-encoding|connection|keep-alive)$/.test(name),
      )
      for (const [name, value] of kept) response.appendHeader(name, value)
      response.writeHead(status).end(text)
    }
    send().catch(() => response.destroy())
  })
  server.listen(port, '127.0.0.1').unref()
  return (name: string, send: () => Promise<Answer>) => {
    let asked: Promise<Answer> | undefined
    waiting.set(name, () => {
      asked ??= send()
      return asked
    })
    return {
      isAsked: () => asked !== undefined,
      answer: () => {
        waiting.delete(name)
        return asked ?? send()
      },
    }
  }
}

/** Prism compares letters. Our paths answer in any case, and below /api. */
function declaredPaths(): (path: string) => string | undefined {
  const { paths } = JSON.parse(readFileSync(join(projectRoot, 'openapi.json'), 'utf8')) as { paths: object }
  const templates = Object.keys(paths)
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`, 'i') }))
    .sort((left, right) => left.path.split('{').length - right.path.split('{').length)
  return (sent) => {
    const bare = sent.replace(/^\/api(?=\/)/i, '').replace(/(?<=.)\/$/, '')
    for (const { path, pattern } of templates) {
      const values = pattern.exec(bare)?.slice(1)
      if (values) return path.replaceAll(/\{\w+\}/g, () => values.shift() ?? '')
    }
    return undefined
  }
}
