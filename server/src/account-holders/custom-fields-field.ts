import { z } from 'zod'
import { customFieldsColumn } from '../custom-fields/fields.ts'
import { saveCustomFields } from '../custom-fields/save-set.ts'
import { AccountHolderCustomField, CustomFieldSet, type SetField } from '../custom-fields/schemas.ts'
import { json, storedList } from '../db/columns.ts'
import { defineField, type Field } from './fields.ts'
import type { Kind } from './kinds.ts'

type FieldInputs = z.output<typeof CustomFieldSet>

/** The kinds that can have custom fields. */
export type OwnerKind = Kind & { readonly type: 'Agent' | 'Dealer' | 'DealerGroup' }

export const hasCustomFields = (kind: Kind): kind is OwnerKind => kind.hasCustomFields === true

/** The custom fields of an account holder. Where the kind can have some, they are written as a whole. */
export function customFieldsField(kind: Kind): Field {
  const readOnly = defineField({
    answer: z.array(AccountHolderCustomField),
    initial: [],
    columns: { custom_fields: json(storedList<SetField>()) },
    select: { custom_fields: customFieldsColumn('h.type', 'h.id') },
    read: (row) => row.custom_fields,
  })
  if (!hasCustomFields(kind)) return readOnly
  return {
    ...readOnly,
    input: CustomFieldSet.nullable().transform((value) => value ?? []),
    combine: (sent, stored) => (isSame(sent as FieldInputs, stored as SetField[]) ? stored : sent),
    async save(tx, ownerId, value) {
      await saveCustomFields(tx, kind.type, ownerId, value as FieldInputs)
    },
  }
}

/** Whether the sent fields equal the stored ones, named by id or by code. */
function isSame(sent: FieldInputs, stored: readonly SetField[]): boolean {
  const isSameField = ({ fieldId, code }: FieldInputs[number], { fieldId: id, code: known }: SetField) =>
    (fieldId === undefined || fieldId === id) &&
    (code === undefined || code.toLowerCase() === known.toLowerCase())
  return (
    sent.length === stored.length &&
    stored.every(
      (field) =>
        sent.filter((input) => isSameField(input, field) && input.value === field.value).length === 1,
    )
  )
}
