import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import type { CalendarDate } from '../domain/dates.ts'
import type { Access, Acting, Caller } from './caller.ts'
import type { FormPart } from './form-parts.ts'
import type { ProblemCode } from './problems.ts'
import type { Filter, Filters, ListQuery, OwnOrder, Sort } from './search.ts'

/** The names between braces in a path. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

type Parameters = Readonly<Record<string, z.ZodType<unknown, string>>>

/** Path parameters are ids unless the route says otherwise. */
type Params<Path extends string, Declared extends Parameters> = {
  readonly [Name in ParameterNames<Path>]: Name extends keyof Declared ? z.output<Declared[Name]> : number
}

type Shape = z.ZodObject
type Output<Schema extends z.ZodType | undefined> = Schema extends z.ZodType ? z.output<Schema> : undefined

interface Common<Path extends string, Declared extends Parameters> {
  /** As the specification writes it: `/portalvisibilitygroups/{portalVisibilityGroupId}`. */
  readonly path: Path
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly permission: Access
  readonly params?: Declared
  /** The refusals that are this operation's own, besides those every operation has. */
  readonly problems?: readonly ProblemCode[]
  /** The path of the newer version of this operation. */
  readonly successor?: string
  /** From this date on the operation should not be used any more, and after `sunset` it may be gone. */
  readonly deprecated?: { readonly since: CalendarDate; readonly sunset?: CalendarDate }
}

export interface ReadContext<Path extends string, Declared extends Parameters, Query> extends Acting {
  readonly db: Db
  readonly params: Params<Path, Declared>
  readonly query: Query
}

export interface WriteContext<Path extends string, Declared extends Parameters, Query, Body> extends Acting {
  readonly tx: Tx
  readonly params: Params<Path, Declared>
  readonly query: Query
  readonly body: Body
}

/** One resource, or a short list without paging. */
export interface ReadSpec<
  Path extends string,
  Declared extends Parameters,
  Query extends Shape,
  Answer extends z.ZodType,
> extends Common<Path, Declared> {
  readonly query?: Query
  readonly answer: Answer
  handler(context: ReadContext<Path, Declared, z.output<Query>>): Promise<z.input<Answer>>
}

/** An answer that is known before it is made, by all that it follows from: its ETag is a hash of that. */
export interface Derived {
  readonly from: string
  /** The answer as JSON in UTF-8, made only for a caller that does not have it yet. */
  json(): Buffer
}

/** A read that is worth not doing: what it follows from is cheap to find, and says whether the answer is another. */
interface DerivedRead<
  Path extends string,
  Declared extends Parameters,
  Query extends Shape,
  Answer extends z.ZodType,
> extends Omit<ReadSpec<Path, Declared, Query, Answer>, 'handler'> {
  derive(context: ReadContext<Path, Declared, z.output<Query>>): Promise<Derived>
}

/** The content of a file, to be answered as it is read. */
export interface Content {
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly checksumSha256: string
  /** Fails where the content is not what was stored, before it gives any of it. */
  open(): Promise<AsyncIterable<Buffer>>
}

/** A file as its bytes, or in JSON: a record of which one member, empty in `json`, is the content in base64. */
export type FileAnswer =
  | { readonly bytes: Content }
  | { readonly json: Readonly<Record<string, unknown>>; readonly member: string; readonly content: Content }

/** A read that may answer a file: in JSON, or as its bytes. */
interface FileRead<
  Path extends string,
  Declared extends Parameters,
  Query extends Shape,
  Answer extends z.ZodType,
> extends Omit<ReadSpec<Path, Declared, Query, Answer>, 'handler'> {
  /** `accept` is the caller's header: what it asks for may depend on what the file is. */
  handler(
    context: ReadContext<Path, Declared, z.output<Query>> & { readonly accept: string | undefined },
  ): Promise<FileAnswer>
}

/** What a filter is given as, once it is checked. */
type FilterValue<One extends Filter> = One extends {
  readonly match: 'id' | 'id where' | 'at least' | 'at most'
}
  ? number
  : One extends { readonly match: 'flag' }
    ? boolean
    : One extends { readonly match: 'oneOf' }
      ? readonly string[]
      : string
