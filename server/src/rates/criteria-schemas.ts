import { z } from 'zod'
import type { CriteriaContext } from '../domain/criteria/criteria.ts'
import { type CriterionOperator, criterionOperators } from '../domain/criteria/groups.ts'
import { criteriaVariables, openVariables, type VariableType } from '../domain/criteria/variables.ts'

// Rules run on what is sent here, so it is bounded as they are.
const TEXT_AT_MOST = 4_000
const ITEMS_AT_MOST = 1_000

const Text = z.string().max(TEXT_AT_MOST)
const shapes = { int: z.int(), double: z.number(), string: Text } as const satisfies Record<
  VariableType,
  z.ZodType
>

const typed = (fields: Readonly<Record<string, VariableType>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, type]) => [name, shapes[type].nullable().optional()]),
    ),
  )

/** Any fields with any values, as far as a rule can be expected to look through them. */
const open = z.record(z.string(), z.unknown()).superRefine((fields, context) => {
  for (const [path, message] of oversized(fields))
    context.addIssue({ code: 'custom', path: [...path], message, params: { code: 'Length' } })
})

type Oversized = readonly [path: readonly PropertyKey[], message: string]

function oversized(value: unknown, path: readonly PropertyKey[] = []): Oversized[] {
  if (typeof value === 'string' && value.length > TEXT_AT_MOST)
    return [[path, `at most ${TEXT_AT_MOST} characters`]]
  if (Array.isArray(value) && value.length > ITEMS_AT_MOST) return [[path, `at most ${ITEMS_AT_MOST} items`]]
  if (typeof value !== 'object' || value === null) return []
  const inner = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return inner.flatMap(([name, one]) => oversized(one, [...path, name]))
}

const Context = z
  .strictObject({
    ...Object.fromEntries(
      Object.entries(criteriaVariables).map(([root, fields]) => [root, typed(fields).optional()]),
    ),
    ...Object.fromEntries(openVariables.map((root) => [root, open.optional()])),
  })
  // The shape is made from the table that the type is made from.
  .transform((context) => context as CriteriaContext)

const Scalar = z.union([Text, z.number(), z.boolean()])

const Criterion = z
  .strictObject({
    field: Text.min(1),
    operator: z.enum(criterionOperators),
    value: Scalar.nullable().optional(),
    values: z.array(Scalar).max(TEXT_AT_MOST).nullable().optional(),
  })
  .superRefine(({ operator, value, values }, context) => {
    const takes = takenBy(operator)
    const refuse = (name: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message, params: { code } })
    const given = values ?? undefined
    if (takes === 'value' && (value ?? undefined) === undefined)
      refuse('value', 'Required', `${operator} takes a value`)
    if (takes !== 'value' && (value ?? undefined) !== undefined)
      refuse('value', 'Unknown', `${operator} takes no value`)
    if (takes === 'values' && given === undefined) refuse('values', 'Required', `${operator} takes values`)
    if (takes !== 'values' && given !== undefined) refuse('values', 'Unknown', `${operator} takes no values`)
    if (takes === 'values' && given?.length === 0) refuse('values', 'Length', 'at least one value')
    if (operator === 'Between' && given && given.length !== 2) refuse('values', 'Length', 'the two ends')
  })
  .meta({ id: 'Criterion' })

function takenBy(operator: CriterionOperator): 'value' | 'values' | 'nothing' {
  if (operator === 'IsSet' || operator === 'IsNotSet') return 'nothing'
  return operator === 'In' || operator === 'NotIn' || operator === 'Between' ? 'values' : 'value'
}

export type WireCriterion = z.output<typeof Criterion>
export interface WireGroup {
  readonly operator: 'And' | 'Or' | 'Not'
  readonly criteria?: readonly WireCriterion[] | undefined
  readonly groups?: readonly WireGroup[] | undefined
}

const operator = z.enum(['And', 'Or', 'Not'])

const CriterionGroup: z.ZodType<WireGroup> = z
  .strictObject({
    operator,
    criteria: z.array(Criterion).optional(),
    get groups() {
      return z.array(CriterionGroup).optional()
    },
  })
  .refine(({ criteria = [], groups = [] }) => criteria.length + groups.length > 0, {
    message: 'a group has criteria or groups',
    params: { code: 'Length' },
  })
  .meta({ id: 'CriterionGroup', description: 'And: all of them. Or: any. Not: not all.' })

/**
 * Of the two forms, a group with several faults would be told as being no text, which is the fault of fewest words. So
 * it is let in as it is, and then refused for what is wrong with it.
 */
const TextOrGroup = z
  .union([z.string(), CriterionGroup.catch((wrong) => wrong?.input as WireGroup)])
  .superRefine((criteria, context) => {
    const faults = typeof criteria === 'string' ? undefined : CriterionGroup.safeParse(criteria).error
    for (const issue of faults?.issues ?? []) context.addIssue({ ...issue, path: [...issue.path] })
  })

const rule = "vehicle.age <= 8 && !(vehicle.make in ['FERRARI', 'LOTUS'])"

export const EvaluationRequest = z
  .strictObject({
    criteria: TextOrGroup.describe('A rule in CEL, or a group of criteria.'),
    context: Context.optional().describe('The facts; what is absent or null is not known.'),
  })
  .meta({
    id: 'CriteriaEvaluationRequest',
    example: { criteria: rule, context: { vehicle: { age: 9, make: 'FORD' } } },
  })

const leaf = { text: 'vehicle.age <= 8', seen: 9, needed: '<= 8', outcome: false }

export const Evaluation = z
  .object({
    result: z.boolean().nullable().describe('Null is unknown, which is not eligible.'),
    unknownFields: z.array(z.string()).describe('The missing fields that an open result hangs on.'),
    normalized: z.string().describe('The rule in one spelling.'),
    group: z
      .object({
        operator,
        criteria: z.array(Criterion),
        groups: z.array(z.unknown()).describe('Groups of the same shape.'),
      })
      .nullable()
      .describe('The rule as a CriterionGroup; null where groups cannot say it.'),
    explanation: z
      .array(
        z.object({
          text: z.string(),
          seen: z.unknown().describe('The value of the left side; null where it is not known.'),
          needed: z.string().describe('The operator and the right side, as written.'),
          outcome: z.boolean().nullable(),
        }),
      )
      .describe('Every comparison in the order of the text.'),
  })
  .meta({
    id: 'CriteriaEvaluation',
    example: {
      result: false,
      unknownFields: [],
      normalized: rule,
      group: {
        operator: 'And',
        criteria: [
          { field: 'vehicle.age', operator: 'LessOrEquals', value: 8, values: null },
          { field: 'vehicle.make', operator: 'NotIn', value: null, values: ['FERRARI', 'LOTUS'] },
        ],
        groups: [],
      },
      explanation: [
        leaf,
        {
          text: "vehicle.make in ['FERRARI', 'LOTUS']",
          seen: 'FORD',
          needed: "in ['FERRARI', 'LOTUS']",
          outcome: false,
        },
      ],
    },
  })
