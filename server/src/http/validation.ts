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
  // A body of one megabyte can have a hundred thousand faults, and each message is longer than its cause.
  const issues = result.error.issues.slice(0, FAULTS_AT_MOST + 1)
  const faults = issues.flatMap((issue) => faultsOf(issue, input, place, schema))
  // Two checks of one value may report the same fault.
  return { faults: [...new Map(faults.map((fault) => [`${fault.code} ${fault.pointer}`, fault])).values()] }
}

export function refuse(faults: readonly Fault[]): Problem {
  const count = faults.length === 1 ? '1 error' : `${faults.length} errors`
  const detail =
    faults.length > FAULTS_AT_MOST
      ? `The request has more than ${FAULTS_AT_MOST} errors; the first ${FAULTS_AT_MOST} are in errors.`
      : `The request has ${count}; see errors.`
  return new Problem('ValidationFailed', detail, { errors: faults.slice(0, FAULTS_AT_MOST) })
}

/** A single value that is sent twice is an error: we do not guess which one counts. */
export function repeatedScalars(query: Readonly<Record<string, unknown>>, shape: z.core.$ZodShape): Fault[] {
  return Object.entries(query).flatMap(([name, value]) => {
    const schema = Object.hasOwn(shape, name) ? (shape[name] as z.ZodType) : undefined
    if (!Array.isArray(value) || !schema || takesMany(schema)) return []
    return [
      { pointer: `?${name}`, code: 'Format', message: `${name} must be sent only once.` } satisfies Fault,
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
      message: `${short(key)} is not a known ${place === 'query' ? 'parameter' : 'field'}.`,
      ...(known ? { known } : {}),
    }))
  }
  if (issue.code === 'invalid_union') {
    // For a list or an object, report the alternative that accepts one.
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
      message: missing && issue.code === 'invalid_type' ? 'A value is required.' : sentence(issue.message),
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

/** The names that an object at this place may have, to help a caller who mistyped one. */
function knownKeys(schema: z.ZodType, path: readonly PropertyKey[]): string[] | undefined {
  let at: z.ZodType | undefined = bare(schema)
  for (const step of path) {
    if (at && 'shape' in at) at = bare((at.shape as Record<string, z.ZodType>)[String(step)])
    else if (at && 'element' in at) at = bare(at.element as z.ZodType)
    else return undefined
  }
  return at && 'shape' in at ? Object.keys(at.shape as object) : undefined
}

/** The schema without wrappers such as optional, nullable and default. */
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

/** An unknown name may be as long as the body; the answer repeats enough of it to find it. */
const short = (name: string) =>
  name.length > 200 ? `${name.slice(0, 200).replace(/[\ud800-\udbff]$/, '')}…` : name

function pointerOf(path: readonly PropertyKey[], place: Place): string {
  // The items of a list are not distinguished: the parameter is what the caller sent.
  if (place === 'query') return `?${String(path[0] ?? '')}`
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')
}

const sentence = (message: string) =>
  message.endsWith('.') ? message : `${message[0]?.toUpperCase()}${message.slice(1)}.`
