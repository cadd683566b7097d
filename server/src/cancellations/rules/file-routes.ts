import {
  affectedScopes,
  fieldsChanged,
  type RuleChange,
  ruleChangeText,
} from '../../domain/cancellation/rules-diff.ts'
import type { FileFault } from '../../domain/rate-book/book.ts'
import { Problem } from '../../http/problems.ts'
import { type Route, route } from '../../http/route.ts'
import { checkCancelRules, planCancelRules } from './apply-rules.ts'
import {
  AppliedRules,
  type ChangedRule,
  NewRules,
  OWN_RULES,
  RuleCheck,
  RuleComparison,
  RuleFileData,
  RuleFileModel,
} from './file-models.ts'
import { loadOwnRules, type ReplacedRules, replaceRules } from './replace-rules.ts'
import { requireDesk } from './rights.ts'

const tag = 'CancelRules'
const shared = { tag, permission: 'settings:write' } as const

/** The administrator's own cancel rules as a file: read, check, compare and apply it. */
export const ruleFileRoutes: readonly Route[] = [
  route.read({
    tag,
    permission: 'contracts:cancel',
    path: '/cancelrules/file',
    summary: "Read the administrator's own cancel rules as a file",
    description:
      'The file can be edited, checked, compared and applied. The library of state laws is not in it.',
    answer: RuleFileModel,
    async handler({ db, caller }) {
      requireDesk(caller)
      return { name: OWN_RULES, ...(await loadOwnRules(db)) }
    },
  }),
  route.ask({
    ...shared,
    path: '/cancelrules/checks',
    summary: 'Check a file of cancel rules',
    description:
      'Every fault is listed with its line, also codes of reasons, methods and programs that do not exist. A file with faults is answered with 200, and `isValid` is false.',
    body: RuleFileData,
    answer: RuleCheck,
    async handler({ db, caller, body: { name, content } }) {
      requireDesk(caller, 'settings:write')
      const read = await checkCancelRules(db, { name, text: content })
      return 'faults' in read
        ? { isValid: false, entries: 0, rules: 0, faults: [...read.faults] }
        : { isValid: true, entries: read.entries, rules: read.rules.length, faults: [] }
    },
  }),
  route.ask({
    ...shared,
    path: '/cancelrules/comparisons',
    summary: 'Compare a file of cancel rules with the own rules in force',
    description: 'The file holds all own rules: a rule that is not in it would be removed.',
    body: RuleFileData,
    answer: RuleComparison,
    async handler({ db, caller, body: { name, content } }) {
      requireDesk(caller, 'settings:write')
      const [plan, { basis }] = await Promise.all([
        planCancelRules(db, { name, text: content }),
        loadOwnRules(db),
      ])
      if ('faults' in plan)
        return { isValid: false, faults: [...plan.faults], isSame: false, basis, changes: [], affected: [] }
      return { isValid: true, faults: [], isSame: plan.changes.length === 0, basis, ...planAnswer(plan) }
    },
  }),
  route.write({
    ...shared,
    method: 'POST',
    path: '/cancelrules',
    summary: "Replace the administrator's own cancel rules with those of a file",
    description:
      'The rules count for cancellations from now on; those that were calculated before keep their figures. The library of state laws stays as it is. A dry run shows what would change.',
    body: NewRules,
    answer: AppliedRules,
    subject: 'cancelrules/Own',
    problems: ['CancelRulesMoved', 'CancelRulesUnchanged', 'CancelRulesInvalid'],
    async recorded({ tx, caller }) {
      requireDesk(caller, 'settings:write')
      return loadOwnRules(tx)
    },
    async handler({ tx, body: { name, content, basis } }) {
      const plan = applied(await replaceRules(tx, { name, text: content }, basis), basis)
      return { basis: (await loadOwnRules(tx)).basis, ...planAnswer(plan) }
    },
  }),
]

const planAnswer = ({ changes }: { readonly changes: readonly RuleChange[] }) => ({
  changes: changes.map(changeAnswer),
  affected: affectedScopes(changes),
})

function changeAnswer(change: RuleChange): ChangedRule {
  const { ruleCode, state, productTypeCodes, side, effectiveFrom } =
    change.kind === 'Removed' ? change.before : change.after
  return {
    ...{ kind: change.kind, ruleCode, state, side, effectiveFrom },
    productTypeCodes: productTypeCodes && [...productTypeCodes],
    text: ruleChangeText(change),
    fields: change.kind === 'Changed' ? fieldsChanged(change.before, change.after) : [],
  }
}

/** The changes that were made, or a refusal. */
function applied(replaced: ReplacedRules, expected: string) {
  if ('moved' in replaced)
    throw new Problem('CancelRulesMoved', 'The own cancel rules have changed since the comparison.', {
      members: { expectedBasis: expected, basis: replaced.moved },
    })
  if ('faults' in replaced) throw invalid(replaced.faults)
  if (replaced.changes.length === 0)
    throw new Problem('CancelRulesUnchanged', 'The own cancel rules already match the file.')
  return replaced
}

const invalid = (faults: readonly FileFault[]) => {
  const [first] = faults
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
  const where = first ? ` The first: ${first.file}:${first.line}: ${first.reason}` : ''
  return new Problem('CancelRulesInvalid', `The file has ${count}.${where}`, { members: { faults } })
}