export type FilterValues<Declared extends Filters> = {
  readonly [Name in keyof Declared]?: FilterValue<Declared[Name]> | undefined
}

/** A list: filters, sorting, paging, count and CSV come from its query. */
export interface ListSpec<
  Path extends string,
  Declared extends Parameters,
  Row extends z.ZodObject,
  Declares extends Filters,
> extends Common<Path, Declared> {
  readonly row: Row
  /**
   * `wrapped`: PagedResult. `array`: a plain array. `items`: an object that has nothing but the array. `ids`: PagedResult
   * of the one field that a row has, as a text.
   */
  readonly form: 'wrapped' | 'array' | 'items' | 'ids'
  /** The filters that were asked for are its query: they are applied, and here for what they decide besides. */
  list(
    context: ReadContext<Path, Declared, FilterValues<Declares>>,
  ): ListQuery<z.input<Row>> | Promise<ListQuery<z.input<Row>>>
  /** The same for every request: what may be filtered and sorted by. */
  readonly search: { readonly filters: Declares; readonly sort: Sort; readonly order?: OwnOrder }
}

/** A change. It runs in one transaction with its audit record, its events and its idempotency record. */
export interface WriteSpec<
  Path extends string,
  Declared extends Parameters,
  Query extends Shape,
  Body extends z.ZodType | undefined,
  Answer extends z.ZodType | undefined,
> extends Common<Path, Declared> {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly query?: Query
  readonly body?: Body
  /** Absent: 204 without a body. */
  readonly answer?: Answer
  readonly status?: 200 | 201 | 202
  /** What the audit record is about, e.g. `users/{id}`; names are taken from the answer, then the path. */
  readonly subject: string
  /** Where a new resource is, e.g. `/v2/Users/{id}`. */
  readonly location?: string
  /** Who calls when no credential is sent, by something in the body such as an invitation. */
  identify?(body: Output<Body>): Promise<Caller | undefined>
  /** Money moves: refused without an Idempotency-Key. */
  readonly keyRequired?: boolean
  /**
   * The record as it stands, locked, as GET answers it to this caller: for If-Match, and for the audit to say
   * what changed. `model` is the shape that GET answers, when the write answers another or nothing.
   */
  readonly current?: (
    context: WriteContext<Path, Declared, z.output<Query>, Output<Body>>,
  ) => Promise<Answer extends z.ZodType ? z.input<Answer> : unknown>
  readonly model?: z.ZodType
  /**
   * The subject as the audit compares it, before and after, where the write answers something else: a contract that
   * is put on hold, of which the hold is answered. It locks what it reads.
   */
  readonly recorded?: (
    context: WriteContext<Path, Declared, z.output<Query>, Output<Body>>,
  ) => Promise<unknown>
  handler(
    context: WriteContext<Path, Declared, z.output<Query>, Output<Body>>,
  ): Promise<Answer extends z.ZodType ? z.input<Answer> : void>
}

/** A file that came with a request, put where it can stay: outside the database, and so before the transaction. */
export interface Received<Taken> {
  /** What the handler is given as its body. */
  readonly taken: Taken
  /** What makes another request the same: the content by its hash. */
  readonly fingerprint: unknown
  /** Makes it last, before the transaction: a record must never be without its file. A dry run does not. */
  keep(): Promise<void>
  /** Nothing came of the request, and it is not to stay. It never fails: what it leaves is swept up later. */
  drop(): Promise<void>
}

export interface UploadContext<Path extends string, Declared extends Parameters, Body> extends Acting {
  readonly params: Params<Path, Declared>
  /** A body in JSON, or a form as it arrives. */
  readonly body: { readonly json: Body } | { readonly parts: AsyncIterable<FormPart> }
  /** Where the caller has reached us, e.g. `https://api.example`: for links in the answer. */
  readonly origin: string
}

/** A write that brings a file: in JSON of up to 34 MiB, or, where it has a form, as multipart/form-data. */
interface Upload<
  Path extends string,
  Declared extends Parameters,
  Body extends z.ZodType,
  Taken,
  Answer extends z.ZodType,
