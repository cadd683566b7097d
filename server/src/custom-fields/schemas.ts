import { z } from 'zod'
import {
  type CustomFieldOwnerType,
  type CustomFieldValue,
  customFieldDataTypes,
} from '../domain/custom-fields/custom-fields.ts'
import { Id, text } from '../http/schemas.ts'

const example = { fieldId: 2, code: 'TIER', name: 'Tier', dataType: 'List', value: 'GOLD' }
const valueDescription = 'Text, Date and List: a string. Number and Money: a number. Bool: true or false.'

const isValue = (value: unknown) => ['string', 'number', 'boolean'].includes(typeof value)

const common = { fieldId: Id, code: z.string(), name: z.string(), dataType: z.enum(customFieldDataTypes) }

/** A field that is set. */
const setField = {
  ...common,
  value: z.custom<CustomFieldValue>(isValue).meta({
    type: ['string', 'number', 'boolean'],
    description: valueDescription,
  }),
}

/** A field of a record, set or not. */
const listedField = {
  ...common,
  value: z
    .custom<CustomFieldValue | null>((value) => value === null || isValue(value))
    .meta({
      type: ['string', 'number', 'boolean', 'null'],
      description: `${valueDescription} Null: not set.`,
    }),
}

/** Any value: it is checked against the definition of the field later. */
const ValueInput = z
  .unknown()
  .refine((value) => value !== undefined, {
    params: { code: 'Required' },
    message: 'A value is required.',
  })
  .describe(valueDescription)

/** The shapes of the operations on custom fields, under the names that the interface has for a kind of record. */
const shapesNamed = (name: string) => ({
  one: z.object(setField).meta({ id: name, example }),
  row: z.object(listedField).meta({ id: `${name}SearchResult`, example }),
  create: z
    .strictObject({ fieldId: Id.optional(), code: text(40).optional(), value: ValueInput })
    // This check also runs if another member is invalid, so that all faults are listed at once.
    .superRefine(requireFieldName, { when: ({ value }) => typeof value === 'object' && value !== null })
    .meta({
      id: `${name}CreateData`,
      description:
        'Name the field by `fieldId` or by `code`. If both are sent, they must name the same field.',
      example: { code: 'TIER', value: 'GOLD' },
    }),
  edit: z.strictObject({ value: ValueInput }).meta({ id: `${name}EditData`, example: { value: 'SILVER' } }),
})

const ofHolders = shapesNamed('AccountHolderCustomField')
const ofCash = shapesNamed('CashTransactionCustomField')

export const customFieldShapes = (type: CustomFieldOwnerType) =>
  type === 'CashTransaction' ? ofCash : ofHolders

export const AccountHolderCustomField = ofHolders.one
export type SetField = z.output<typeof ofHolders.one>
export type ListedField = z.output<typeof ofHolders.row>
export type NewFieldValue = z.output<typeof ofHolders.create>

/** All custom fields of a record, in POST and PATCH of the record itself. */
export const CustomFieldSet = z.array(ofHolders.create).max(500)

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
