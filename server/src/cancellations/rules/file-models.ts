import { z } from 'zod'
import { CalendarDate } from '../../http/schemas.ts'
import { faults } from '../../rates/versions/models.ts'

/** The name that a file has if nothing is sent. */
export const OWN_RULES = 'cancel-rules.yaml'

const fileFields = {
  name: z.string().min(1).max(200).default(OWN_RULES).describe('The name that faults are told with.'),
  content: z
    .string()
    .min(1)
    .max(1_000_000)
    .describe('The rules as YAML. docs/cancel-rules.md describes the format.')
    .meta({ example: '- code: DEFAULT\n  freeLookDays: 30\n  method: PRORATA_LESSER\n' }),
}

export const RuleFileData = z.strictObject(fileFields).meta({ id: 'CancelRuleFileData' })

const basis = z.string().describe('Stands for the own rules in force.')

export const NewRules = z
  .strictObject({
    ...fileFields,
    basis: z.string().min(1).max(100).describe('The `basis` of the comparison that was looked at.'),
    note: z.string().max(1_000).optional().describe('Why the rules change. It is kept in the audit.'),
  })
  .meta({ id: 'CancelRuleFileApplyData' })

export const RuleFileModel = z
  .object({ name: z.string(), content: z.string().describe('The own rules in force as YAML.'), basis })
  .meta({ id: 'CancelRuleFile' })

const isValid = z.boolean().describe('Whether the file could be applied. If not, `faults` says why.')

export const RuleCheck = z
  .object({
    isValid,
    entries: z.int().describe('The entries of the file. 0 while it has faults.'),
    rules: z.int().describe('The rules that they make: one for each side.'),
    faults,
  })
  .meta({ id: 'CancelRuleCheck' })

const ChangedRule = z
  .object({
    kind: z.enum(['New', 'Changed', 'Removed']),
    ruleCode: z.string(),
    state: z.string().nullable().describe('Null: every state without a rule of its own.'),
    productTypeCodes: z.array(z.string()).nullable().describe('Null: every product type.'),
    side: z.enum(['Holder', 'Provider']),
    effectiveFrom: CalendarDate.nullable().describe('The first sale date.'),
    text: z.string().describe('What changes, in words.'),
    fields: z
      .array(
        z
          .object({
            field: z.string().describe('What the rule says something about, in words.'),
            before: z.string(),
            after: z.string(),
          })
          .meta({ id: 'CancelRuleFieldChange' }),
      )
      .describe('Of a changed rule, each term, old and new.'),
  })
  .meta({ id: 'CancelRuleFileChange' })
export type ChangedRule = z.input<typeof ChangedRule>

const changeFields = {
  basis,
  changes: z.array(ChangedRule),
  affected: z.array(z.string()).describe('The states and product types that the changes affect, in words.'),
}

export const RuleComparison = z
  .object({
    isValid,
    faults,
    isSame: z.boolean().describe('Whether the file changes nothing.'),
    ...changeFields,
  })
  .meta({ id: 'CancelRuleComparison' })

export const AppliedRules = z.object(changeFields).meta({ id: 'AppliedCancelRules' })
