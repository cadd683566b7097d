import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { applyHolders, type SavedHolder } from '../account-holders/file/apply-holders.ts'
import { holdersAsYaml, loadHolderFile } from '../account-holders/file/export-holders.ts'
import { countedKind, fileKinds } from '../account-holders/file/file-kinds.ts'
import { entryValues } from '../account-holders/file/holder-values.ts'
import { anyNames } from '../account-holders/file/names.ts'
import { type FieldChange, type PlannedHolder, planHolders } from '../account-holders/file/plan-holders.ts'
import type { HolderEntry } from '../account-holders/file/read-body.ts'
import { readHolderFiles } from '../account-holders/file/read-files.ts'
import { createSeals } from '../account-holders/seals.ts'
import { int, text } from '../db/columns.ts'
import { changesBetween } from '../db/diff.ts'
import { statement } from '../db/statement.ts'
import { inTransaction } from '../db/transaction.ts'
import { closeWrites } from '../db/write-record.ts'
import type { FileFault } from '../domain/rate-book/book.ts'
import {
  type Administrator,
  type Options,
  type Outcome,
  openOperator,
  operatorEntry,
  UsageRefused,
  withAdministrator,
} from './command.ts'

/** Lists every error in a file of account holders. Without an administrator, each is checked as a new one. */
export async function checkHolderFile(options: Options): Promise<Outcome> {
  if (!options.file) throw new UsageRefused('accountholders check needs --file.')
  const read = readEntries(options.file)
  if ('faults' in read) return faultOutcome(read.faults)
  const { entries } = read
  if (options.tenant)
    return withAdministrator(options.tenant, async (opened) => {
      const plan = await planHolders(opened.db, await contextOf(opened), entries)
      return 'faults' in plan ? faultOutcome(plan.faults) : validOutcome(entries)
    })
  const names = anyNames()
  const faults = entries.flatMap((entry) => entryValues(entry, names, undefined).faults)
  return faults.length > 0 ? faultOutcome(faults) : validOutcome(entries)
}

/** Shows what a file would change. */
export function diffHolderFile(options: Options): Promise<Outcome> {
  return withEntries('accountholders diff', options, async (opened, entries) => {
    const plan = await planHolders(opened.db, await contextOf(opened), entries)
    return 'faults' in plan ? faultOutcome(plan.faults) : planOutcome(plan.holders)
  })
}

/** Creates and changes account holders as the file says, all or nothing. */
export function applyHolderFile(options: Options): Promise<Outcome> {
  return withEntries('accountholders apply', options, async (opened, entries) => {
    const { db, keys } = opened
    const context = await contextOf(opened)
    try {
      return await inTransaction(db, async (tx) => {
        const plan = await planHolders(tx, context, entries)
        if ('faults' in plan) throw new NothingApplied(plan.faults)
        const { seals } = context
        const applied = await applyHolders(tx, { acting: context.acting, seals }, plan)
        if ('faults' in applied) throw new NothingApplied(applied.faults)
        await closeWrites(
          ...([tx, keys] as const),
          applied.saved.map((saved) => auditEntry(saved, context.acting.now)),
        )
        return planOutcome(plan.holders)
      })
    } catch (error) {
      if (!(error instanceof NothingApplied)) throw error
      const outcome = faultOutcome(error.faults)
      return { ...outcome, lines: [...outcome.lines, 'Nothing was changed.'] }
    }
  })
}

/** Prints the account holders of an administrator as a file that can be applied, without secrets. */
export function exportHolders(options: Options): Promise<Outcome> {
  const { tenant, file } = options
  if (!tenant) throw new UsageRefused('accountholders export needs --tenant.')
  if (file !== undefined && (existsSync(file) || !existsSync(dirname(file))))
    throw new UsageRefused(`The file cannot be written: ${file} must be a new file in a folder that exists.`)
  return withAdministrator(tenant, async (opened) => {
    const sections = await loadHolderFile(opened.db, await contextOf(opened))
    if (file === undefined)
      return { lines: options.json ? [] : [holdersAsYaml(sections).trimEnd()], data: sections, faults: false }
    try {
      // Addresses and telephone numbers of people are for the operator only.
      writeFileSync(file, holdersAsYaml(sections), { mode: 0o600, flag: 'wx' })
    } catch (error) {
      throw new UsageRefused(`The file cannot be written: ${(error as Error).message}`)
    }
    return { lines: [`The account holders are in ${file}.`], data: { file }, faults: false }
  })
}

