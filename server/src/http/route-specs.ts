import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db, Tx } from '../db/database.ts'
import type { CalendarDate } from '../domain/dates.ts'
import type { Access, Acting, Caller } from './caller.ts'
import type { CsvTable } from './csv.ts'
import type { FormPart } from './form-parts.ts'
import type { ProblemCode } from './problems.ts'
import type { Filter, Filters, ListQuery, OwnOrder, Sort } from './search.ts'

// What the declaration of an operation consists of, for each kind of operation (route.ts).

/** The names between braces in a path. */
type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never

export type Parameters = Readonly<Record<string, z.ZodType<unknown, string>>>

/** Path parameters are ids unless the route says otherwise. */
type Params<Path extends string, Declared extends Parameters> = {
  readonly [Name in ParameterNames<Path>]: Name extends keyof Declared ? z.output<Declared[Name]> : number
}

export type Shape = z.ZodObject
type Output<Schema extends z.ZodType | undefined> = Schema extends z.ZodType ? z.output<Schema> : undefined

interface Common<Path extends string, Declared extends Parameters> {
  /** As in the specification: `/portalvisibilitygroups/{portalVisibilityGroupId}`. */
  readonly path: Path
  readonly tag: string
  readonly summary: string
  readonly description?: string
  readonly permission: Access
  readonly params?: Declared
  /** Allowed for a user who must set up one-time codes first. */
  readonly whileEnrolling?: true
  /** The problem codes of this operation, besides those that every operation has. */
  readonly problems?: readonly ProblemCode[]
  /** Those of them that this operation answers with 400 (`isMalformed`). */
  readonly malformed?: readonly ProblemCode[]
  /** The path of the newer version of this operation. */
  readonly successor?: string
  /** The operation is deprecated from `since` and may be removed after `sunset`. */
  readonly deprecated?: { readonly since: CalendarDate; readonly sunset?: CalendarDate }
}

interface ReadContext<Path extends string, Declared extends Parameters, Query> extends Acting {
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

/** One resource, or a list that is made as a whole. */
export interface ReadSpec<
  Path extends string,
  Declared extends Parameters,
  Query extends Shape,
  Answer extends z.ZodType,
> extends Common<Path, Declared> {
  readonly query?: Query
  readonly answer: Answer
  /** The answer as a table, for callers that accept CSV. Absent: only JSON is answered. */
  readonly csv?: (answer: z.input<Answer>) => CsvTable
  /** The answer is an array, which is paged, and sorted by these fields of a row (whole-lists.ts). */
  readonly pages?: readonly string[]
  handler(context: ReadContext<Path, Declared, z.output<Query>>): Promise<z.input<Answer>>
}

/** An answer that is identified before it is made, by everything it follows from; its ETag is a hash of that. */
export interface Derived {
  readonly from: string
  /** The answer as JSON in UTF-8. Called only if the caller does not have it yet. */
  json(): Buffer
}

/** An expensive read whose sources are cheap to find: they tell whether the answer has changed. */
export interface DerivedRead<
  Path extends string,
  Declared extends Parameters,
  Query extends Shape,
  Answer extends z.ZodType,
> extends Omit<ReadSpec<Path, Declared, Query, Answer>, 'handler' | 'csv' | 'pages'> {
  derive(context: ReadContext<Path, Declared, z.output<Query>>): Promise<Derived>
}

/** The content of a file, streamed into the answer. */
export interface Content {
  readonly fileName: string
  readonly contentType: string
  readonly sizeBytes: number
  readonly checksumSha256: string
  /** Fails before the first byte if the content is not what was stored. */
  open(): Promise<AsyncIterable<Buffer>>
}

/** A file as bytes, or as JSON in which `member`, empty in `json`, is filled with the content in base64. */
export type FileAnswer =
  | { readonly bytes: Content }
  | { readonly json: Readonly<Record<string, unknown>>; readonly member: string; readonly content: Content }

/** A read that answers a file, as JSON or as bytes. */
export interface FileRead<
  Path extends string,
  Declared extends Parameters,
  Query extends Shape,
  Answer extends z.ZodType,
> extends Omit<ReadSpec<Path, Declared, Query, Answer>, 'handler' | 'csv' | 'pages'> {
  /** `accept` is the caller's header: the format may depend on the type of the file. */
  handler(
    context: ReadContext<Path, Declared, z.output<Query>> & { readonly accept: string | undefined },
  ): Promise<FileAnswer>
}

/** The type of a filter's value after validation. */
type FilterValue<One extends Filter> = One extends {
  readonly match: 'id' | 'id where' | 'at least' | 'at most'
}
  ? number
  : One extends { readonly match: 'flag' | 'flag where' }
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
   * `wrapped`: PagedResult. `array`: a plain array. `items`: an object with only the array. `ids`: PagedResult of the one
   * field of each row, as text.
   */
  readonly form: 'wrapped' | 'array' | 'items' | 'ids'
  /** The query has the requested filters. They are applied anyway; use them only to decide more. */
  list(
    context: ReadContext<Path, Declared, FilterValues<Declares>>,
  ): ListQuery<z.input<Row>> | Promise<ListQuery<z.input<Row>>>
  /** The rows in detail, as PagedResult, for a caller who sends `detail=true`. */
  readonly detail?: {
    readonly row: z.ZodObject
    list(
      context: ReadContext<Path, Declared, FilterValues<Declares>>,
    ): ListQuery<unknown> | Promise<ListQuery<unknown>>
  }
  /** The filters and sort columns, the same for every request. */
  readonly search: { readonly filters: Declares; readonly sort: Sort; readonly order?: OwnOrder }
}

