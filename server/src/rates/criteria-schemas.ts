import { z } from 'zod'
import type { CriteriaContext } from '../domain/criteria/criteria.ts'
import { type CriterionOperator, criterionOperators } from '../domain/criteria/groups.ts'
import { criteriaVariables, openVariables, type VariableType } from '../domain/criteria/variables.ts'

// Rules are evaluated with these values, so they have limits too.
const TEXT_AT_MOST = 4_000
const ITEMS_AT_MOST = 1_000

const Text = z.string().max(TEXT_AT_MOST)
const shapes = { int: z.int(), double: z.number(), string: Text } as const satisfies Record<
  VariableType,
  z.ZodType
>

const typedFields = (fields: Readonly<Record<string, VariableType>>) =>
  z.strictObject(
    Object.fromEntries(
      Object.entries(fields).map(([name, type]) => [name, shapes[type].nullable().optional()]),
    ),
  )

/** Any fields with any values, within the limits. */
const anyFields = z.record(z.string(), z.unknown()).superRefine((fields, context) => {
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
  return inner.flatMap(([name, item]) => oversized(item, [...path, name]))
}

const Context = z
  .strictObject({
    ...Object.fromEntries(
      Object.entries(criteriaVariables).map(([root, fields]) => [root, typedFields(fields).optional()]),
    ),
    ...Object.fromEntries(openVariables.map((root) => [root, anyFields.optional()])),
  })
  // Schema and type are made from the same table.
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
    const takes = operandOf(operator)
    const refuse = (name: string, code: string, message: string) =>
      context.addIssue({ code: 'custom', path: [name], message, params: { code } })
    const list = values ?? undefined
    if (takes === 'value' && (value ?? undefined) === undefined)
      refuse('value', 'Required', `The operator ${operator} requires a value.`)
    if (takes !== 'value' && (value ?? undefined) !== undefined)
      refuse('value', 'Unknown', `The operator ${operator} cannot have a value.`)
    if (takes === 'values' && list === undefined)
      refuse('values', 'Required', `The operator ${operator} requires values.`)
    if (takes !== 'values' && list !== undefined)
      refuse('values', 'Unknown', `The operator ${operator} cannot have values.`)
    if (takes === 'values' && list?.length === 0)
      refuse('values', 'Length', 'At least one value is required.')
    if (operator === 'Between' && list && list.length !== 2)
      refuse('values', 'Length', 'Between requires exactly two values: the lowest and the highest.')
  })
  .meta({ id: 'Criterion' })

function operandOf(operator: CriterionOperator): 'value' | 'values' | 'nothing' {
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
    criteria: z.array(Criterion).max(1_000).optional(),
    get groups() {
      return z.array(CriterionGroup).max(1_000).optional()
    },
  })
  .refine(({ criteria = [], groups = [] }) => criteria.length + groups.length > 0, {
    message: 'A group requires at least one criterion or group.',
    params: { code: 'Length' },
  })
  .meta({
    id: 'CriterionGroup',
    description: 'And: all must be true. Or: at least one must be true. Not: at least one must be false.',
  })

/**
 * For a wrong group, a plain union would only report that it is not a text. So any object is accepted first, and then
 * checked as a group with all its faults.
 */
const TextOrGroup = z
  .union([z.string().meta({ maxLength: 4_000 }), CriterionGroup.catch((wrong) => wrong?.input as WireGroup)])
  .superRefine((criteria, context) => {
    const faults = typeof criteria === 'string' ? undefined : CriterionGroup.safeParse(criteria).error
    for (const issue of faults?.issues ?? []) context.addIssue({ ...issue, path: [...issue.path] })
  })

const rule = "vehicle.age <= 8 && !(vehicle.make in ['FERRARI', 'LOTUS'])"

export const EvaluationRequest = z
  .strictObject({
    criteria: TextOrGroup.describe('A rule in CEL, or a group of criteria.'),
    context: Context.optional().describe('The known values. A value that is absent or null is unknown.'),
  })
  .meta({
    id: 'CriteriaEvaluationRequest',
    required: ['criteria'],
    example: { criteria: rule, context: { vehicle: { age: 9, make: 'FORD' } } },
  })

const leaf = { text: 'vehicle.age <= 8', seen: 9, needed: '<= 8', outcome: false }

export const Evaluation = z
  .object({
    result: z.boolean().nullable().describe('Null: unknown, which means not eligible.'),
    unknownFields: z.array(z.string()).describe('The missing fields that make the result unknown.'),
    normalized: z.string().describe('The rule in its normalized form.'),
    group: z
      .object({
        operator,
        criteria: z.array(Criterion),
        groups: z.array(z.unknown()).describe('Groups of the same form.'),
      })
      .nullable()
      .describe('The rule as a CriterionGroup. Null if it cannot be written as groups.'),
    explanation: z
      .array(
        z.object({
          text: z.string(),
          seen: z.unknown().describe('The value of the left side. Null: unknown.'),
          needed: z.string().describe('The operator and the right side, as written.'),
          outcome: z.boolean().nullable(),
        }),
      )
      .describe('Every comparison, in the order of the text.'),
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
