import { join, resolve } from 'node:path'
import pg from 'pg'
import { z } from 'zod'
import { defaultDataFolder } from './db/embedded/data-folder.ts'
import { projectRoot } from './db/project-root.ts'
import { RESERVED_CONNECTIONS } from './db/tenants.ts'
import type { S3Settings } from './documents/s3-store.ts'
import { isLoopback } from './domain/ip-addresses.ts'
import { isMailAddress } from './domain/mail/addresses.ts'
import { type Network, parseNetworks } from './domain/trusted-proxies.ts'
import type { SmtpSettings } from './events/mail/smtp.ts'

/** All settings of the service, read from the environment once at the start. */
export interface Config {
  readonly mode: 'sandbox' | 'production'
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** If set, the embedded database is not used. */
  readonly databaseUrl: string | undefined
  readonly keysFile: string
  readonly keysGiven: boolean
  readonly logLevel: string
  /** Requests per second and caller. */
  readonly rateLimit: number
  readonly bodyBytes: number
  /** Where files arrive, and where they are stored unless an S3 service is configured. */
  readonly filesFolder: string
  readonly fileBytes: number
  readonly s3: S3Settings | undefined
  /** The address by which callers reach the service. If absent, links in answers are relative. */
  readonly publicUrl: string | undefined
  /** Callers reach the service with TLS, so cookies are secure and browsers are told to stay with TLS. */
  readonly isHttps: boolean
  /** The proxies whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  readonly trustedProxies: readonly Network[]
  /** A session of a person ends when it is not used for longer. */
  readonly sessionIdleMinutes: number
  /** What production refuses unless it is allowed by name. */
  readonly allowed: { readonly http: boolean; readonly direct: boolean; readonly plainDatabase: boolean }
  /** The mail server. If absent, mail waits. A sandbox never sends any. */
  readonly smtp: SmtpSettings | undefined
  readonly inFlight: number
  readonly connectionsPerTenant: number
  readonly connectionsInAll: number
  readonly statementMilliseconds: number
  /** How many processes serve requests. They share the limits and the connections. */
  readonly workers: number
}

const whole = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,12}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)

