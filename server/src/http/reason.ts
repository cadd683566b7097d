/** The fields that give a reason; the first one that is sent counts. */
const names = ['reason', 'voidReason', 'note'] as const

/** The reason that a request gives, for itself or for one of its parts. */
export function reasonIn(body: unknown): string | undefined {
  if (!isObject(body)) return undefined
  return saidIn(body, names) ?? Object.values(body).map(reasonOfPart).find(Boolean)
}

const reasonOfPart = (part: unknown) => (isObject(part) ? saidIn(part, ['reason']) : undefined)

const saidIn = (value: Readonly<Record<string, unknown>>, among: readonly string[]) =>
  among.map((name) => value[name]).find((said): said is string => typeof said === 'string' && said !== '')

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
