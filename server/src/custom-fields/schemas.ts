import { z } from 'zod'
import { type CustomFieldValue, customFieldDataTypes } from '../domain/custom-fields/custom-fields.ts'
import { Id, text } from '../http/schemas.ts'

const example = { fieldId: 2, code: 'TIER', name: 'Tier', dataType: 'List', value: 'GOLD' }
const valueDescription = 'Text, Date and List: a string. Number and Money: a number. Bool: true or false.'

const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const common = { fieldId: Id, code: z.string(), name: z.string(), dataType: z.enum(customFieldDataTypes) }

/** A field that is set. */
export const AccountHolderCustomField = z
  .object({
    ...common,
    value: z.custom<CustomFieldValue>(isValue).meta({
      type: ['string', 'number', 'boolean'],
      description: valueDescription,
    }),
  })
  .meta({ id: 'AccountHolderCustomField', example })
export type SetField = z.output<typeof AccountHolderCustomField>

/** A field of a record, set or not. */
export const CustomFieldRow = z
  .object({
    ...common,
    value: z
      .custom<CustomFieldValue | null>((value) => value === null || isValue(value))
      .meta({
        type: ['string', 'number', 'boolean', 'null'],
        description: `${valueDescription} Null: not set.`,
      }),
  })
  .meta({ id: 'AccountHolderCustomFieldSearchResult', example })
export type ListedField = z.output<typeof CustomFieldRow>

/** Any value: it is checked against the definition of the field later. */
const ValueInput = z
  .unknown()
  .refine((value) => value !== undefined, {
    params: { code: 'Required' },
    message: 'A value is required.',
  })
  .describe(valueDescription)

export const CustomFieldCreateData = z
  .strictObject({ fieldId: Id.optional(), code: text(40).optional(), value: ValueInput })
  // This check also runs if another member is invalid, so that all faults are listed at once.
  .superRefine(requireFieldName, { when: ({ value }) => typeof value === 'object' && value !== null })
  .meta({
    id: 'AccountHolderCustomFieldCreateData',
    description: 'Name the field by `fieldId` or by `code`. If both are sent, they must name the same field.',
    example: { code: 'TIER', value: 'GOLD' },
  })
export type NewFieldValue = z.output<typeof CustomFieldCreateData>

/** All custom fields of a record, in POST and PATCH of the record itself. */
export const CustomFieldSet = z.array(CustomFieldCreateData).max(500)

export const CustomFieldEditData = z
  .strictObject({ value: ValueInput })
  .meta({ id: 'AccountHolderCustomFieldEditData', example: { value: 'SILVER' } })

function requireFieldName(
  input: { fieldId?: unknown; code?: unknown },
  context: z.core.$RefinementCtx,
): void {
  if (input.fieldId !== undefined || input.code !== undefined) return
  context.addIssue({
    code: 'custom',
    path: ['fieldId'],
    params: { code: 'Required' },
    message: 'The id or the code of the field is required.',
  })
}