const MEBIBYTE = 1024 * 1024
const address = z.string().regex(/^https?:\/\/[^\s?#@]+$/, 'must be a URL that begins with https://')

const flag = z
  .enum(['true', 'false'], 'must be true or false')
  .default('false')
  .transform((text) => text === 'true')

const networks = z
  .string()
  .default('')
  .transform((list, context) => {
    const { networks, faults } = parseNetworks(list)
    for (const fault of faults) context.addIssue({ code: 'custom', message: `${fault}.` })
    return networks
  })

const Environment = z.object({
  BULWARK_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  BULWARK_DATA: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be a URL that begins with postgres://')
    .optional(),
  BULWARK_KEYS: z.string().min(1).optional(),
  BULWARK_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  BULWARK_RATE_LIMIT: whole(1, 10_000_000).optional(),
  BULWARK_BODY_BYTES: whole(1_024, 64 * MEBIBYTE).default(MEBIBYTE),
  BULWARK_FILES: z.string().min(1).optional(),
  BULWARK_FILE_BYTES: whole(1_024, 256 * MEBIBYTE).default(25 * MEBIBYTE),
  BULWARK_PUBLIC_URL: address.transform((url) => url.replace(/\/+$/, '')).optional(),
  BULWARK_TRUSTED_PROXIES: networks,
  BULWARK_SESSION_IDLE_MINUTES: whole(1, 720).default(30),
  BULWARK_ALLOW_HTTP: flag,
  BULWARK_ALLOW_DIRECT: flag,
  BULWARK_ALLOW_PLAIN_DATABASE: flag,
  BULWARK_S3_ENDPOINT: address.optional(),
  BULWARK_S3_BUCKET: z
    .string()
    .regex(/^[\w.-]{3,255}$/, 'must be the name of a bucket')
    .optional(),
  BULWARK_S3_REGION: z.string().min(1).default('us-east-1'),
  BULWARK_S3_ACCESS_KEY: z.string().min(1).optional(),
  BULWARK_S3_SECRET_KEY: z.string().min(1).optional(),
  BULWARK_SMTP_URL: z
    .string()
    .refine((url) => smtpServer(url) !== undefined, 'must look like smtps://user:password@mail.example:465')
    .optional(),
  BULWARK_MAIL_FROM: z
    .string()
    .refine(isMailAddress, 'must be an address such as no-reply@example.com, without a name')
    .optional(),
  BULWARK_IN_FLIGHT: whole(1, 100_000).default(512),
  BULWARK_TENANT_CONNECTIONS: whole(1, 1_000).default(8),
  BULWARK_CONNECTIONS: whole(1 + RESERVED_CONNECTIONS, 10_000).default(40),
  BULWARK_QUERY_MS: whole(100, 600_000).default(5_000),
  BULWARK_WORKERS: whole(1, 64).default(1),
})

export class ConfigRefused extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The settings are not valid:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable counts as not set, as in shells and compose files.
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(variables)
  if (!parsed.success)
    throw new ConfigRefused(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  const env = parsed.data
  const dataFolder = resolve(env.BULWARK_DATA ?? defaultDataFolder(projectRoot))
  const config: Config = {
    mode: env.BULWARK_MODE,
    host: env.HOST,
    port: env.PORT,
    dataFolder,
    databaseUrl: env.DATABASE_URL,
    keysFile: resolve(env.BULWARK_KEYS ?? join(dataFolder, 'keys.json')),
    keysGiven: env.BULWARK_KEYS !== undefined,
    logLevel: env.BULWARK_LOG_LEVEL,
    rateLimit: env.BULWARK_RATE_LIMIT ?? (env.BULWARK_MODE === 'sandbox' ? 1_000 : 100),
    bodyBytes: env.BULWARK_BODY_BYTES,
    filesFolder: resolve(env.BULWARK_FILES ?? join(dataFolder, 'files')),
    fileBytes: env.BULWARK_FILE_BYTES,
    s3: s3Settings(env),
    publicUrl: env.BULWARK_PUBLIC_URL,
    isHttps: env.BULWARK_PUBLIC_URL?.startsWith('https:') ?? !isLoopback(env.HOST),
    trustedProxies: env.BULWARK_TRUSTED_PROXIES,
    sessionIdleMinutes: env.BULWARK_SESSION_IDLE_MINUTES,
    allowed: {
      http: env.BULWARK_ALLOW_HTTP,
      direct: env.BULWARK_ALLOW_DIRECT,
      plainDatabase: env.BULWARK_ALLOW_PLAIN_DATABASE,
    },
    smtp: smtpSettings(env),
    inFlight: env.BULWARK_IN_FLIGHT,
    connectionsPerTenant: env.BULWARK_TENANT_CONNECTIONS,
    connectionsInAll: env.BULWARK_CONNECTIONS,
    statementMilliseconds: env.BULWARK_QUERY_MS,
    workers: env.BULWARK_WORKERS,
  }
  const faults = unsafeSettings(config)
  if (faults.length > 0) throw new ConfigRefused(faults)
  return config
}

/** Either all S3 settings are set, or none. */
function s3Settings(env: z.output<typeof Environment>): S3Settings | undefined {
  const { BULWARK_S3_ENDPOINT: endpoint, BULWARK_S3_BUCKET: bucket, BULWARK_S3_REGION: region } = env
  const { BULWARK_S3_ACCESS_KEY: accessKey, BULWARK_S3_SECRET_KEY: secretKey } = env
  if (endpoint && bucket && accessKey && secretKey) return { endpoint, bucket, region, accessKey, secretKey }
  if (!endpoint && !bucket && !accessKey && !secretKey) return undefined
  const required = { ENDPOINT: endpoint, BUCKET: bucket, ACCESS_KEY: accessKey, SECRET_KEY: secretKey }
  const missing = Object.entries(required).filter(([, value]) => value === undefined)
  throw new ConfigRefused(
    missing.map(([name]) => `BULWARK_S3_${name}: must be set, because other BULWARK_S3 settings are.`),
  )
}

/** The parts of `smtp://user:password@host:port`. A user and a password with special characters are percent-encoded. */
function smtpServer(url: string): Omit<SmtpSettings, 'from'> | undefined {
  if (!/^smtps?:\/\/[^\s/?#]+\/?$/.test(url)) return undefined
  try {
    // The parser knows the rules for host and port only for the schemes of the web.
    const { hostname, port, username, password } = new URL(url.replace(/^smtps?:/, 'http:'))
    const isTls = url.startsWith('smtps:')
    const host = hostname.replace(/^\[(.*)\]$/, '$1')
    return {
      // The web's own port is dropped by the parser.
      ...{ host, port: port === '' ? (/:80\/?$/.test(url) ? 80 : isTls ? 465 : 587) : Number(port) },
      ...{ isTls, isLocal: isLoopback(host) },
      user: username === '' ? undefined : decodeURIComponent(username),
      password: password === '' ? undefined : decodeURIComponent(password),
    }
  } catch {
    return undefined
  }
}

/** Either both mail settings are set, or none. */
function smtpSettings(env: z.output<typeof Environment>): SmtpSettings | undefined {
  const { BULWARK_SMTP_URL: url, BULWARK_MAIL_FROM: from } = env
  const server = url === undefined ? undefined : smtpServer(url)
  if (server && from) return { ...server, from }
  if (!server && !from) return undefined
  const [missing, other] = server
    ? ['BULWARK_MAIL_FROM', 'BULWARK_SMTP_URL']
    : ['BULWARK_SMTP_URL', 'BULWARK_MAIL_FROM']
  throw new ConfigRefused([`${missing}: must be set, because ${other} is.`])
}

/** Unsafe settings that show without the database. Others are checked after connecting. */
function unsafeSettings(config: Config): string[] {
  const faults: string[] = []
  if (config.mode === 'sandbox' && !isLoopback(config.host))
    faults.push(
      `HOST=${config.host}: a sandbox may only listen on loopback, because its passwords are public. Use 127.0.0.1.`,
    )
  if (config.mode === 'production' && config.databaseUrl && !config.keysGiven)
    faults.push(
      'BULWARK_KEYS: must be set in production with DATABASE_URL, so that the keys are kept apart from the database and outlive this machine.',
    )
  const endpoint = config.s3 && new URL(config.s3.endpoint)
  if (config.mode === 'production' && endpoint?.protocol === 'http:' && !isLoopback(endpoint.hostname))
    faults.push(
      'BULWARK_S3_ENDPOINT: must begin with https://, because files would otherwise travel unencrypted.',
    )
  if (config.mode === 'production') faults.push(...openDoors(config))
  if (config.workers > 1) faults.push(...scarceShares(config))
  else if (config.connectionsInAll < config.connectionsPerTenant + RESERVED_CONNECTIONS)
    faults.push(`BULWARK_CONNECTIONS: must be at least BULWARK_TENANT_CONNECTIONS + ${RESERVED_CONNECTIONS}.`)
  return faults
}

/** The settings of one of several processes: its part of what they share. What is left over is not used. */
export function shareOf(config: Config): Config {
  const part = (all: number) => Math.floor(all / config.workers)
  return {
    ...config,
    inFlight: part(config.inFlight),
    connectionsPerTenant: part(config.connectionsPerTenant),
    connectionsInAll: part(config.connectionsInAll),
  }
}

/** A transaction may have to read outside of itself, so a process needs two connections for an administrator. */
const LEAST_CONNECTIONS = 2

/** What is too little for so many processes. */
function scarceShares(config: Config): string[] {
  const { workers } = config
  const share = shareOf(config)
  const least = Math.max(share.connectionsPerTenant, LEAST_CONNECTIONS) + RESERVED_CONNECTIONS
  const why = `with BULWARK_WORKERS=${workers}`
  const faults: string[] = []
  if (share.inFlight < 1) faults.push(`BULWARK_IN_FLIGHT: must be at least ${workers} ${why}.`)
  if (share.connectionsPerTenant < LEAST_CONNECTIONS)
    faults.push(
      `BULWARK_TENANT_CONNECTIONS: must be at least ${LEAST_CONNECTIONS * workers} ${why}, because each process needs ${LEAST_CONNECTIONS}.`,
    )
  if (share.connectionsInAll < least)
    faults.push(
      `BULWARK_CONNECTIONS: must be at least ${least * workers} ${why}, because each process needs ${least}.`,
    )
  return faults
}

/** Where production would be reached, or would reach its database, in the clear. Each is allowed by a setting of its name. */
function openDoors({ host, publicUrl, trustedProxies, databaseUrl, allowed }: Config): string[] {
  const faults: string[] = []
  if (publicUrl?.startsWith('http:') && !allowed.http)
    faults.push(
      'BULWARK_PUBLIC_URL: must begin with https:// in production, because passwords would otherwise travel unencrypted. BULWARK_ALLOW_HTTP=true allows it.',
    )
  if (!isLoopback(host) && trustedProxies.length === 0 && !allowed.direct)
    faults.push(
      `HOST=${host}: production listens beyond this machine only for a proxy that encrypts. Set BULWARK_TRUSTED_PROXIES to the networks of the proxy, or HOST to 127.0.0.1. BULWARK_ALLOW_DIRECT=true allows callers without a proxy.`,
    )
  const database = databaseUrl === undefined ? undefined : reachedDatabase(databaseUrl)
  if (typeof database === 'string') faults.push(`DATABASE_URL: ${database}`)
  else if (database && !database.isLocal && !database.isTls && !allowed.plainDatabase)
    faults.push(
      `DATABASE_URL: production reaches a database on another machine (${database.host}) only with TLS. Add sslmode=verify-full, and sslrootcert for a certificate authority of your own. BULWARK_ALLOW_PLAIN_DATABASE=true allows it without.`,
    )
  return faults
}

/** How `pg` will reach a database, which it decides by the URL, its parameters, and PGHOST and PGSSLMODE. */
function reachedDatabase(connectionString: string) {
  try {
    const { host, ssl } = new pg.Client({ connectionString })
    return { host, isLocal: host.startsWith('/') || isLoopback(host), isTls: Boolean(ssl) }
  } catch (error) {
    // A certificate that cannot be read, for example. A message about the URL itself would show its password.
    const { code, path } = error as { code?: string; path?: string }
    return path ? `the file ${path} cannot be read (${code}).` : 'is not a valid URL.'
  }
}

/** The settings without secrets: passwords and the secret key of the file store are masked. */
export function shownConfig(config: Config): Record<string, unknown> {
  return {
    ...config,
    trustedProxies: config.trustedProxies.map(({ text }) => text),
    databaseUrl: config.databaseUrl?.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:***@'),
    s3: config.s3 && { ...config.s3, secretKey: '***' },
    smtp: config.smtp && { ...config.smtp, password: config.smtp.password && '***' },
  }
}
