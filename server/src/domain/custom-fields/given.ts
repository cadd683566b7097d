import { type CustomField, type CustomFieldValue, valueFault } from './custom-fields.ts'

/** A field as a request names it, by id or code, with the value it is to have. */
export interface FieldInput {
  readonly fieldId?: number | undefined
  readonly code?: string | undefined
  readonly value?: unknown
}

type FieldName = Pick<FieldInput, 'fieldId' | 'code'>

/** `Other`: the id and the code are those of two fields. */
export type NamedFieldResult<Field = CustomField> =
  | { readonly field: Field }
  | { readonly refused: 'Unknown' | 'Other'; readonly at: 'fieldId' | 'code' }

/** The field that is meant. Both names may be given, if they name the same. */
export function findNamedField<Field extends Pick<CustomField, 'id' | 'code'>>(
  fields: readonly Field[],
  { fieldId, code }: FieldName,
): NamedFieldResult<Field> {
  const byId = fields.find((field) => field.id === fieldId)
  if (fieldId !== undefined && !byId) return { refused: 'Unknown', at: 'fieldId' }
  if (code === undefined) return byId ? { field: byId } : { refused: 'Unknown', at: 'fieldId' }
  const byCode = fields.find((field) => isSameCode(field.code, code))
  if (!byCode) return { refused: 'Unknown', at: 'code' }
  return byId && byId.id !== byCode.id ? { refused: 'Other', at: 'code' } : { field: byCode }
}

export const isSameCode = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

export interface FieldInputFault {
  /** A JSON pointer within the list that was given. */
  readonly pointer: string
  readonly code: 'UnknownReference' | 'FieldInvalid'
  readonly message: string
}

export interface CheckedFieldValues {
  /** The values by the id of their field. */
  readonly values: ReadonlyMap<number, CustomFieldValue>
  readonly faults: readonly FieldInputFault[]
}

/** The values of a whole set of fields, and every fault in it. */
export function checkFieldValues(
  fields: readonly CustomField[],
  given: readonly FieldInput[],
): CheckedFieldValues {
  const values = new Map<number, CustomFieldValue>()
  const faults: FieldInputFault[] = []
  for (const [at, one] of given.entries()) {
    const named = findNamedField(fields, one)
    if ('refused' in named) faults.push(nameFault(at, one, named))
    else if (values.has(named.field.id))
      faults.push({
        pointer: `/${at}`,
        code: 'FieldInvalid',
        message: `The field ${named.field.code} is given twice.`,
      })
    else {
      const message = valueFault(named.field, one.value)
      if (message) faults.push({ pointer: `/${at}/value`, code: 'FieldInvalid', message })
      // A value that fits is of one of these types, and one that does not is not used.
      values.set(named.field.id, one.value as CustomFieldValue)
    }
  }
  return { values, faults }
}

function nameFault(
  at: number,
  given: FieldInput,
  { refused, at: member }: Extract<NamedFieldResult, { refused: string }>,
): FieldInputFault {
  const pointer = `/${at}/${member}`
  return refused === 'Unknown'
    ? { pointer, code: 'UnknownReference', message: `There is no custom field ${given[member]} here.` }
    : { pointer, code: 'FieldInvalid', message: mismatchMessage(given) }
}

export const mismatchMessage = ({ fieldId, code }: FieldName) =>
  `The code ${code} is not that of the field ${fieldId}.`
