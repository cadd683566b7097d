import type { z } from 'zod'
import { FAULTS_AT_MOST, type Fault, type FaultCode, Problem } from './problems.ts'
import { takesMany } from './schemas.ts'

type Place = 'body' | 'query'

/** The value in its declared shape, or the list of every fault in it. */
export type Checked<Value> = { readonly value: Value } | { readonly faults: readonly Fault[] }

export function check<Schema extends z.ZodType>(
  schema: Schema,
  input: unknown,
  place: Place,
): Checked<z.output<Schema>> {
  const result = schema.safeParse(input)
  if (result.success) return { value: result.data }
  // A body of a megabyte can hold a hundred thousand faults, each told in more bytes than it was made with.
  const issues = result.error.issues.slice(0, FAULTS_AT_MOST + 1)
  const faults = issues.flatMap((issue) => faultsOf(issue, input, place, schema))
  // Two checks of one value may say the same.
  return { faults: [...new Map(faults.map((fault) => [`${fault.code} ${fault.pointer}`, fault])).values()] }
}

export function refuse(faults: readonly Fault[]): Problem {
  const count = faults.length === 1 ? '1 fault' : `${faults.length} faults`
  const detail =
    faults.length > FAULTS_AT_MOST
      ? `The request has more than ${FAULTS_AT_MOST} faults; the first are in errors.`
      : `The request has ${count}; see errors.`
  return new Problem('ValidationFailed', detail, { errors: faults.slice(0, FAULTS_AT_MOST) })
}

/** A scalar sent twice is a mistake that must not be settled by guessing which one counts. */
export function repeatedScalars(query: Readonly<Record<string, unknown>>, shape: z.core.$ZodShape): Fault[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined
    if (!Array.isArray(value) || !schema || takesMany(schema)) return []
    return [
      { pointer: `?${name}`, code: 'Format', message: `${name} is sent more than once.` } satisfies Fault,
    ]
  })
}

type Issue = z.core.$ZodIssue

function faultsOf(issue: Issue, input: unknown, place: Place, schema: z.ZodType): Fault[] {
  if (issue.code === 'unrecognized_keys') {
    const known = knownKeys(schema, issue.path)
    return issue.keys.slice(0, FAULTS_AT_MOST + 1).map((key) => ({
      pointer: pointerOf([...issue.path, short(key)], place),
      code: 'Unknown',
      message: `${short(key)} is not known here.`,
      ...(known ? { known } : {}),
    }))
  }
  if (issue.code === 'invalid_union') {
    // Of what is a list or an object, what takes such a thing says more than what takes none.
    const alike = issue.errors.filter((errors) => !errors.some(isOtherKind))
    const nearest = (alike.length > 0 ? alike : issue.errors).toSorted(
      (left, right) => left.length - right.length,
    )[0]
    if (nearest && issue.errors.length > 1)
      return nearest.flatMap((inner) =>
        faultsOf({ ...inner, path: [...issue.path, ...inner.path] }, input, place, schema),
      )
  }
  const missing = valueAt(input, issue.path) === undefined
  return [
    {
      pointer: pointerOf(issue.path, place),
      code: codeOf(issue, missing),
      message:
        missing && issue.code === 'invalid_type' ? 'A value is required here.' : sentence(issue.message),
    },
  ]
}

const isOtherKind = ({ code, path }: Issue) => code === 'invalid_type' && path.length === 0

function codeOf(issue: Issue, missing: boolean): FaultCode {
  switch (issue.code) {
    case 'invalid_type':
      return missing ? 'Required' : 'Type'
    case 'invalid_value':
      return missing ? 'Required' : 'Enum'
    case 'invalid_format':
      return 'Format'
    case 'not_multiple_of':
      return 'Precision'
    case 'too_big':
    case 'too_small':
      return issue.origin === 'string' || issue.origin === 'array' || issue.origin === 'set'
        ? 'Length'
        : 'Range'
    case 'custom':
      return (issue.params?.code as FaultCode | undefined) ?? 'Format'
    case 'unrecognized_keys':
      return 'Unknown'
    case 'invalid_union':
    case 'invalid_key':
    case 'invalid_element':
      return 'Type'
    default:
      return issue satisfies never
  }
}

/** The names an object at this place may have, to help someone who mistyped one. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] | undefined {
  let at: z.ZodType | undefined = bare(schema)
  for (const step of path) {
    if (at && 'shape' in at) at = bare((at.shape as Record<string, z.ZodType>)[String(step)])
    else if (at && 'element' in at) at = bare(at.element as z.ZodType)
    else return undefined
  }
  return at && 'shape' in at ? Object.keys(at.shape as object) : undefined
}

/** Without the wrappers optional, nullable, default and the like. */
function bare(schema: z.ZodType | undefined): z.ZodType | undefined {
  const inner = (schema?.def as { innerType?: z.ZodType; out?: z.ZodType } | undefined)?.innerType
  return inner ? bare(inner) : schema
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let at = input
  for (const step of path)
    at = at === null || at === undefined ? undefined : (at as Record<PropertyKey, unknown>)[step]
  return at
}

/** A name that nobody knows may be as long as the body; enough of it to find it is said back. */
const short = (name: string) =>
  name.length > 200 ? `${name.slice(0, 200).replace(/[\ud800-\udbff]$/, '')}…` : name

function pointerOf(path: readonly PropertyKey[], place: Place): string {
  // A list's items are not told apart: the parameter is what the caller sent.
  if (place === 'query') return `?${String(path[0] ?? '')}`
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

const sentence = (message: string) =>
  message.endsWith('.') ? message : `${message[0]?.toUpperCase()}${message.slice(1)}.`
