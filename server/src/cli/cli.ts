import { parseArgs } from 'node:util'
import { ConfigRefused } from '../config.ts'
import { DataFolderRefused } from '../db/embedded/refused.ts'
import { KeysRefused } from '../db/keys.ts'
import { MigrationRefused } from '../db/migrations.ts'
import { type Options, type Outcome, UsageRefused } from './command.ts'

interface Command {
  readonly usage: string
  readonly about: string
  /** The option that the last word of the command fills. */
  readonly takes?: string
  /** Loads the command and what it needs. Loading every room would take longer than most commands do. */
  load(): Promise<(options: Options) => Promise<Outcome>>
}

const accountHolders = () => import('./account-holder-commands.ts')
const cancelRules = () => import('./cancel-rule-commands.ts')
const cluster = () => import('./cluster-commands.ts')
const customFields = () => import('./custom-field-commands.ts')
const earnings = () => import('./earnings-commands.ts')
const installation = () => import('./installation-commands.ts')
const keys = () => import('./key-commands.ts')
const processes = () => import('./process-commands.ts')
const rateBook = () => import('./ratebook-commands.ts')
const version = () => import('./version-commands.ts')

const commands: Readonly<Record<string, Command>> = {
  version: {
    usage: 'version',
    about: 'show the version, its commit if it is known, and the version of its tables; needs no database',
    load: async () => (await version()).showVersion,
  },
  'config check': {
    usage: 'config check',
    about: 'show the settings from the environment, or what is wrong with them',
    load: async () => (await installation()).checkConfig,
  },
  migrate: {
    usage: 'migrate',
    about: 'bring the database up to date',
    load: async () => (await installation()).runMigrations,
  },
  'tenant create': {
    usage: 'tenant create --number ADM2 --name "Other Administrators" --time-zone America/New_York',
    about: 'create an administrator with its schema, roles and groups',
    load: async () => (await installation()).createAdministrator,
  },
  'tenant list': {
    usage: 'tenant list',
    about: 'list the administrators, and whether their tables are up to date',
    load: async () => (await version()).listTenants,
  },
  'admin create': {
    usage:
      'admin create --tenant ADM2 (--user-name ann@example.com --email ann@example.com | --client "Operations")',
    about:
      'create a first user (prints an invitation) or OAuth client (prints its secret) with the role Admin',
    load: async () => (await installation()).createAdmin,
  },
  verify: {
    usage: 'verify',
    about:
      'check the audit chain and the books of every administrator, and name the first broken record of each lane and what does not agree',
    load: async () => (await installation()).verifyAll,
  },
  'cluster status': {
    usage: 'cluster status',
    about: 'show the nodes of a cluster, and the administrators on each with their sizes',
    load: async () => (await cluster()).showCluster,
  },
  'cluster distribute': {
    usage: 'cluster distribute [--tenant ADM1]',
    about:
      'put the administrators that are still on the coordinator on workers; each waits for some seconds meanwhile',
    load: async () => (await cluster()).distributeTenants,
  },
  'cluster move': {
    usage: 'cluster move --tenant ADM1 --to db3:5432',
    about: 'move an administrator to another worker, and show how far it is; services may keep running',
    load: async () => (await cluster()).moveTenant,
  },
  'keys list': {
    usage: 'keys list',
    about: 'show the data keys, and how many values are encrypted with each',
    load: async () => (await keys()).listKeys,
  },
  'keys rotate': {
    usage: 'keys rotate [--to data-2]',
    about:
      'switch to a new data key, or to one made by "keys add", and encrypt everything with it; services may keep running',
    load: async () => (await keys()).rotateKeys,
  },
  'keys reseal': {
    usage: 'keys reseal',
    about: 'finish an interrupted rotation: encrypt with the current key what is still under another',
    load: async () => (await keys()).resealAll,
  },
  'keys add': {
    usage: 'keys add',
    about:
      'create a data key without using it yet, so that the key file can first be copied to other machines',
    load: async () => (await keys()).addKey,
  },
  'accountholders check': {
    usage: 'accountholders check --file dealers.csv [--tenant ADM1]',
    about:
      'list every error in a file or folder of account holders (docs/account-holders.md) with its line; without --tenant each is checked as a new one',
    load: async () => (await accountHolders()).checkHolderFile,
  },
  'accountholders diff': {
    usage: 'accountholders diff --tenant ADM1 --file dealers.csv',
    about: 'show which account holders the file would add and change, field by field',
    load: async () => (await accountHolders()).diffHolderFile,
  },
  'accountholders apply': {
    usage: 'accountholders apply --tenant ADM1 --file dealers.csv',
    about: 'add and change the account holders in the file, all or nothing; a second time changes nothing',
    load: async () => (await accountHolders()).applyHolderFile,
  },
  'accountholders export': {
    usage: 'accountholders export --tenant ADM1 [--file holders.yaml]',
    about: 'print the account holders of an administrator as such a file, without secrets',
    load: async () => (await accountHolders()).exportHolders,
  },
  'customfields check': {
    usage: 'customfields check --file fields.json',
    about: 'list every error in a file of custom fields (docs/custom-fields.md)',
    load: async () => (await customFields()).checkCustomFields,
  },
  'customfields diff': {
    usage: 'customfields diff --tenant ADM1 --file fields.json',
    about: 'show what the file would change in the custom fields of an administrator',
    load: async () => (await customFields()).diffCustomFields,
  },
  'customfields apply': {
    usage: 'customfields apply --tenant ADM1 --file fields.json',
    about: 'replace the custom fields of an administrator with those in the file, all or nothing',
    load: async () => (await customFields()).applyCustomFields,
  },
  'cancelrules check': {
    usage: 'cancelrules check (--file rules.yaml | --library) [--tenant ADM1]',
    about:
      'list every error in a file of cancel rules (docs/cancel-rules.md) with its line; with --tenant, program codes are checked too',
    load: async () => (await cancelRules()).checkRuleFile,
  },
  'cancelrules diff': {
    usage: 'cancelrules diff --tenant ADM1 (--file rules.yaml | --library)',
    about:
      'show what the file would change in the own cancel rules of an administrator, or ours in its library of state laws',
    load: async () => (await cancelRules()).diffRuleFile,
  },
  'cancelrules apply': {
    usage: 'cancelrules apply --tenant ADM1 (--file rules.yaml | --library)',
    about:
      'replace the own cancel rules of an administrator with those in the file, or its library of state laws with ours, all or nothing',
    load: async () => (await cancelRules()).applyRuleFile,
  },
  'cancelrules export': {
    usage: 'cancelrules export --tenant ADM1',
    about: 'print the cancel rules of an administrator as a file of cancel rules',
    load: async () => (await cancelRules()).exportRules,
  },
  'cancelrules coverage': {
    usage: 'cancelrules coverage [--tenant ADM1]',
    about:
      'show for every state which rule decides and how sure it is; without --tenant, what a new administrator gets',
    load: async () => (await cancelRules()).showCoverage,
  },
  'earnings update': {
    usage: 'earnings update --tenant ADM1 --as-of 2026-10-31 [--resume]',
    about:
      'post what all contracts of an administrator have earned through a date; --resume continues a run that was stopped',
    load: async () => (await earnings()).updateAllEarnings,
  },
  run: {
    usage: 'run AutoExpire --tenant ADM1 [--as-of 2026-10-31] [--dry-run] [--resume]',
    about:
      'run an automatic process and show its progress; Ctrl-C stops it after the current step, --resume continues it',
    takes: 'process-type',
    load: async () => (await processes()).runProcess,
  },
  'ratebook check': {
    usage: 'ratebook check --folder books/sandbox',
    about: 'list every error in a rate book (docs/rate-books.md) with file and line',
    load: async () => (await rateBook()).checkRateBook,
  },
  'ratebook diff': {
    usage: 'ratebook diff --tenant ADM1 --folder books/sandbox',
    about: 'show what a rate book would change in the live one',
    load: async () => (await rateBook()).diffRateBook,
  },
  'ratebook apply': {
    usage: 'ratebook apply --tenant ADM1 --folder books/sandbox',
    about:
      'make a rate book live as a new version; contracts already sold keep the version they were sold with',
    load: async () => (await rateBook()).applyRateBook,
  },
}

