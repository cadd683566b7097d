import { createHash } from 'node:crypto'
import type { Db, Tx } from '../../db/database.ts'
import { takeTurn } from '../../db/turns.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { RuleChange } from '../../domain/cancellation/rules-diff.ts'
import { applyCancelRules, loadNamedRules, type RuleFile, type RulePlan } from './apply-rules.ts'
import { rulesAsYaml } from './write-rules.ts'

/** The own rules in force as a file, and a name for exactly these rules. */
export async function loadOwnRules(db: Db): Promise<{ readonly content: string; readonly basis: string }> {
  const content = rulesAsYaml(await loadNamedRules(db))
  return { content, basis: createHash('sha256').update(content).digest('hex') }
}

/** The changes that were made, or why there are none: the rules are others by now, or the file has faults. */
export type ReplacedRules = RulePlan | { readonly moved: string }

/** Makes the rules of a file the only own ones, and tells of it. `basis`: the rules that must be in force; absent: any. */
export async function replaceRules(tx: Tx, file: RuleFile, basis?: string): Promise<ReplacedRules> {
  await takeTurn(tx, 'cancel rules')
  if (basis !== undefined) {
    const present = await loadOwnRules(tx)
    if (present.basis !== basis) return { moved: present.basis }
  }
  const plan = await applyCancelRules(tx, file)
  if ('changes' in plan && plan.changes.length > 0) {
    const count = (wanted: RuleChange['kind']) => plan.changes.filter(({ kind }) => kind === wanted).length
    emit(tx, {
      type: 'cancelRules.applied',
      subject: 'cancelrules/Own',
      data: { added: count('New'), changed: count('Changed'), removed: count('Removed') },
    })
  }
  return plan
}
