import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openAuthenticator } from './access/authenticate.ts'
import { cookieName, SESSION_COOKIE } from './access/cookies.ts'
import { openGuesses } from './access/guesses.ts'
import { openPasswords, type Passwords } from './access/passwords.ts'
import { accessRoutes } from './access/routes.ts'
import { openTokens } from './access/secrets/tokens.ts'
import type { AccessServices } from './access/services.ts'
import { accountHolderRoutes } from './account-holders/routes.ts'
import { createSeals } from './account-holders/seals.ts'
import { cancellationRoutes } from './cancellations/routes.ts'
import { booksGauge, booksJobs } from './cash/books/watch-books.ts'
import { cashRoutes } from './cash/routes.ts'
import { accountHolderDocuments } from './cash/statements/statement-documents.ts'
import { openStatementWorker } from './cash/statements/statement-worker.ts'
import { denyUncovered } from './claims/decide/deny-claims.ts'
import { inspectionFiles } from './claims/inspections/inspection-files.ts'
import { claimDocuments } from './claims/papers/documents.ts'
import { claimRoutes } from './claims/routes.ts'
import type { Config } from './config.ts'
import { contractHooks } from './contracts/changes/ledger-hooks.ts'
import { contractDocumentRoutes } from './contracts/form/documents.ts'
import { contractRoutes } from './contracts/routes.ts'
import { anchorAudit, anchorJob, dropAnchor } from './db/audit-anchors.ts'
import { readAuditChain } from './db/audit-chain.ts'
import type { SettableClock } from './db/clock.ts'
import { type JobRunner, openJobRunner } from './db/jobs.ts'
import type { Keys } from './db/keys.ts'
import type { Peers } from './db/peers.ts'
import { projectRoot } from './db/project-root.ts'
import { openReadCache } from './db/read-cache.ts'
import type { Databases } from './db/tenants.ts'
import { tidyingJob } from './db/tidying.ts'
import { requireDeclared, watchEvents } from './db/unit-of-work.ts'
import { type DeskServices, deskRoutes } from './desk/routes.ts'
import { openFiles } from './documents/files.ts'
import { startSweepingArrivals } from './documents/sweep-files.ts'
import { Effects } from './effects.ts'
import { mailGauges, mailJobs } from './events/mail/mail-worker.ts'
import { deliveredEvents, eventRoutes, openEventStreams } from './events/routes.ts'
import { webhookRoutes } from './events/webhooks/routes.ts'
import { openWebhookWorker } from './events/webhooks/worker.ts'
import { shareCommits, shareOverrides, shareRights } from './follow-peers.ts'
import { openFormPrinter } from './forms/printer.ts'
import { doorway, rateLimiter, sharedRateLimiter, throughDoor } from './http/limits.ts'
import { committedDocument } from './http/openapi/committed.ts'
import { openApiDocument } from './http/openapi/document.ts'
import type { Route } from './http/route.ts'
import { buildServer } from './http/server.ts'
import type { Shell } from './http/shell.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { problemTexts } from './problems.ts'
import { runRoutes } from './processes/runs/routes.ts'
import { openRunWorker } from './processes/runs/run-worker.ts'
import type { ProcessServices } from './processes/runs/services.ts'
import { schedulingJob } from './processes/schedules/open-due-runs.ts'
import { openProcesses } from './processes/types/open-processes.ts'
import { openLiveBooks } from './rates/book/live-book.ts'
import { criteriaRoutes } from './rates/criteria-routes.ts'
import { createOverrideCache } from './rates/disbursements/override-cache.ts'
import { openDisbursementWorker } from './rates/disbursements/worker.ts'
import { openQuoteRecords } from './rates/quotes/records.ts'
import { vinData } from './rates/quotes/vin-data.ts'
import { rateRoutes } from './rates/routes.ts'
import { openBookThread } from './rates/versions/book-thread.ts'
import { referenceRoutes } from './reference/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { followSandbox, type SandboxServices } from './sandbox/reset.ts'
import { sandboxRoutes } from './sandbox/routes.ts'

/** What a service is built from. */
export interface Parts {
  readonly config: Config
  readonly databases: Databases
  readonly keys: Keys
  readonly clock: SettableClock
  readonly log: Logger
  readonly checkAnswers?: boolean
  /** Whether the database is away because its disk is full. */
  readonly isDiskFull?: () => boolean
  readonly passwords?: Passwords
  /** The other processes of the service, if there are any. */
  readonly peers?: Peers
}

/** Everything that the routes use. */
export type AppServices = SandboxServices & ProcessServices & DeskServices

export interface App {
  readonly server: FastifyInstance
  readonly services: AppServices
  /** Started once the service listens. */
  readonly jobs: JobRunner
  /** Notes the ends of the audit lanes outside the database, when the service stops. */
  anchorAudit(): Promise<void>
  /** From now on new requests are refused with this reason; undefined accepts them again. */
  setNotReady(reason: string | undefined): void
}

export const version = (
  JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')) as { version: string }
).version

