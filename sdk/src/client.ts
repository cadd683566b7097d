import { answerOf, refusal } from './answers.ts'
import { type Auth, anonymous, type Send } from './auth.ts'
import type {
  Answer,
  AnswerOf,
  AnyOptions,
  As,
  BareOperation,
  CallOptions,
  DataOf,
  ListOperation,
  RowOf,
} from './call-types.ts'
import { ApiError, ConnectionError } from './errors.ts'
import type { Operation } from './facts.ts'
import { type ListOptions, type Page, pagesOf } from './pages.ts'
import { type Prepared, prepare } from './prepare.ts'
import { defaultRules, type RetryRules, retryDelay, wait } from './retries.ts'
import { withoutSecrets } from './secrets.ts'

export { type Auth, bearer, clientCredentials, cookieSession } from './auth.ts'
export type { Answer, AnswerOf, CallOptions, DryRunOf, ListOperation, RowOf } from './call-types.ts'
export { ApiError, ConnectionError } from './errors.ts'
export { can, type Facts, factsOf, type Operation, type Rights } from './facts.ts'
export type { Page } from './pages.ts'

export interface ClientOptions {
  /** Where the service is, such as `https://contracts.example.com`. Empty in a page that the service itself serves. */
  readonly baseUrl: string
  /** Who calls: `clientCredentials(…)`, `bearer(…)` or `cookieSession(…)`. Without it, nobody. */
  readonly auth?: Auth
  readonly fetch?: typeof fetch
  /** Told of every request that was sent, repetitions included. */
  readonly onCall?: (record: CallRecord) => void
  readonly retries?: Partial<RetryRules>
  /** Replaced by tests. */
  readonly timing?: Partial<Timing>
}

export interface Timing {
  now(): number
  wait(milliseconds: number, signal?: AbortSignal): Promise<void>
  random(): number
}

/** A request and what came of it. Credentials are left out, and passwords and the like are masked. */
export interface CallRecord {
  readonly operation: Operation
  readonly method: string
  readonly url: string
  readonly attempt: number
  readonly milliseconds: number
  readonly body: unknown
  readonly idempotencyKey: string | undefined
  readonly status: number | undefined
  readonly requestId: string | undefined
  /** The data of the answer. */
  readonly data: unknown
  /** Why there is none. */
  readonly error: unknown
}

export interface Client {
  /** Calls an operation that requires nothing. */
  call<O extends BareOperation>(operation: O): Promise<Answer<AnswerOf<O>>>
  /** Calls an operation. A problem is thrown as `ApiError`, a lost connection as `ConnectionError`. */
  call<
    O extends Operation,
    DryRun extends boolean = false,
    Known extends string = never,
    Form extends As<O> = never,
  >(
    operation: O,
    options: CallOptions<O, DryRun, Known, Form>,
  ): Promise<Answer<DataOf<O, DryRun, Known, Form>>>
  /** A list, page by page. */
  pages<O extends ListOperation>(
    operation: O,
    options?: ListOptions<O>,
  ): AsyncGenerator<Page<O>, void, undefined>
  /** A list, row by row. The next page is fetched when its first row is asked for. */
  rows<O extends ListOperation>(
    operation: O,
    options?: ListOptions<O>,
  ): AsyncGenerator<RowOf<O>, void, undefined>
}

export function createClient(options: ClientOptions): Client {
  const { baseUrl, auth = anonymous, onCall } = options
  const rules = { ...defaultRules, ...options.retries }
  const timing: Timing = { now: Date.now, wait, random: Math.random, ...options.timing }
  // A browser's fetch must be called on its window.
  const request: typeof fetch = options.fetch ?? ((...args) => fetch(...args))

  async function call(operation: Operation, given: AnyOptions = {}): Promise<Answer<unknown>> {
    return repeated(await prepare(baseUrl, operation, given))
  }

  async function repeated(prepared: Prepared): Promise<Answer<unknown>> {
    let recoveries = 0
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answer = await send(prepared, await auth.headers(prepared.facts, sendBefore), attempt)
        auth.answered?.(prepared.operation, answer.data)
        return answer
      } catch (error) {
        if (
          error instanceof ApiError &&
          recoveries < 2 &&
          (await auth.recover?.(error, prepared.operation))
        ) {
          recoveries += 1
          attempt -= 1
          continue
        }
        const delay = prepared.isRepeatable ? retryDelay(error, attempt, rules, timing.random) : undefined
        if (delay === undefined) throw error
        await timing.wait(delay, prepared.signal)
      }
    }
  }

  /** What signing in needs before a call: once, without headers of its own. */
  const sendBefore: Send = Object.assign(
    async (operation: Operation, given: AnyOptions = {}) =>
      send(await prepare(baseUrl, operation, given), {}, 1),
    { now: timing.now },
  )

  async function send(
    prepared: Prepared,
    who: Record<string, string>,
    attempt: number,
  ): Promise<Answer<unknown>> {
    const { operation, facts, url, body, signal, idempotencyKey } = prepared
    const call = { operation, idempotencyKey }
    const began = timing.now()
    let response: Response | undefined
    const record = (data: unknown, error?: unknown) =>
      onCall?.({
        ...{ ...call, method: facts.method, url, attempt, error },
        milliseconds: timing.now() - began,
        status: response?.status,
        requestId: response?.headers.get('x-request-id') ?? undefined,
        body: withoutSecrets(prepared.sent),
        data: withoutSecrets(data),
      })
    let answer: Answer<unknown>
    try {
      response = await request(url, {
        method: facts.method,
        headers: { ...prepared.headers, ...who },
        credentials: auth.cookies,
        ...(body.content === undefined ? {} : { body: body.content }),
        ...(signal ? { signal } : {}),
      })
      if (!response.ok && response.status !== 304) throw await refusal(response, call, timing.now())
      answer = await answerOf(response, prepared.reads)
    } catch (caught) {
      const isTold = caught instanceof ApiError || signal?.aborted
      const error = isTold ? caught : new ConnectionError(caught, call)
      record(undefined, error)
      throw error
    }
    record(answer.data)
    return answer
  }

  const client = {
    call,
    pages: (operation: ListOperation, given?: AnyOptions) => pagesOf(call, operation, given),
    async *rows(operation: ListOperation, given?: AnyOptions) {
      for await (const { rows } of pagesOf(call, operation, given)) yield* rows
    },
  }
  // The types of each operation are in its declaration, openapi.json; here all operations are sent alike.
  return client as unknown as Client
}
