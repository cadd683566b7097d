import { isObject } from '../domain/objects.ts'

/** The fields that give a reason; the first one that is sent counts. */
const names = ['reason', 'voidReason', 'note'] as const

/** The reason that a request gives, for itself or for one of its parts. */
export function reasonIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  return firstText(body, names) ?? Object.values(body).map(reasonOfPart).find(Boolean)
}

const reasonOfPart = (part: unknown) => (isObject(part) ? firstText(part, ['reason']) : undefined)

const firstText = (object: Readonly<Record<string, unknown>>, fields: readonly string[]) =>
  fields
    .map((name) => object[name])
    .find((value): value is string => typeof value === 'string' && value !== '')
