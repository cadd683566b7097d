import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db, Tx } from '../../db/database.ts'
import { projectRoot } from '../../db/project-root.ts'
import { type RuleChange, ruleChanges } from '../../domain/cancellation/rules-diff.ts'
import { methodCodes } from '../../domain/refund/methods.ts'
import { cancelReasons } from '../../reference/cancellation-values.ts'
import { loadPresentRules, type RulePlan, saveRuleChanges } from './apply-rules.ts'
import { type ReadRules, readCancelRules } from './read-rules.ts'

// The library of state laws that comes with Bulwark. An administrator takes it as a whole, as a diff that it applies.

const FOLDER = join('books', 'state-law')

/** The rules of the library, or the faults in its files. */
export function readLibrary(): ReadRules {
  const known = { reasons: cancelReasons.map(({ code }) => code), methods: methodCodes, programs: [] }
  const read = readdirSync(join(projectRoot, FOLDER))
    .filter((name) => name.endsWith('.yaml'))
    .sort()
    .map((name) => join(FOLDER, name))
    .map((file) => readCancelRules(file, readFileSync(join(projectRoot, file), 'utf8'), known, 'Library'))
  const faults = read.flatMap((one) => ('faults' in one ? one.faults : []))
  if (faults.length > 0) return { faults }
  return {
    rules: read.flatMap((one) => ('rules' in one ? one.rules : [])),
    entries: read.reduce((sum, one) => sum + ('entries' in one ? one.entries : 0), 0),
  }
}

/** What applying the library would change in the rules of an administrator. */
export async function planLibrary(db: Db): Promise<RulePlan> {
  const read = readLibrary()
  return 'faults' in read ? read : { changes: ruleChanges(await loadPresentRules(db, 'Library'), read.rules) }
}

/** As `applyLibrary`, for callers that cannot mend its files: they come with the service, and a test reads them. */
export async function takeLibrary(tx: Tx): Promise<readonly RuleChange[]> {
  const plan = await applyLibrary(tx)
  if ('faults' in plan) throw new Error(plan.faults.map(({ reason }) => reason).join(' '))
  return plan.changes
}

/** Makes the library of an administrator the one that comes with this version. Its own rules stay as they are. */
export async function applyLibrary(tx: Tx): Promise<RulePlan> {
  return saveRuleChanges(tx, 'Library', () => planLibrary(tx))
}
