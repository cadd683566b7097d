import type { z } from 'zod'
import type { FileFault } from '../../domain/rate-book/book.ts'
import { Problem } from '../../http/problems.ts'
import { check } from '../../http/validation.ts'
import type { Values } from '../holder-rules.ts'
import type { Kind } from '../kinds.ts'
import { hasSameNames } from '../known-contacts.ts'
import { createShape, patchShape } from '../shapes.ts'
import { fieldPath } from './file-shapes.ts'
import { type HolderBody, type HolderEntry, type Names, readBody } from './read-body.ts'

/** What a file says about an account holder, as POST or PATCH takes it. */
export interface EntryValues extends HolderBody {
  readonly values: Values
}

const patchShapes = new Map<Kind, z.ZodType>()

/** Schemas are slow to build, so each is built once. */
function patchOf(kind: Kind): z.ZodType {
  const known = patchShapes.get(kind) ?? patchShape(kind)
  patchShapes.set(kind, known)
  return known
}

/** The values of a new account holder, or the changes of one that is stored. */
export function entryValues(entry: HolderEntry, names: Names, stored: Values | undefined): EntryValues {
  const body = readBody(entry, names)
  const { number, ...sent } = body.values
  const values = stored ? withStoredParts(sent, stored) : { ...withoutRemoved(sent), number }
  const checked = check(stored ? patchOf(entry.kind) : createShape(entry.kind), values, 'body')
  if ('value' in checked) return { ...body, values: checked.value as Values }
  const others = checked.faults.filter(({ pointer }) => !body.reported.has(pointer))
  const faults = others.map(({ pointer, message }) => placed(entry, body, pointer, message))
  return { ...body, faults: [...body.faults, ...faults] }
}

/** A fault at the line of the value. */
export function placed(
  { file }: HolderEntry,
  { lineOf }: Pick<HolderBody, 'lineOf'>,
  pointer: string,
  message: string,
): FileFault {
  const path = fieldPath(pointer)
  return { file, line: lineOf(pointer), reason: path === '' ? message : `${path}: ${message}` }
}

/** The faults of a refusal, each at its line. */
export function problemFaults(
  entry: HolderEntry,
  body: Pick<HolderBody, 'lineOf'>,
  error: unknown,
): FileFault[] {
  if (!(error instanceof Problem)) throw error
  const { file, line } = entry
  if (!error.errors || error.errors.length === 0) return [{ file, line, reason: error.message }]
  return error.errors.map(({ pointer, message }) => placed(entry, body, pointer, message))
}

/** The line of a field of an entry. */
export const lineIn =
  ({ node, line }: HolderEntry) =>
  (pointer: string) =>
    node.entries.get(fieldPath(pointer).split('.')[0] ?? '')?.line ?? line

interface CustomFieldEntry {
  readonly code: string
  readonly value: unknown
}

/** A custom field that a new account holder does not have needs no removal. */
const withoutRemoved = ({ customFields, ...values }: Values): Values =>
  Array.isArray(customFields)
    ? { ...values, customFields: (customFields as CustomFieldEntry[]).filter(({ value }) => value !== null) }
    : { ...values, ...(customFields === undefined ? {} : { customFields }) }

/** Completes what the file says with what it cannot say, such as the ids of payment methods. */
function withStoredParts(sent: Values, stored: Values): Values {
  const { customFields, paymentMethods, contacts } = sent
  return {
    ...sent,
    ...(Array.isArray(customFields) && {
      customFields: mergedFields(customFields, stored.customFields as readonly CustomFieldEntry[]),
    }),
    ...(Array.isArray(paymentMethods) && {
      paymentMethods: knownMethods(paymentMethods, stored.paymentMethods as readonly Method[]),
    }),
    ...(Array.isArray(contacts) && {
      contacts: knownContacts(contacts, stored.contacts as readonly Values[]),
    }),
  }
}

/** Custom fields that the file does not name stay as they are. */
function mergedFields(
  sent: readonly CustomFieldEntry[],
  stored: readonly CustomFieldEntry[],
): CustomFieldEntry[] {
  const isSame = (one: CustomFieldEntry) => (other: CustomFieldEntry) =>
    one.code.toLowerCase() === other.code.toLowerCase()
  const kept = stored.filter((field) => !sent.some(isSame(field)))
  return [...kept.map(({ code, value }) => ({ code, value })), ...sent.filter(({ value }) => value !== null)]
}

interface Method {
  readonly id?: number | undefined
  readonly type?: unknown
  readonly ach?: { readonly routingNumber?: unknown; readonly accountNumber?: unknown } | null
  readonly card?: { readonly token?: unknown } | null
}

/** Each payment method of the file gets the id of the stored one that it means. */
function knownMethods(sent: readonly Method[], stored: readonly Method[]): Method[] {
  const free = [...stored]
  return sent.map((method) => {
    const at = free.findIndex((known) => isSameMethod(method, known))
    const [known] = at < 0 ? [] : free.splice(at, 1)
    return known ? { id: known.id, ...method } : method
  })
}

/** A bank account is known by its numbers; without an account number, by its bank. */
function isSameMethod(sent: Method, known: Method): boolean {
  if (sent.type !== known.type) return false
  const { accountNumber } = sent.ach ?? {}
  return (
    sent.ach?.routingNumber === known.ach?.routingNumber &&
    (accountNumber === undefined || accountNumber === known.ach?.accountNumber) &&
    sent.card?.token === known.card?.token
  )
}

/** A contact keeps its birth date if the file does not say one. */
const knownContacts = (sent: readonly Values[], stored: readonly Values[]): Values[] =>
  sent.map((contact) => {
    const known = stored.find((other) => hasSameNames(contact, other))
    return known ? { birthDate: known.birthDate, ...contact } : contact
  })
