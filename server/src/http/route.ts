import type { z } from 'zod'
import type { Caller } from './caller.ts'
import type { CsvTable } from './csv.ts'
import type {
  Ask,
  Derived,
  DerivedRead,
  FileAnswer,
  FileRead,
  ListSpec,
  Moves,
  Parameters,
  Plain,
  PlainRequest,
  ReadSpec,
  Received,
  Shape,
  Upload,
  WriteSpec,
} from './route-specs.ts'
import type { Filters, ListQuery } from './search.ts'
import { tableOf, withPaging } from './whole-lists.ts'

// A route as the server sees it: the same declarations without the types that only the handler needs.
type Loose<Spec> = Omit<
  Spec,
  'handler' | 'current' | 'recorded' | 'list' | 'detail' | 'identify' | 'isCreated' | 'csv' | 'moves'
>
export interface AnyRead extends Loose<ReadSpec<string, Parameters, Shape, z.ZodType>> {
  readonly kind: 'read'
  readonly method: 'GET'
  readonly csv?: (answer: unknown) => CsvTable
  handler(context: unknown): Promise<unknown>
}
export interface AnyDerived extends Omit<AnyRead, 'kind' | 'handler' | 'csv' | 'pages'> {
  readonly kind: 'derived'
  derive(context: unknown): Promise<Derived>
}
export interface AnyFileRead extends Omit<AnyRead, 'kind' | 'handler' | 'csv' | 'pages'> {
  readonly kind: 'file'
  handler(context: unknown): Promise<FileAnswer>
}
export interface AnyList extends Loose<ListSpec<string, Parameters, z.ZodObject, Filters>> {
  readonly kind: 'list'
  readonly method: 'GET'
  list(context: unknown): ListQuery<unknown> | Promise<ListQuery<unknown>>
  readonly detail?: {
    readonly row: z.ZodObject
    list(context: unknown): ListQuery<unknown> | Promise<ListQuery<unknown>>
  }
}
export interface AnyWrite
  extends Loose<WriteSpec<string, Parameters, Shape, z.ZodType | undefined, z.ZodType | undefined>> {
  readonly kind: 'write'
  readonly moves?: Moves | ((body: unknown) => Moves | undefined)
  /** Every request needs an Idempotency-Key. */
  readonly keyRequired: boolean
  identify?(body: unknown, address: string): Promise<Caller | undefined>
  readonly current?: (context: unknown) => Promise<unknown>
  readonly recorded?: (context: unknown) => Promise<unknown>
  readonly isCreated?: (answer: unknown) => boolean
  readonly form?: z.ZodObject
  readonly bodySize?: 'usual'
  receive?(context: unknown): Promise<Received<unknown>>
  handler(context: unknown): Promise<unknown>
}
export interface AnyAsk extends Loose<Ask<string, Parameters, z.ZodType, z.ZodType>> {
  readonly kind: 'ask'
  readonly method: 'POST'
  handler(context: unknown): Promise<unknown>
}
export interface AnyPlain extends Loose<Plain<string, z.ZodType, z.ZodType>> {
  readonly kind: 'plain'
  handler(plain: PlainRequest<unknown>): Promise<unknown>
}
export type Route = AnyRead | AnyDerived | AnyFileRead | AnyList | AnyWrite | AnyAsk | AnyPlain

/**
 * Declares an operation. Validation, types, permission, scope of the credential, idempotency, dry run, ETag, audit,
 * problem answers and the OpenAPI document follow from the declaration.
 */
export const route = {
  read<
    const Path extends string,
    Answer extends z.ZodType,
    const Declared extends Parameters = Record<never, never>,
    Query extends Shape = z.ZodObject<Record<never, never>>,
  >(spec: ReadSpec<Path, Declared, Query, Answer>): Route {
    const { pages } = spec
    const paged = pages && { csv: spec.csv ?? tableOf(spec.answer), query: withPaging(spec.query, pages) }
    return { ...spec, ...paged, kind: 'read', method: 'GET' } as unknown as AnyRead
  },
  derived<
    const Path extends string,
    Answer extends z.ZodType,
    const Declared extends Parameters = Record<never, never>,
    Query extends Shape = z.ZodObject<Record<never, never>>,
  >(spec: DerivedRead<Path, Declared, Query, Answer>): Route {
    return { ...spec, kind: 'derived', method: 'GET' } as unknown as AnyDerived
  },
  file<
    const Path extends string,
    Answer extends z.ZodType,
    const Declared extends Parameters = Record<never, never>,
    Query extends Shape = z.ZodObject<Record<never, never>>,
  >(spec: FileRead<Path, Declared, Query, Answer>): Route {
    return { ...spec, kind: 'file', method: 'GET' } as unknown as AnyFileRead
  },
  list<
    const Path extends string,
    Row extends z.ZodObject,
    Declares extends Filters,
    const Declared extends Parameters = Record<never, never>,
  >(spec: ListSpec<Path, Declared, Row, Declares>): Route {
    return { ...spec, kind: 'list', method: 'GET' } as unknown as AnyList
  },
  write<
    const Path extends string,
    Body extends z.ZodType | undefined = undefined,
    Answer extends z.ZodType | undefined = undefined,
    const Declared extends Parameters = Record<never, never>,
    Query extends Shape = z.ZodObject<Record<never, never>>,
  >(spec: WriteSpec<Path, Declared, Query, Body, Answer>): Route {
    return { ...spec, kind: 'write', ...keyRule(spec) } as unknown as AnyWrite
  },
  upload<
    const Path extends string,
    Body extends z.ZodType,
    Taken,
    Answer extends z.ZodType,
    const Declared extends Parameters = Record<never, never>,
  >(spec: Upload<Path, Declared, Body, Taken, Answer>): Route {
    return { ...spec, kind: 'write', method: 'POST', ...keyRule(spec) } as unknown as AnyWrite
  },
  ask<
    const Path extends string,
    Body extends z.ZodType,
    Answer extends z.ZodType,
    const Declared extends Parameters = Record<never, never>,
  >(spec: Ask<Path, Declared, Body, Answer>): Route {
    return { ...spec, kind: 'ask', method: 'POST' } as unknown as AnyAsk
  },
  plain<
    const Path extends string,
    Body extends z.ZodType = z.ZodUndefined,
    Answer extends z.ZodType = z.ZodUndefined,
  >(spec: Plain<Path, Body, Answer>): Route {
    return { ...spec, kind: 'plain' } as unknown as AnyPlain
  },
}

const keyRule = ({ moves }: { moves?: unknown }) => ({ keyRequired: typeof moves === 'string' })

/** The headers of a deprecated operation (RFC 9745, RFC 8594). */
export function deprecationHeaders({ deprecated }: Route): Readonly<Record<string, string>> | undefined {
  if (!deprecated) return undefined
  const { since, sunset } = deprecated
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    ...(sunset ? { Sunset: new Date(sunset).toUTCString() } : {}),
  }
}

/** The names between braces in a path, in order. */
export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')

/** A template such as `users/{id}` with its names filled from the first source that has them. */
export function fill(template: string, ...sources: readonly unknown[]): string {
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    for (const source of sources) {
      const value = (source as Record<string, unknown> | null | undefined)?.[name]
      if (value !== undefined && value !== null) return encodeURIComponent(String(value))
    }
    return ''
  })
}
