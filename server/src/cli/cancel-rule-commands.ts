import { readFileSync } from 'node:fs'
import {
  checkCancelRules,
  loadNamedRules,
  planCancelRules,
  type RuleFile,
  type RulePlan,
} from '../cancellations/rules/apply-rules.ts'
import { applyLibrary, planLibrary, readLibrary } from '../cancellations/rules/library.ts'
import { type ReadRules, readCancelRules } from '../cancellations/rules/read-rules.ts'
import { replaceRules } from '../cancellations/rules/replace-rules.ts'
import { rulesAsWritten, rulesAsYaml } from '../cancellations/rules/write-rules.ts'
import type { Change } from '../db/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { closeWrite } from '../db/write-record.ts'
import { certainties, lawCoverage, type StateCoverage } from '../domain/cancellation/coverage.ts'
import {
  affectedScopes,
  fieldsChanged,
  type RuleChange,
  ruleChangeText,
} from '../domain/cancellation/rules-diff.ts'
import { rulesFromWritten } from '../domain/cancellation/rules-file.ts'
import { dateIn } from '../domain/dates.ts'
import { methodCodes } from '../domain/refund/methods.ts'
import { startRules } from '../reference/cancel-rules.ts'
import { cancelReasons } from '../reference/cancellation-values.ts'
import { loadCancelRules } from '../reference/load-cancel-rules.ts'
import { type Options, type Outcome, operatorEntry, UsageRefused, withAdministrator } from './command.ts'

/** Lists every error in a file of cancel rules with its line. With an administrator, program codes are checked too. */
export async function checkRuleFile({ file, library, tenant }: Options): Promise<Outcome> {
  if (library !== undefined && !file) return checked(readLibrary())
  if (!file) throw new UsageRefused('cancelrules check needs --file.')
  const given = readRuleFile(file)
  if (tenant) return withAdministrator(tenant, async ({ db }) => checked(await checkCancelRules(db, given)))
  const reasons = cancelReasons.map(({ code }) => code)
  return checked(readCancelRules(given.name, given.text, { reasons, methods: methodCodes, programs: null }))
}

/** Shows what a file, or the library of state laws, would change. */
export function diffRuleFile({ file, library, tenant }: Options): Promise<Outcome> {
  if (library !== undefined && tenant && !file)
    return withAdministrator(tenant, async ({ db }) => planned(await planLibrary(db), LIBRARY_MATCHES))
  if (!file || !tenant) throw new UsageRefused('cancelrules diff needs --tenant, and --file or --library.')
  const given = readRuleFile(file)
  return withAdministrator(tenant, async ({ db }) => planned(await planCancelRules(db, given), FILE_MATCHES))
}

/** Replaces the own cancel rules of an administrator with those in the file, or its library with ours. */
export function applyRuleFile({ file, library, tenant: number }: Options): Promise<Outcome> {
  if (!number || (library === undefined) === !file)
    throw new UsageRefused('cancelrules apply needs --tenant, and --file or --library.')
  const given = file ? readRuleFile(file) : undefined
  return withAdministrator(number, async ({ db, keys, tenant }) => {
    const plan = await inTransaction(db, async (tx) => {
      const made = given ? await replaceRules(tx, given) : await applyLibrary(tx)
      // Without a basis the rules cannot have moved.
      if ('moved' in made) throw new Error('The cancel rules have changed.')
      if ('faults' in made || made.changes.length === 0) return made
      const entry = operatorEntry('cancelrules apply', `tenants/${tenant.number}/cancelrules`)
      await closeWrite(tx, keys, { ...entry, changes: made.changes.map(auditChange) })
      return made
    })
    const outcome = planned(plan, given ? FILE_MATCHES : LIBRARY_MATCHES)
    return 'faults' in plan ? { ...outcome, lines: [...outcome.lines, 'Nothing was changed.'] } : outcome
  })
}

/** Prints the rules of an administrator as a file that can be applied. */
export function exportRules({ tenant }: Options): Promise<Outcome> {
  if (!tenant) throw new UsageRefused('cancelrules export needs --tenant.')
  return withAdministrator(tenant, async ({ db }) => {
    const rules = await loadNamedRules(db)
    return { lines: [rulesAsYaml(rules).trimEnd()], data: rulesAsWritten(rules), faults: false }
  })
}

