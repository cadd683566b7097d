import { z } from 'zod'
import { type CustomFieldValue, customFieldDataTypes } from '../domain/custom-fields/custom-fields.ts'
import { Id, text } from '../http/schemas.ts'

const example = { fieldId: 2, code: 'TIER', name: 'Tier', dataType: 'List', value: 'GOLD' }
const described = 'Text, Date and List: a string. Number and Money: a number. Bool: true or false.'

const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const common = { fieldId: Id, code: z.string(), name: z.string(), dataType: z.enum(customFieldDataTypes) }

/** A field that is set. */
export const AccountHolderCustomField = z
  .object({
    ...common,
    value: z.custom<CustomFieldValue>(isValue).meta({
      type: ['string', 'number', 'boolean'],
      description: described,
    }),
  })
  .meta({ id: 'AccountHolderCustomField', example })
export type SetField = z.output<typeof AccountHolderCustomField>

/** A field of the owner, set or not. */
export const CustomFieldRow = z
  .object({
    ...common,
    value: z
      .custom<CustomFieldValue | null>((value) => value === null || isValue(value))
      .meta({ type: ['string', 'number', 'boolean', 'null'], description: `${described} Null: not set.` }),
  })
  .meta({ id: 'AccountHolderCustomFieldSearchResult', example })
export type ListedField = z.output<typeof CustomFieldRow>

/** Whatever is sent: only the field's definition says whether it fits. */
const GivenValue = z
  .unknown()
  .refine((value) => value !== undefined, {
    params: { code: 'Required' },
    message: 'A value is required here.',
  })
  .describe(described)

export const CustomFieldCreateData = z
  .strictObject({ fieldId: Id.optional(), code: text(40).optional(), value: GivenValue })
  // Also when another member is wrong, so that all faults are listed at once.
  .superRefine(nameTheField, { when: ({ value }) => typeof value === 'object' && value !== null })
  .meta({
    id: 'AccountHolderCustomFieldCreateData',
    description: 'The field is named by `fieldId` or by `code`; with both, they name the same field.',
    example: { code: 'TIER', value: 'GOLD' },
  })
export type NewFieldValue = z.output<typeof CustomFieldCreateData>

/** The whole set of an owner's custom fields, as its own POST and PATCH take it. */
export const CustomFieldSet = z.array(CustomFieldCreateData).max(500)

export const CustomFieldEditData = z
  .strictObject({ value: GivenValue })
  .meta({ id: 'AccountHolderCustomFieldEditData', example: { value: 'SILVER' } })

function nameTheField(given: { fieldId?: unknown; code?: unknown }, context: z.core.$RefinementCtx): void {
  if (given.fieldId !== undefined || given.code !== undefined) return
  context.addIssue({
    code: 'custom',
    path: ['fieldId'],
    params: { code: 'Required' },
    message: 'The id or the code of the field is required.',
  })
}
