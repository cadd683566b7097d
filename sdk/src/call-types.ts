import type { Operation } from './facts.ts'
import type { Operations } from './types.gen.ts'

// What a call takes and gives, derived from its operation. Nothing here exists at run time.

type Member<O extends Operation, Name extends string> = Operations[O] extends { [K in Name]: infer Value }
  ? Value
  : never

/** What may be asked for besides JSON: a list as CSV, a file as bytes. */
export type As<O extends Operation> = Member<O, 'as'>

/** `Value` if the operation takes this option; otherwise the option cannot be given. */
type Taken<O extends Operation, Name extends string, Value> = Name extends Member<O, 'takes'> ? Value : never

type Sent<O extends Operation> = Pick<Operations[O], Extract<keyof Operations[O], 'path' | 'query' | 'body'>>

/** What a call sends, typed by its operation, and how. */
export type CallOptions<
  O extends Operation,
  DryRun extends boolean = boolean,
  Known extends string = string,
  Form extends As<O> = As<O>,
> = Sent<O> & {
  /** Repeating the call with the same key has no second effect. Without one, a key is drawn for each call. */
  idempotencyKey?: Taken<O, 'idempotencyKey', string> | undefined
  /** Try it out: the service does everything, undoes it, and answers with `effects`. */
  dryRun?: Taken<O, 'dryRun', DryRun> | undefined
  /** The ETag of what you have read. If the record has changed since, the answer is 412 `PreconditionFailed`. */
  ifMatch?: Taken<O, 'ifMatch', string> | undefined
  /** The ETag of what you have. If it is still current, the answer is 304 and `data` is undefined. */
  ifNoneMatch?: Taken<O, 'ifNoneMatch', Known> | undefined
  /** `csv`: the whole list as CSV, as a stream of text. `bytes`: the file itself. */
  as?: Taken<O, 'as', Form> | undefined
  signal?: AbortSignal | undefined
  /** Headers to send besides. */
  headers?: Readonly<Record<string, string>> | undefined
}

/** The operations that can be called without options. */
export type BareOperation = {
  [O in Operation]: Partial<Sent<O>> extends Sent<O> ? O : never
}[Operation]

/** What the service answers to the operation. */
export type AnswerOf<O extends Operation> = Member<O, 'answer'>

/** What it answers to a dry run: the same with effects; a list of records as `{ items, effects }`. */
export type DryRunOf<O extends Operation> = Operations[O] extends { effects: infer Effects }
  ? AnswerOf<O> extends readonly unknown[]
    ? { items: AnswerOf<O>; effects: Effects }
    : AnswerOf<O> extends undefined
      ? { effects: Effects }
      : AnswerOf<O> & { effects: Effects }
  : AnswerOf<O>

/** The data of a call with these options. */
export type DataOf<O extends Operation, DryRun extends boolean, Known extends string, Form extends As<O>> =
  | ([Form] extends [never]
      ? DryRun extends true
        ? DryRunOf<O>
        : AnswerOf<O>
      : Form extends 'csv'
        ? ReadableStream<string>
        : Blob)
  | ([Known] extends [never] ? never : undefined)

/** The lists, of either style of paging. */
export type ListOperation = {
  [O in Operation]: Operations[O] extends { paging: string } ? O : never
}[Operation]

/** A row of a list. */
export type RowOf<O extends ListOperation> =
  AnswerOf<O> extends readonly (infer Row)[]
    ? Row
    : AnswerOf<O> extends { items: readonly (infer Row)[] }
      ? Row
      : never

/** An answer of the service. */
export interface Answer<Data> {
  readonly data: Data
  readonly status: number
  /** Send it as `ifMatch` with the next change, or as `ifNoneMatch` with the next read. */
  readonly etag: string | undefined
  readonly requestId: string | undefined
  /** Whether this is the answer that an earlier call with the same key got. */
  readonly isReplayed: boolean
  readonly headers: Headers
}

/** The options of a call, whatever its operation. */
export interface AnyOptions {
  readonly path?: Readonly<Record<string, unknown>> | undefined
  readonly query?: Readonly<Record<string, unknown>> | undefined
  readonly body?: unknown
  readonly idempotencyKey?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly ifMatch?: string | undefined
  readonly ifNoneMatch?: string | undefined
  readonly as?: 'csv' | 'bytes' | undefined
  readonly signal?: AbortSignal | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}
