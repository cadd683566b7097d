import { z } from 'zod'
import { customFieldsColumn } from '../custom-fields/fields.ts'
import { saveCustomFields } from '../custom-fields/save-set.ts'
import { AccountHolderCustomField, CustomFieldSet, type SetField } from '../custom-fields/schemas.ts'
import type { Field } from './fields.ts'
import type { Kind } from './kinds.ts'

type Given = z.output<typeof CustomFieldSet>

/** The kinds that an administrator can define custom fields for. */
export type OwnerKind = Kind & { readonly type: 'Agent' | 'Dealer' | 'DealerGroup' }

export const hasCustomFields = (kind: Kind): kind is OwnerKind => kind.hasCustomFields === true

/** The custom fields that are set, shown with their owner, and written as a whole where the kind can have some. */
export function customFieldsField(kind: Kind): Field {
  const shown: Field = {
    answer: z.array(AccountHolderCustomField),
    initial: [],
    select: { custom_fields: customFieldsColumn('h.type', 'h.id') },
    read: (row) => row.custom_fields,
  }
  if (!hasCustomFields(kind)) return shown
  return {
    ...shown,
    input: CustomFieldSet.nullable().transform((value) => value ?? []),
    combine: (sent, present) => (isSame(sent as Given, present as SetField[]) ? present : sent),
    async save(tx, ownerId, value) {
      await saveCustomFields(tx, kind.type, ownerId, value as Given)
    },
  }
}

/** Whether what is sent is what there is, each field named in whichever way. */
function isSame(sent: Given, present: readonly SetField[]): boolean {
  const names = ({ fieldId, code }: Given[number], { fieldId: id, code: known }: SetField) =>
    (fieldId === undefined || fieldId === id) &&
    (code === undefined || code.toLowerCase() === known.toLowerCase())
  return (
    sent.length === present.length &&
    present.every(
      (set) => sent.filter((given) => names(given, set) && given.value === set.value).length === 1,
    )
  )
}