/** Rolls the transaction back. */
class NothingApplied extends Error {
  readonly faults: readonly FileFault[]
  constructor(faults: readonly FileFault[]) {
    super('Nothing was changed.')
    this.faults = faults
  }
}

const PROGRAMS = statement(
  { id: int, code: text },
  `select id, path as code from rate_item where kind = 'program' order by id`,
)

async function contextOf(opened: Administrator) {
  const acting = (await openOperator(opened)).acting()
  const programs = await PROGRAMS.rows(opened.db, [])
  return { acting, today: acting.today, programs, seals: createSeals(opened.keys) }
}

const auditEntry = ({ before, after }: SavedHolder, at: Date) => ({
  ...operatorEntry('accountholders apply', `accountholders/${after.id}`),
  ...{ at, changes: changesBetween(before, after) },
})

/** The file is read before the database is opened. */
function withEntries(
  command: string,
  { tenant, file }: Options,
  work: (opened: Administrator, entries: readonly HolderEntry[]) => Promise<Outcome>,
): Promise<Outcome> {
  if (!tenant || !file) throw new UsageRefused(`${command} needs --tenant and --file.`)
  const read = readEntries(file)
  if ('faults' in read) return Promise.resolve(faultOutcome(read.faults))
  return withAdministrator(tenant, (opened) => work(opened, read.entries))
}

type ReadEntries = { readonly entries: readonly HolderEntry[] } | { readonly faults: readonly FileFault[] }

function readEntries(path: string): ReadEntries {
  const { entries, faults } = readHolderFiles(readPath(path))
  return faults.length > 0 ? { faults } : { entries }
}

/** One file, or all CSV, YAML and JSON files of a folder. */
function readPath(path: string): ReadonlyMap<string, string> {
  try {
    if (!statSync(path).isDirectory()) return new Map([[path, readFileSync(path, 'utf8')]])
    const names = readdirSync(path).filter((name) => /^[^.].*\.(csv|ya?ml|json)$/i.test(name))
    if (names.length === 0) throw new Error(`${path} has no CSV, YAML or JSON files.`)
    return new Map(names.sort().map((name) => [join(path, name), readFileSync(join(path, name), 'utf8')]))
  } catch (error) {
    throw new UsageRefused(`The file cannot be read: ${(error as Error).message}`)
  }
}

const faultOutcome = (faults: readonly FileFault[]): Outcome => ({
  lines: faults.map(({ file, line, reason }) => `${file}:${line}: ${reason}`),
  data: { ok: false, faults },
  faults: true,
})

function validOutcome(entries: readonly HolderEntry[]): Outcome {
  const counts = fileKinds.flatMap((kind) => {
    const count = entries.filter((entry) => entry.kind === kind).length
    return count > 0 ? [countedKind(kind, count)] : []
  })
  return {
    lines: [`The file is valid: ${counts.length > 0 ? counts.join(', ') : 'no account holders'}.`],
    data: { ok: true, holders: entries.length },
    faults: false,
  }
}

function planOutcome(holders: readonly PlannedHolder[]): Outcome {
  const counted = (change: PlannedHolder['change']) => holders.filter((each) => each.change === change).length
  const [added, changed, unchanged] = [counted('New'), counted('Changed'), counted('Unchanged')]
  return {
    lines: [...holders.flatMap(changeLines), `${added} new, ${changed} changed, ${unchanged} unchanged.`],
    data: {
      ...{ new: added, changed, unchanged },
      holders: holders.map(({ entry, change, fields }) => ({
        ...{ kind: entry.kind.type, number: entry.number, change, fields },
      })),
    },
    faults: false,
  }
}

function changeLines({ entry: { kind, number }, change, values, fields }: PlannedHolder): string[] {
  const name = `${kind.type} ${number}`
  if (change === 'New') return [`${name}: new: ${String(values.name)}`]
  return fields.map((field) => `${name}: ${fieldText(field)}`)
}

const fieldText = ({ field, before, after }: FieldChange) => {
  const [old, next] = [JSON.stringify(before), JSON.stringify(after)]
  return `${field}: ${old} → ${next}${old === next ? ' (another one)' : ''}`
}
