import { isIP } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { defaultDataFolder } from './db/data-folder.ts'

/** The folder of the clone: above `dist` or above `server/src`. */
const here = dirname(fileURLToPath(import.meta.url))
export const projectRoot = resolve(here, here.endsWith(join('server', 'src')) ? '../..' : '..')

/** Every setting of the service, read from the environment once, at the start. */
export interface Config {
  readonly mode: 'sandbox' | 'production'
  readonly host: string
  readonly port: number
  readonly dataFolder: string
  /** Set: no embedded server. */
  readonly databaseUrl: string | undefined
  readonly keysFile: string
  readonly keysGiven: boolean
  readonly logLevel: string
  /** Requests a second, of one caller. */
  readonly rateLimit: number
  readonly bodyBytes: number
  readonly inFlight: number
  readonly connectionsPerTenant: number
  readonly connectionsInAll: number
  readonly statementMilliseconds: number
}

const whole = (least: number, most: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,12}$/.test(text) && Number(text) >= least && Number(text) <= most,
      `must be a whole number from ${least} to ${most}`,
    )
    .transform(Number)

const Environment = z.object({
  BULWARK_MODE: z.enum(['sandbox', 'production']).default('sandbox'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: whole(0, 65_535).default(8080),
  BULWARK_DATA: z.string().min(1).optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must be an address that begins with postgres://')
    .optional(),
  BULWARK_KEYS: z.string().min(1).optional(),
  BULWARK_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  BULWARK_RATE_LIMIT: whole(1, 10_000_000).optional(),
  BULWARK_BODY_BYTES: whole(1_024, 64 * 1024 * 1024).default(1024 * 1024),
  BULWARK_IN_FLIGHT: whole(1, 100_000).default(512),
  BULWARK_TENANT_CONNECTIONS: whole(1, 1_000).default(8),
  BULWARK_CONNECTIONS: whole(5, 10_000).default(40),
  BULWARK_QUERY_MS: whole(100, 600_000).default(5_000),
})

export class ConfigRefused extends Error {
  readonly faults: readonly string[]
  constructor(faults: readonly string[]) {
    super(`The settings cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`)
    this.faults = faults
  }
}

export function readConfig(environment: NodeJS.ProcessEnv): Config {
  // An empty variable is one that is not set: that is how shells and compose files leave things out.
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = Environment.safeParse(given)
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
    inFlight: env.BULWARK_IN_FLIGHT,
    connectionsPerTenant: env.BULWARK_TENANT_CONNECTIONS,
    connectionsInAll: env.BULWARK_CONNECTIONS,
    statementMilliseconds: env.BULWARK_QUERY_MS,
  }
  const faults = unsafeSettings(config)
  if (faults.length > 0) throw new ConfigRefused(faults)
  return config
}

/** What can be seen to be unsafe from the settings alone; what only the database shows is checked after connecting. */
function unsafeSettings(config: Config): string[] {
  const faults: string[] = []
  if (config.mode === 'sandbox' && !isLoopback(config.host))
    faults.push(`HOST=${config.host}: a sandbox has published passwords and listens on loopback only.`)
  if (config.mode === 'production' && config.databaseUrl && !config.keysGiven)
    faults.push(
      'BULWARK_KEYS: with DATABASE_URL in production the keys must be given, so that they are kept apart from the database and outlive this machine.',
    )
  if (config.connectionsInAll < config.connectionsPerTenant + 4)
    faults.push('BULWARK_CONNECTIONS: must be at least BULWARK_TENANT_CONNECTIONS + 4.')
  return faults
}

export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true
  return isIP(host) === 4 && host.startsWith('127.')
}

/** The settings as they may be shown: without the password of the database's address. */
export function shownConfig(config: Config): Record<string, unknown> {
  return { ...config, databaseUrl: config.databaseUrl?.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:***@') }
}
