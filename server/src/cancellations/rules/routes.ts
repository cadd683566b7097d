import { z } from 'zod'
import { int } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { certainties, coveredTypes, lawCoverage } from '../../domain/cancellation/coverage.ts'
import { verifications } from '../../domain/cancellation/law-terms.ts'
import type { CancelRule } from '../../domain/cancellation/rules.ts'
import { type RuleChange, ruleChangeText, ruleTerms } from '../../domain/cancellation/rules-diff.ts'
import { type Route, route } from '../../http/route.ts'
import { CalendarDate } from '../../http/schemas.ts'
import { completedListOf, type Filters, type Sort } from '../../http/search.ts'
import { loadCancelRules } from '../../reference/load-cancel-rules.ts'
import { takeLibrary } from './library.ts'
import { CancelRuleModel, LawCoverage, LibraryUpdate } from './models.ts'
import { requireDesk } from './rights.ts'

const search = {
  filters: {
    state: { match: 'whole', column: 'r.state' },
    productTypeCode: {
      match: 'text where',
      where: '(r.product_type_codes is null or upper(?::text) = any(r.product_type_codes))',
    },
    verification: { match: 'oneOf', column: 'r.verification', values: verifications },
    layer: { match: 'oneOf', column: 'r.layer', values: ['Own', 'Library'] },
    ruleCode: { match: 'whole', column: 'r.code' },
  },
  sort: { ruleCode: { column: 'r.code', text: true } },
} as const satisfies { filters: Filters; sort: Sort }

const shared = { tag: 'CancelRules', permission: 'contracts:cancel' } as const

/** The cancel rules, and the map of what they cover. */
export const ruleRoutes: readonly Route[] = [
  route.list({
    ...shared,
    path: '/cancelrules',
    summary: 'List the cancel rules',
    description:
      "The active rules, the administrator's own and those of the library of state laws. They are not legal advice.",
    form: 'wrapped',
    row: CancelRuleModel,
    search,
    list: ({ caller }) => {
      requireDesk(caller)
      return completedListOf({
        ...search,
        columns: { id: int },
        ...{ select: 'r.id', from: 'cancel_rule r', id: 'r.id', where: [sql`r.is_active`] },
        complete: async (db, rows) => {
          const rules = new Map((await loadCancelRules(db)).map((rule) => [rule.id, rule]))
          return rows.flatMap(({ id }) => rules.get(id) ?? [])
        },
        row: ruleAnswer,
      })
    },
  }),
  route.read({
    ...shared,
    path: '/cancelrules/coverage',
    summary: 'Show which rule decides in each state, and how sure it is',
    description:
      'For a contract sold on `saleDate` that its holder asks to cancel. A state without a rule of its own is `Unverified`.',
    query: z.strictObject({
      saleDate: CalendarDate.optional().describe('Today by default.'),
      state: z
        .string()
        .regex(/^[A-Z]{2}$/, 'two capital letters')
        .optional(),
      productTypeCode: z.enum(coveredTypes).optional(),
      certainty: z.enum(certainties).optional(),
    }),
    answer: LawCoverage,
    handler: async ({ db, caller, today, query }) => {
      requireDesk(caller)
      const { saleDate = today, state, productTypeCode, certainty } = query
      const states = lawCoverage(await loadCancelRules(db), saleDate)
        .filter((one) => state === undefined || one.state === state)
        .filter((one) => productTypeCode === undefined || one.productTypeCode === productTypeCode)
        .filter((one) => certainty === undefined || one.certainty === certainty)
      return { saleDate, states: states.map(coverageAnswer) }
    },
  }),
  route.write({
    method: 'POST',
    path: '/cancelrules/library',
    tag: shared.tag,
    summary: 'Take over the library of state laws that comes with this version',
    description:
      "Rules of the library are added, changed and set aside. The administrator's own rules stay as they are, and decide where they are as specific. A dry run shows what would change. Cancellations that were calculated before keep their figures.",
    permission: 'settings:write',
    body: z.strictObject({}).meta({ id: 'LibraryUpdateData', example: {} }),
    answer: LibraryUpdate,
    subject: 'cancelrules/library',
    async handler({ tx, caller }) {
      requireDesk(caller, 'settings:write')
      return { changes: (await takeLibrary(tx)).map(changeAnswer) }
    },
  }),
]

const changeAnswer = (change: RuleChange): LibraryUpdate['changes'][number] => ({
  kind: change.kind,
  ruleCode: change.kind === 'Removed' ? change.before.ruleCode : change.after.ruleCode,
  text: ruleChangeText(change),
})

const coverageAnswer = ({
  overrules,
  unverified,
  ...one
}: ReturnType<typeof lawCoverage>[number]): z.input<typeof LawCoverage>['states'][number] => ({
  ...one,
  unverified: [...unverified],
  overrules: overrules && {
    ruleCode: overrules.ruleCode,
    differences: overrules.differences.map(({ field, before, after }) => ({
      field,
      library: before,
      own: after,
    })),
  },
})

const ruleAnswer = (rule: CancelRule): CancelRuleModel => ({
  ...{ id: rule.id, ruleCode: rule.ruleCode, layer: rule.layer, source: rule.source },
  ...{ verification: rule.verification, asOf: rule.asOf, links: [...rule.links], note: rule.note },
  ...{ silent: [...rule.silent], unverified: [...rule.unverified], state: rule.state },
  productTypeCodes: rule.productTypeCodes && [...rule.productTypeCodes],
  ...{ programId: rule.programId, reasonCodes: rule.reasonCodes && [...rule.reasonCodes], side: rule.side },
  ...{ effectiveFrom: rule.effectiveFrom, effectiveTo: rule.effectiveTo },
  terms: ruleTerms(rule).map(({ field, value }) => ({ name: field, value })),
})
