import { isObject } from '../../domain/objects.ts'
import { MASKED_DATE, maskedTaxId } from '../seals.ts'
import type { FileShape, NamedType } from './file-shapes.ts'

/** How a stored value is written in a file. */
export interface FileForm {
  nameOf(type: NamedType, id: number): string
  /** What a file shows of a secret; nothing leaves it out. */
  secret(name: string, text: string): string | undefined
}

/** The names of secrets, and what may be shown of each. */
const masks: Readonly<Record<string, (text: string) => string>> = {
  taxId: (text) => maskedTaxId(text.slice(-4)),
  accountNumber: (text) => maskedTaxId(text.slice(-4)),
  birthDate: () => MASKED_DATE,
}

/** Shows that there is a secret. */
export const masked: FileForm['secret'] = (name, text) => masks[name]?.(text) ?? text

/** Leaves secrets out. */
export const withoutSecrets: FileForm['secret'] = (name, text) => (name in masks ? undefined : text)

/** A value of the API as a file says it: other records by number or code, custom fields by their codes. */
export function inFileForm(value: unknown, shape: FileShape, form: FileForm, name = ''): unknown {
  if (value === null || value === undefined) return null
  switch (shape.kind) {
    case 'reference':
      return form.nameOf(shape.to, Number(value))
    case 'list':
      return (value as readonly unknown[]).map((item) => inFileForm(item, shape.item, form))
    case 'customFields':
      return Object.fromEntries(
        (value as readonly { code: string; value: unknown }[]).map((field) => [field.code, field.value]),
      )
    case 'object':
      return isObject(value) ? partsInFileForm(value, shape, form) : value
    default:
      return typeof value === 'string' ? (form.secret(name, value) ?? null) : value
  }
}

function partsInFileForm(
  value: Readonly<Record<string, unknown>>,
  { parts }: Extract<FileShape, { kind: 'object' }>,
  form: FileForm,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...parts].flatMap(([written, { name, shape }]) =>
      name in value ? [[written, inFileForm(value[name], shape, form, name)]] : [],
    ),
  )
}