/** What a retry must not move twice. */
export type Moves = 'money' | 'state'

/** A change. It runs in one transaction with its audit record, events and idempotency record. */
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
  /** For an operation that makes or changes a record: whether it made it, as its handler answers. Then the status is 201. */
  readonly isCreated?: (answer: Answer extends z.ZodType ? z.input<Answer> : unknown) => boolean
  /** The subject of the audit record, e.g. `users/{id}`; names are filled from the answer, then the path. */
  readonly subject: string
  /** The location of a new resource, e.g. `/v2/Users/{id}`. */
  readonly location?: string
  /** Finds the caller from the body, e.g. by an invitation, when no credential is sent. */
  identify?(body: Output<Body>, address: string): Promise<Caller | undefined>
  /** It moves money or a state, so a key is required. A function says it for each request, where some move nothing. */
  readonly moves?: Moves | ((body: Output<Body>) => Moves | undefined)
  /** The body has a member `dryRun` that is stored with the record. Only ?dryRun=true makes the request itself a dry run. */
  readonly ownDryRun?: boolean
  /**
   * The current record, locked, as GET answers it to this caller: for If-Match and for the changes in the audit.
   * `model` is the schema of GET, when the write answers another one or nothing.
   */
  readonly current?: (
    context: WriteContext<Path, Declared, z.output<Query>, Output<Body>>,
  ) => Promise<Answer extends z.ZodType ? z.input<Answer> : unknown>
  readonly model?: z.ZodType
  /**
   * The subject as the audit compares it before and after, when the write answers something else: putting a contract
   * on hold answers the hold. It locks what it reads.
   */
  readonly recorded?: (
    context: WriteContext<Path, Declared, z.output<Query>, Output<Body>>,
  ) => Promise<unknown>
  handler(
    context: WriteContext<Path, Declared, z.output<Query>, Output<Body>>,
  ): Promise<Answer extends z.ZodType ? z.input<Answer> : void>
}

/** A file that came with a request, stored outside the database before the transaction begins. */
export interface Received<Taken> {
  /** The body that the handler gets. */
  readonly taken: Taken
  /** Identifies an equal request for its Idempotency-Key: the content by its hash. */
  readonly fingerprint: unknown
  /** Makes the file permanent before the transaction, so that no record is without its file. Not in a dry run. */
  keep(): Promise<void>
  /** Removes the file when the request had no effect. It never fails: leftovers are swept later. */
  drop(): Promise<void>
}

interface UploadContext<Path extends string, Declared extends Parameters, Body> extends Acting {
  readonly params: Params<Path, Declared>
  /** A JSON body, or a form as it arrives. */
  readonly body: { readonly json: Body } | { readonly parts: AsyncIterable<FormPart> }
  /** What links in the answer begin with: the public address, e.g. `https://api.example`. Empty if there is none. */
  readonly origin: string
}

/** A write with a file: in JSON of up to 34 MiB or, if `form` is declared, as multipart/form-data. */
export interface Upload<
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
  /** `usual`: the service makes the file, and the body has the usual limit. Absent: the body contains the file. */
  readonly bodySize?: 'usual'
  /** The schema of the form that it accepts besides JSON. */
  readonly form?: z.ZodObject
  receive(context: UploadContext<Path, Declared, z.output<Body>>): Promise<Received<Taken>>
  handler(context: WriteContext<Path, Declared, unknown, Taken>): Promise<z.input<Answer>>
}

interface AskContext<Path extends string, Declared extends Parameters, Body> extends Acting {
  readonly db: Db
  readonly params: Params<Path, Declared>
  readonly body: Body
}

/** A question that is too large for a query. It uses POST but changes nothing: no key, no audit, no dry run. */
export interface Ask<
  Path extends string,
  Declared extends Parameters,
  Body extends z.ZodType,
  Answer extends z.ZodType,
> extends Common<Path, Declared> {
  readonly body: Body
  /** The body carries files as text, so it may be as large as that of an upload. */
  readonly isLarge?: true
  readonly answer: Answer
  handler(context: AskContext<Path, Declared, z.output<Body>>): Promise<z.input<Answer>>
}

export interface PlainRequest<Body> {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** As `query` declares it. */
  readonly query: Readonly<Record<string, unknown>>
  readonly body: Body
  readonly acting: Acting | undefined
}

/** A failure in the format of another standard. */
export interface Refusal {
  readonly description: string
  readonly answer: z.ZodType
  readonly example: unknown
}

/** Operations with their own way of answering, such as sign-in and the sandbox's clock: no key and no dry run. */
export interface Plain<Path extends string, Body extends z.ZodType, Answer extends z.ZodType>
  extends Common<Path, Parameters> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly query?: z.ZodObject
  readonly body?: Body
  /** `file`: the bytes as `request.arriving`. */
  readonly bodyType?: 'json' | 'form' | 'file'
  /** Answers a file of any type and ignores the Accept header. */
  readonly answersFile?: boolean
  /** The answer stays open and has this type (streams.ts). */
  readonly streams?: 'text/event-stream'
  readonly answer?: Answer
  readonly status?: 200 | 201 | 202
  /** By status. All other failures are problems. */
  readonly refusals?: Readonly<Record<number, Refusal>>
  handler(plain: PlainRequest<z.output<Body>>): Promise<z.input<Answer> | undefined>
}
