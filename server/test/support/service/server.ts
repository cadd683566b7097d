import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { tokenRoute } from '../../../src/access/token-route.ts'
import { doorway, rateLimiter } from '../../../src/http/limits.ts'
import { openApiDocument } from '../../../src/http/openapi/document.ts'
import type { Route } from '../../../src/http/route.ts'
import { buildServer } from '../../../src/http/server.ts'
import type { Shell } from '../../../src/http/shell.ts'
import { problemTexts } from '../../../src/problems.ts'
import { type Api, openApi } from './api.ts'
import type { TestService } from './app.ts'

export interface TestServer {
  readonly server: FastifyInstance
  readonly url: string
  readonly api: Api
}

interface Choices {
  readonly inFlight?: number
  readonly bodyBytes?: number
  readonly stallMilliseconds?: number
  /** Called for each log line. */
  readonly onLog?: (line: string) => void
}

/** A server for test-only routes, with the callers, clock and databases of the service. */
export function shellOf(service: TestService, choices: Choices = {}): Shell {
  const { databases, keys, clock, authenticator } = service.app.services
  return {
    databases,
    keys,
    clock,
    authenticate: authenticator.authenticate,
    door: doorway(choices.inFlight ?? 512),
    limiter: rateLimiter(1_000_000),
    log: choices.onLog ? pino({}, { write: choices.onLog }) : pino({ level: 'silent' }),
    settings: {
      mode: 'sandbox',
      version: 'test',
      bodyBytes: choices.bodyBytes ?? 1024 * 1024,
      fileBytes: 25 * 1024 * 1024,
      ...(choices.stallMilliseconds === undefined ? {} : { stallMilliseconds: choices.stallMilliseconds }),
      checkAnswers: true,
    },
    problems: problemTexts,
    openApi: (routes) => openApiDocument(routes, { version: 'test', problems: problemTexts }),
    notReady: () => undefined,
  }
}

/** A separate server with test-only routes on the database of the service. Close it at the end. */
export async function serve(
  service: TestService,
  routes: readonly Route[],
  choices: Choices = {},
): Promise<TestServer> {
  const server = buildServer(shellOf(service, choices), [tokenRoute(service.app.services), ...routes])
  await server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = server.server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  return { server, url, api: openApi(url) }
}