export function createApp(parts: Parts): App {
  const { config, databases, keys, clock, log, peers } = parts
  watchEvents(parts.checkAnswers ? requireDeclared : undefined)
  const tokens = openTokens(keys)
  const guesses = openGuesses(databases, keys)
  const callers = openAuthenticator(databases, tokens, {
    ...{ secureCookies: config.isHttps, guesses, idleMinutes: config.sessionIdleMinutes },
  })
  const authenticator = peers ? shareRights(callers, peers) : callers
  const door = doorway(config.inFlight, peers?.alone)
  const limiter = peers ? sharedRateLimiter(config.rateLimit, peers.allow) : rateLimiter(config.rateLimit)
  const books = openLiveBooks()
  const overrides = peers ? shareOverrides(createOverrideCache(), peers) : createOverrideCache()
  const printer = openFormPrinter()
  const files = openFiles({ folder: config.filesFolder, fileBytes: config.fileBytes, s3: config.s3 })
  const rooms: SandboxServices = {
    databases,
    keys,
    clock,
    tokens,
    passwords: parts.passwords ?? openPasswords(),
    authenticator,
    guesses,
    isSandbox: config.mode === 'sandbox',
    mailedUrl:
      config.publicUrl ?? (config.mode === 'sandbox' ? `http://${config.host}:${config.port}` : undefined),
    secureCookies: config.isHttps,
    sessionIdleMinutes: config.sessionIdleMinutes,
    publicUrl: config.publicUrl,
    door,
    peers,
    books,
    overrides,
    disbursements: openDisbursementWorker({ databases, clock, door, books, overrides }),
    facts: openReadCache(),
    quotes: openQuoteRecords(log),
    bookThread: openBookThread(),
    vinData,
    seals: createSeals(keys),
    printer,
    files,
    statements: openStatementWorker({ databases, keys, clock, door, files, printer, log }),
    forgetAudit: (tenant) => dropAnchor(config.dataFolder, tenant),
    denyClaims: (tx, acting, contractId) => denyUncovered(tx, { books }, acting, contractId, null),
    streams: openEventStreams({
      ...{ databases, door, log, authenticate: authenticator.authenticate, processes: peers?.count ?? 1 },
    }),
    webhooks: openWebhookWorker({ databases, keys, clock, door, log, isSandbox: config.mode === 'sandbox' }),
    log,
  }
  const services: AppServices = {
    ...rooms,
    runs: openRunWorker({ databases, keys, clock, door, log, processes: openProcesses(rooms) }),
    auditChain: (db, tenant) => readAuditChain(db, keys, { dataFolder: config.dataFolder, tenant }),
  }
  let reason: string | undefined
  const shell: Shell = {
    databases,
    keys,
    clock,
    authenticate: authenticator.authenticate,
    door,
    limiter,
    log,
    settings: {
      mode: config.mode,
      version,
      bodyBytes: config.bodyBytes,
      fileBytes: config.fileBytes,
      publicUrl: config.publicUrl,
      isHttps: config.isHttps,
      trustedProxies: config.trustedProxies,
      checkAnswers: parts.checkAnswers ?? false,
    },
    problems: problemTexts,
    peers,
    gauges: [booksGauge(databases, log), ...mailGauges(databases, log)],
    openApi: (routes) =>
      committedDocument(routes, {
        publicUrl: config.publicUrl,
        sessionCookie: cookieName(SESSION_COOKIE, config.isHttps),
      }),
    isDiskFull: parts.isDiskFull ?? (() => false),
    notReady: () => reason,
  }
  const server = buildServer(shell, routesOf(services))
  server.addHook('preClose', async () => services.streams.close())
  // Records of the last quotes are written before the service ends.
  server.addHook('onClose', () => services.quotes.flush())
  server.addHook('onClose', () => services.printer.close())
  server.addHook('onClose', async () => services.bookThread.close())
  server.addHook('onClose', async () => services.webhooks.close())
  if (peers) {
    followSandbox(services, peers)
    const stopSharing = shareCommits(databases, peers)
    server.addHook('onClose', async () => stopSharing())
  }
  let stopSweeping: (() => void) | undefined
  server.addHook('onListen', async () => {
    stopSweeping = startSweepingArrivals(services)
  })
  server.addHook('onClose', async () => stopSweeping?.())
  // A reset empties the audit and drops its note, so neither may happen between the look at the audit and the note of it.
  const anchor = () =>
    throughDoor(door, () => anchorAudit({ databases, keys, dataFolder: config.dataFolder, log }))
  const jobs = openJobRunner(databases, log, [
    tidyingJob(databases),
    anchorJob(anchor),
    ...services.disbursements.jobs,
    ...booksJobs({ databases, clock }),
    ...services.statements.jobs,
    // Nothing is ever sent from a sandbox.
    ...mailJobs({ databases, keys, files, log, smtp: services.isSandbox ? undefined : config.smtp }),
    ...services.runs.jobs,
    schedulingJob(services),
    ...services.webhooks.jobs,
  ])
  return {
    server,
    services,
    jobs,
    anchorAudit: anchor,
    setNotReady(why) {
      reason = why
    },
  }
}

/** All operations, in the order of the rooms. */
export function routesOf(services: AppServices): Route[] {
  return [
    ...referenceRoutes,
    ...accessRoutes(services satisfies AccessServices),
    ...accountHolderRoutes(services),
    ...ledgerRoutes(contractHooks),
    ...criteriaRoutes,
    ...rateRoutes(services),
    ...contractRoutes(services),
    ...contractDocumentRoutes(services, [accountHolderDocuments, claimDocuments, inspectionFiles]),
    ...claimRoutes(services),
    ...cancellationRoutes(services),
    ...cashRoutes(services),
    ...runRoutes(services),
    ...eventRoutes(services),
    ...webhookRoutes(services),
    ...reportRoutes,
    ...deskRoutes(services),
    ...(services.isSandbox ? sandboxRoutes(services) : []),
  ]
}

/** The OpenAPI document as it is committed: the one of a sandbox. */
export function openApiText(): string {
  const { routes, about } = openApiParts()
  return `${JSON.stringify(openApiDocument(routes, about), null, 2)}
`
}

/** What the document of a sandbox is made of. */
export function openApiParts() {
  // Declaring routes does not use the services; only handling requests does.
  const undeclared = { isSandbox: true } as AppServices
  return {
    routes: routesOf(undeclared),
    about: { version, problems: problemTexts, webhooks: deliveredEvents, effects: Effects },
  }
}