/** Shows for every state which rule decides and how sure it is. Without an administrator: the starting rules and the library. */
export async function showCoverage({ tenant }: Options): Promise<Outcome> {
  if (tenant)
    return withAdministrator(tenant, async ({ db, tenant: { timeZone } }) =>
      covered(lawCoverage(await loadCancelRules(db), dateIn(timeZone, new Date()))),
    )
  const read = readLibrary()
  if ('faults' in read) return faultOutcome(read)
  const layers = [
    ...startRules.flatMap(rulesFromWritten).map((rule) => ({ ...rule, layer: 'Own' as const })),
    ...read.rules.map((rule) => ({ ...rule, layer: 'Library' as const })),
  ]
  const rules = layers.map(({ program: _, ...rule }, at) => ({ ...rule, id: at + 1, programId: null }))
  return covered(lawCoverage(rules, dateIn('UTC', new Date())))
}

function covered(coverage: readonly StateCoverage[]): Outcome {
  const lines = coverage.map(({ state, productTypeCode, certainty, ruleCode, source, unverified, asOf }) => {
    const open = unverified.length === 0 ? '' : `; not verified: ${unverified.join(', ')}`
    const law = [source ?? 'no source', ...(asOf === null ? [] : [`as of ${asOf}`])].join(', ')
    return `${state} ${productTypeCode.padEnd(3)} ${certainty.padEnd(10)} ${ruleCode} (${law})${open}`
  })
  const overruled = coverage.flatMap(({ ruleCode, overrules }) =>
    overrules && overrules.differences.length > 0
      ? [
          `${ruleCode} decides in place of ${overrules.ruleCode}, which says: ${overrules.differences
            .map(({ field, before, after }) => `${field} ${before} (own: ${after})`)
            .join('; ')}.`,
        ]
      : [],
  )
  const counts = certainties.map(
    (one) => `${one} ${coverage.filter(({ certainty }) => certainty === one).length}`,
  )
  return { lines: [...lines, ...overruled, `${counts.join(', ')}.`], data: { coverage }, faults: false }
}

function readRuleFile(file: string): RuleFile {
  try {
    return { name: file, text: readFileSync(file, 'utf8') }
  } catch (error) {
    throw new UsageRefused(`The file cannot be read: ${(error as Error).message}`)
  }
}

function checked(read: ReadRules): Outcome {
  if ('faults' in read) return faultOutcome(read)
  const { entries, rules } = read
  const counted = `${entries === 1 ? '1 entry' : `${entries} entries`}, ${rules.length} rules`
  return {
    lines: [`The file is valid: ${counted}.`],
    data: { ok: true, entries, rules: rules.length },
    faults: false,
  }
}

const FILE_MATCHES = 'The cancel rules already match the file.'
const LIBRARY_MATCHES = 'The library of state laws is up to date.'

function planned(plan: RulePlan, same: string): Outcome {
  if ('faults' in plan) return faultOutcome(plan)
  const { changes } = plan
  if (changes.length === 0)
    return {
      lines: [same],
      data: { changes, touched: [] },
      faults: false,
    }
  const touched = affectedScopes(changes)
  return {
    lines: [...changes.map(ruleChangeText), `This affects ${touched.join('; ')}.`],
    data: { changes: changes.map(changeData), touched },
    faults: false,
  }
}

const faultOutcome = ({ faults }: Extract<ReadRules, { faults: unknown }>): Outcome => ({
  lines: faults.map(({ file, line, reason }) => `${file}:${line}: ${reason}`),
  data: { ok: false, faults },
  faults: true,
})

const changeData = (change: RuleChange) =>
  change.kind === 'Changed' ? { ...change, fields: fieldsChanged(change.before, change.after) } : change

function auditChange(change: RuleChange): Change {
  const before = change.kind === 'New' ? null : change.before
  const after = change.kind === 'Removed' ? null : change.after
  const { ruleCode, effectiveFrom } = change.kind === 'New' ? change.after : change.before
  return { pointer: `/${[ruleCode, effectiveFrom ?? []].flat().join('/')}`, before, after }
}
