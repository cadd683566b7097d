import type { CustomField, CustomFieldValue } from '../../../sdk/src/types.gen.ts'
import type { Draft } from './editing.ts'

// The values of custom fields as texts by their code, and back to what a PATCH sends.

export const customDraft = (values: readonly CustomFieldValue[]): Draft =>
  Object.fromEntries(values.map(({ code, value }) => [code, value === null ? '' : String(value)]))

/** The values that are sent, in this order. All of them, because the service replaces the whole list. */
export const sentValues = (fields: readonly CustomField[], draft: Draft): readonly CustomFieldValue[] =>
  fields
    .filter(({ code }) => (draft[code] ?? '') !== '')
    .map((field) => ({ code: field.code, value: sentValue(field, draft[field.code] ?? '') }))

function sentValue({ dataType }: CustomField, text: string): unknown {
  if (dataType === 'Bool') return text === 'true'
  const number = Number(text.replaceAll(',', ''))
  return (dataType === 'Number' || dataType === 'Money') && !Number.isNaN(number) ? number : text
}

/**
 * The pointers under which the service names a field: a value that is wrong by its place in the list that was sent, a
 * value that is missing by its code.
 */
export function pointersOfField(
  code: string,
  sent: readonly CustomFieldValue[],
): readonly [string, ...string[]] {
  const place = sent.findIndex((one) => one.code === code)
  const byCode = `/customFieldValues/${code}`
  return place < 0 ? [byCode] : [`/customFieldValues/${place}/value`, byCode]
}
