import { type CustomField, type CustomFieldValue, valueFault } from './custom-fields.ts'

/** A field and its new value in a request. The field is named by id or by code. */
export interface FieldInput {
  readonly fieldId?: number | undefined
  readonly code?: string | undefined
  readonly value?: unknown
}

type FieldName = Pick<FieldInput, 'fieldId' | 'code'>

/** `Other`: the id and the code belong to different fields. */
type NamedFieldResult<Field = CustomField> =
  | { readonly field: Field }
  | { readonly refused: 'Unknown' | 'Other'; readonly at: 'fieldId' | 'code' }

/** The field that a request names. Id and code may both be sent if they belong to the same field. */
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

const isSameCode = (first: string, second: string) => first.toLowerCase() === second.toLowerCase()

interface FieldInputFault {
  /** A JSON pointer into the list of the request. */
  readonly pointer: string
  readonly code: 'UnknownReference' | 'FieldInvalid'
  readonly message: string
}

interface CheckedFieldValues {
  /** By the id of the field. */
  readonly values: ReadonlyMap<number, CustomFieldValue>
  readonly faults: readonly FieldInputFault[]
}

/** The values of a list of fields, and all faults. */
export function checkFieldValues(
  fields: readonly CustomField[],
  inputs: readonly FieldInput[],
): CheckedFieldValues {
  const values = new Map<number, CustomFieldValue>()
  const faults: FieldInputFault[] = []
  for (const [index, input] of inputs.entries()) {
    const named = findNamedField(fields, input)
    if ('refused' in named) faults.push(nameFault(index, input, named))
    else if (values.has(named.field.id))
      faults.push({
        pointer: `/${index}`,
        code: 'FieldInvalid',
        message: `The field ${named.field.code} is sent twice.`,
      })
    else {
      const message = valueFault(named.field, input.value)
      if (message) faults.push({ pointer: `/${index}/value`, code: 'FieldInvalid', message })
      // A valid value has one of these types. An invalid one is never used.
      values.set(named.field.id, input.value as CustomFieldValue)
    }
  }
  return { values, faults }
}

function nameFault(
  index: number,
  input: FieldInput,
  { refused, at: member }: Extract<NamedFieldResult, { refused: string }>,
): FieldInputFault {
  const pointer = `/${index}/${member}`
  return refused === 'Unknown'
    ? {
        pointer,
        code: 'UnknownReference',
        message: `There is no custom field ${input[member]} for this type of record.`,
      }
    : { pointer, code: 'FieldInvalid', message: mismatchMessage(input) }
}

export const mismatchMessage = ({ fieldId, code }: FieldName) =>
  `The code ${code} does not belong to the field ${fieldId}. Send only one of them.`
