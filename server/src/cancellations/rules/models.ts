import { z } from 'zod'
import { certainties } from '../../domain/cancellation/coverage.ts'
import { termNames, verifications } from '../../domain/cancellation/law-terms.ts'
import { CalendarDate, Id } from '../../http/schemas.ts'

const text = z.string().nullable()
const layers = ['Own', 'Library'] as const
const terms = z.array(z.enum(termNames as [string, ...string[]]))

export const CancelRuleModel = z
  .object({
    id: Id,
    ruleCode: z.string(),
    layer: z.enum(layers).describe("The administrator's own rule, or one of the library of state laws."),
    source: text,
    verification: z
      .enum(verifications)
      .nullable()
      .describe(
        'How the law was read: the section itself, a part of it, or only what others write about it.',
      ),
    asOf: text.describe('The age of the text that was read: a year, a month or a date.'),
    links: z.array(z.string()),
    note: text,
    silent: terms.describe('Terms about which the law says nothing. The general rule decides.'),
    unverified: terms.describe('Terms that nobody has read yet. The general rule decides until someone has.'),
    state: text.describe('Null: every state without a rule of its own.'),
    productTypeCodes: z.array(z.string()).nullable().describe('Null: every product type.'),
    programId: Id.nullable(),
    reasonCodes: z.array(z.string()).nullable(),
    side: z.enum(['Holder', 'Provider']),
    effectiveFrom: CalendarDate.nullable().describe('The first sale date.'),
    effectiveTo: CalendarDate.nullable().describe('The last sale date.'),
    terms: z
      .array(z.object({ name: z.string(), value: z.string() }).meta({ id: 'CancelRuleTerm' }))
      .describe('What the rule says, in words.'),
  })
  .meta({ id: 'CancelRule' })
export type CancelRuleModel = z.input<typeof CancelRuleModel>

export const LawCoverage = z
  .object({
    saleDate: CalendarDate,
    states: z.array(
      z
        .object({
          state: z.string(),
          productTypeCode: z.string(),
          ruleCode: z.string(),
          layer: z.enum(layers),
          source: text,
          certainty: z
            .enum(certainties)
            .describe(
              'How the law behind the rule was read. `Own`: a rule of the administrator that does not say so. `Unverified`: the general rule decides.',
            ),
          asOf: text,
          unverified: terms,
          overrules: z
            .object({
              ruleCode: z.string(),
              differences: z.array(
                z
                  .object({ field: z.string(), library: z.string(), own: z.string() })
                  .meta({ id: 'CancelRuleDifference' }),
              ),
            })
            .meta({ id: 'OverruledCancelRule' })
            .nullable()
            .describe('The rule of the library that an own one overrules, and what it says otherwise.'),
        })
        .meta({ id: 'StateLawCoverage' }),
    ),
  })
  .meta({ id: 'LawCoverage' })

export const LibraryUpdate = z
  .object({
    changes: z
      .array(
        z
          .object({
            kind: z.enum(['New', 'Changed', 'Removed']),
            ruleCode: z.string(),
            text: z.string().describe('What changes, in words.'),
          })
          .meta({ id: 'CancelRuleChange' }),
      )
      .describe('Empty if the library is up to date.'),
  })
  .meta({ id: 'LibraryUpdate' })
export type LibraryUpdate = z.input<typeof LibraryUpdate>