> extends Omit<
    WriteSpec<Path, Declared, z.ZodObject, Body, Answer>,
    'method' | 'query' | 'body' | 'handler' | 'current' | 'identify'
  > {
  readonly body: Body
  /** `usual`: the file is made by the service, and the body no larger than any other. Absent: it brings the file. */
  readonly bodySize?: 'usual'
  /** The form that it takes besides JSON, as it is documented. */
  readonly form?: z.ZodObject
  receive(context: UploadContext<Path, Declared, z.output<Body>>): Promise<Received<Taken>>
  handler(context: WriteContext<Path, Declared, unknown, Taken>): Promise<z.input<Answer>>
}

export interface AskContext<Path extends string, Declared extends Parameters, Body> extends Acting {
  readonly db: Db
  readonly params: Params<Path, Declared>
  readonly body: Body
}

/** A question too large for a query. It is asked with POST and changes nothing: no key, no audit, and a dry run is the same. */
interface Ask<
  Path extends string,
  Declared extends Parameters,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> extends Common<Path, Declared> {
  readonly body: Body
  readonly answer: Answer
  handler(context: AskContext<Path, Declared, z.output<Body>>): Promise<z.input<Answer>>
}

export interface PlainRequest<Body> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly body: Body
  readonly acting: Acting | undefined
}

/** Sign-in, the sandbox's clock and the like: their own way of answering, neither key nor dry run. */
interface Plain<Path extends string, Body extends z.ZodType, Answer extends z.ZodType>
  extends Common<Path, Parameters> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly body?: Body
  /** `file`: the bytes themselves, as `request.arriving`. */
  readonly bodyType?: 'json' | 'form' | 'file'
  /** Answers a file of whatever type, so that the Accept header cannot ask for another. */
  readonly answersFile?: boolean
  readonly answer?: Answer
  readonly status?: 200 | 201
  handler(plain: PlainRequest<z.output<Body>>): Promise<z.input<Answer> | undefined>
}

// A route as the server sees it: the same declarations without the types that only its handler needs.
type Loose<Spec> = Omit<Spec, 'handler' | 'current' | 'recorded' | 'list' | 'identify'>
export interface AnyRead extends Loose<ReadSpec<string, Parameters, Shape, z.ZodType>> {
  readonly kind: 'read'
  readonly method: 'GET'
  handler(context: unknown): Promise<unknown>
}
export interface AnyDerived extends Omit<AnyRead, 'kind' | 'handler'> {
  readonly kind: 'derived'
  derive(context: unknown): Promise<Derived>
}
export interface AnyFileRead extends Omit<AnyRead, 'kind' | 'handler'> {
  readonly kind: 'file'
  handler(context: unknown): Promise<FileAnswer>
}
export interface AnyList extends Loose<ListSpec<string, Parameters, z.ZodObject, Filters>> {
  readonly kind: 'list'
  readonly method: 'GET'
  list(context: unknown): ListQuery<unknown> | Promise<ListQuery<unknown>>
}
export interface AnyWrite
  extends Loose<WriteSpec<string, Parameters, Shape, z.ZodType | undefined, z.ZodType | undefined>> {
  readonly kind: 'write'
  identify?(body: unknown): Promise<Caller | undefined>
  readonly current?: (context: unknown) => Promise<unknown>
  readonly recorded?: (context: unknown) => Promise<unknown>
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
 * Declares an operation. Validation, types, permission, scope of the credential, idempotency, dry run, ETag,
 * audit, problem answers and the OpenAPI document follow from the declaration.
 */
export const route = {
  read<
    const Path extends string,
    Answer extends z.ZodType,
    const Declared extends Parameters = Record<never, never>,
    Query extends Shape = z.ZodObject<Record<never, never>>,
  >(spec: ReadSpec<Path, Declared, Query, Answer>): Route {
    return { ...spec, kind: 'read', method: 'GET' } as unknown as AnyRead
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
    return { ...spec, kind: 'write' } as unknown as AnyWrite
  },
  upload<
    const Path extends string,
    Body extends z.ZodType,
    Taken,
    Answer extends z.ZodType,
    const Declared extends Parameters = Record<never, never>,
  >(spec: Upload<Path, Declared, Body, Taken, Answer>): Route {
    return { ...spec, kind: 'write', method: 'POST' } as unknown as AnyWrite
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

/** What a deprecated operation says of it in each answer (RFC 9745, RFC 8594). */
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