const OPTIONS = [
  'number',
  'name',
  'time-zone',
  'tenant',
  'user-name',
  'email',
  'first-name',
  'last-name',
  'client',
  'to',
  'file',
  'folder',
  'as-of',
] as const

/** Runs one command. Exit code 0: fine; 1: errors found; 2: could not run. */
export async function commandLine(args: readonly string[]): Promise<number> {
  let json = args.includes('--json')
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        resume: { type: 'boolean' },
        'dry-run': { type: 'boolean' },
        library: { type: 'boolean' },
        ...Object.fromEntries(OPTIONS.map((name) => [name, { type: 'string' as const }])),
      },
    })
    json = values.json === true
    const name = positionals.join(' ')
    if (values.help || name === '' || name === 'help')
      return print({ lines: usage(), data: usage(), faults: false }, json)
    const { command, options } = commandNamed(positionals)
    const run = await command.load()
    return print(await run({ ...values, ...options } as Options), json)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const help = error instanceof UsageRefused || isArgumentFault(error) ? ['', ...usage()] : []
    print(
      { lines: [error.message, ...help], data: { error: error.message }, faults: true },
      json,
      process.stderr,
    )
    return 2
  }
}

/** A command, and what its last word says. */
function commandNamed(words: readonly string[]): { command: Command; options: Options } {
  const whole = commands[words.join(' ')]
  if (whole) return { command: whole, options: {} }
  const command = commands[words.slice(0, -1).join(' ')]
  if (!command?.takes) throw new UsageRefused(`There is no command "${words.join(' ')}".`)
  return { command, options: { [command.takes]: words.at(-1) } }
}

function print(outcome: Outcome, json: boolean, to: NodeJS.WriteStream = process.stdout): number {
  to.write(json ? `${JSON.stringify(outcome.data)}\n` : `${outcome.lines.join('\n')}\n`)
  return outcome.faults ? 1 : 0
}

const usage = () => [
  'npm run -s bulwark -- <command> [--json]',
  ...Object.values(commands).flatMap((command) => [`  ${command.usage}`, `      ${command.about}`]),
]

const isArgumentFault = (error: Error) =>
  String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')

const isRefusal = (error: unknown): error is Error =>
  error instanceof UsageRefused ||
  error instanceof ConfigRefused ||
  error instanceof DataFolderRefused ||
  error instanceof KeysRefused ||
  error instanceof MigrationRefused ||
  (error instanceof Error && (isArgumentFault(error) || isUnreachable(error)))

/** A database that cannot be reached is for the operator to fix. It is not a bug. */
const isUnreachable = (error: Error) =>
  ['ECONNREFUSED', 'ENOENT', 'ENOTFOUND', '28P01', '28000', '3D000'].includes(
    String((error as { code?: string }).code),
  )
