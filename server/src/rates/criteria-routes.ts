import type { z } from 'zod'
import {
  type CriteriaContext,
  type CriteriaFault,
  compileCriteria,
  compileGroup,
  criteriaGroup,
  explainCriteria,
  normalizedCriteria,
} from '../domain/criteria/criteria.ts'
import type { Criterion, CriterionGroup } from '../domain/criteria/groups.ts'
import { raiseContext } from '../domain/criteria/variables.ts'
import { Problem } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { Evaluation, EvaluationRequest, type WireCriterion, type WireGroup } from './criteria-schemas.ts'

/** Evaluates a criteria rule, so that an administrator can try it. */
export const criteriaRoutes: readonly Route[] = [
  route.ask({
    path: '/Rates/criteria/evaluations',
    tag: 'Rates',
    summary: 'Evaluate a criteria rule and explain the result',
    description:
      'Rules are written in the Common Expression Language (CEL) over the variables of `context`: comparisons, `in`, `&&`, `||`, `!`, `? :`, arithmetic, has(), size(), startsWith(), endsWith(), contains(), int(), double() and string(); no macros and no regular expressions. Makes, states, class codes and asset types in the context are converted to upper case, as in a quote.',
    permission: 'rates:diagnose',
    body: EvaluationRequest,
    answer: Evaluation,
    problems: ['CriteriaInvalid'],
    handler: async ({ body }) => evaluate(body.criteria, body.context ?? {}),
  }),
]

function evaluate(criteria: string | WireGroup, context: CriteriaContext): z.input<typeof Evaluation> {
  const compiled =
    typeof criteria === 'string' ? compileCriteria(criteria) : compileGroup(groupFromWire(criteria))
  if ('invalid' in compiled) throw criteriaInvalid(compiled.invalid)
  const { result, unknownFields, explanation } = explainCriteria(compiled, raiseContext(context))
  const group = criteriaGroup(compiled)
  return {
    result,
    unknownFields: [...unknownFields],
    normalized: normalizedCriteria(compiled),
    group: group && wireGroup(group),
    explanation: explanation.map(({ text, seen, needed, outcome }) => ({ text, seen, needed, outcome })),
  }
}

function criteriaInvalid({ message, pointer, ...members }: CriteriaFault): Problem {
  const errors =
    pointer === undefined
      ? []
      : [{ pointer: `/criteria${pointer}`, code: 'CriteriaInvalid' as const, message }]
  return new Problem('CriteriaInvalid', message, { members, ...(errors.length > 0 ? { errors } : {}) })
}

function groupFromWire({ operator, criteria = [], groups = [] }: WireGroup): CriterionGroup {
  return { operator, criteria: criteria.map(criterionFromWire), groups: groups.map(groupFromWire) }
}

const criterionFromWire = ({ field, operator, value, values }: WireCriterion): Criterion => ({
  field,
  operator,
  ...(value === null || value === undefined ? {} : { value }),
  ...(values ? { values } : {}),
})

interface AnsweredGroup {
  operator: CriterionGroup['operator']
  criteria: WireCriterion[]
  groups: AnsweredGroup[]
}

/** Missing members are answered as null. */
const wireGroup = ({ operator, criteria, groups }: CriterionGroup): AnsweredGroup => ({
  operator,
  criteria: criteria.map(({ field, operator, value, values }) => ({
    field,
    operator,
    value: value ?? null,
    values: values ? [...values] : null,
  })),
  groups: groups.map(wireGroup),
})
