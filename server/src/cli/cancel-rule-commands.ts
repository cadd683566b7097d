import { readFileSync } from 'node:fs'
import {
  applyCancelRules,
  checkCancelRules,
  loadNamedRules,
  planCancelRules,
  type RuleFile,
  type RulePlan,
} from '../cancellations/rules/apply-rules.ts'
import { type ReadRules, readCancelRules } from '../cancellations/rules/read-rules.ts'
import { rulesAsWritten, rulesAsYaml } from '../cancellations/rules/write-rules.ts'
import type { Change } from '../db/audit.ts'
import { inTransaction } from '../db/transaction.ts'
import { closeWrite } from '../db/write-record.ts'
import {
  affectedScopes,
  fieldsChanged,
  type RuleChange,
  ruleChangeText,
} from '../domain/cancellation/rules-diff.ts'
import { methodCodes } from '../domain/refund/methods.ts'
import { cancelReasons } from '../reference/cancellation-values.ts'
import { type Options, type Outcome, operatorEntry, UsageRefused, withAdministrator } from './command.ts'

/** Lists every error in a file of cancel rules with its line. With an administrator, program codes are checked too. */
export async function checkRuleFile({ file, tenant }: Options): Promise<Outcome> {
  if (!file) throw new UsageRefused('cancelrules check needs --file.')
  const given = readRuleFile(file)
  if (tenant) return withAdministrator(tenant, async ({ db }) => checked(await checkCancelRules(db, given)))
  const reasons = cancelReasons.map(({ code }) => code)
  return checked(readCancelRules(given.name, given.text, { reasons, methods: methodCodes, programs: null }))
}

/** Shows what a file would change. */
export function diffRuleFile({ file, tenant }: Options): Promise<Outcome> {
  if (!file || !tenant) throw new UsageRefused('cancelrules diff needs --tenant and --file.')
  const given = readRuleFile(file)
  return withAdministrator(tenant, async ({ db }) => planned(await planCancelRules(db, given)))
}

/** Replaces the cancel rules of an administrator with those in the file. */
export function applyRuleFile({ file, tenant: number }: Options): Promise<Outcome> {
  if (!file || !number) throw new UsageRefused('cancelrules apply needs --tenant and --file.')
  const given = readRuleFile(file)
  return withAdministrator(number, async ({ db, keys, tenant }) => {
    const plan = await inTransaction(db, async (tx) => {
      const made = await applyCancelRules(tx, given)
      if ('faults' in made || made.changes.length === 0) return made
      const entry = operatorEntry('cancelrules apply', `tenants/${tenant.number}/cancelrules`)
      await closeWrite(tx, keys, { ...entry, changes: made.changes.map(auditChange) })
      return made
    })
    const outcome = planned(plan)
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

function planned(plan: RulePlan): Outcome {
  if ('faults' in plan) return faultOutcome(plan)
  const { changes } = plan
  if (changes.length === 0)
    return {
      lines: ['The cancel rules already match the file.'],
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
