import type { Operation } from './facts.ts'
import type { Problem, ProblemCode, ProblemFault } from './types.gen.ts'

/** The call that failed. */
export interface FailedCall {
  readonly operation: Operation
  /** The key that was sent. With the same key the call can be repeated safely. */
  readonly idempotencyKey?: string | undefined
}

/** The service answered with a problem (RFC 9457). Programs decide by `code`; the message is for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** One of the documented codes, or such as `Http502` if the answer is not a problem of the service. */
  readonly code: ProblemCode | `Http${number}`
  /** Every fault of the request. `pointer` is a JSON pointer into the body, or `?name` for a query parameter. */
  readonly errors: readonly ProblemFault[]
  readonly requestId: string | undefined
  /** The seconds to wait before another try, if the service said so. */
  readonly retryAfter: number | undefined
  /** The whole problem, with the members that its code adds. */
  readonly problem: Partial<Problem>
  readonly headers: Headers
  readonly call: FailedCall

  constructor(answer: RefusedAnswer, call: FailedCall) {
    const { status, headers, problem, retryAfter } = answer
    super(problem.detail ?? String(problem.error_description ?? `The answer has the status ${status}.`))
    this.status = status
    this.headers = headers
    this.problem = problem
    this.code = problem.code ?? `Http${status}`
    this.errors = problem.errors ?? []
    this.requestId = problem.requestId ?? headers.get('x-request-id') ?? undefined
    this.retryAfter = retryAfter
    this.call = call
  }
}

export interface RefusedAnswer {
  readonly status: number
  readonly headers: Headers
  readonly problem: Partial<Problem>
  readonly retryAfter: number | undefined
}

/** No answer came, or only part of one. Whether the service did the work is not known. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly call: FailedCall

  constructor(cause: unknown, call: FailedCall) {
    super('The service did not answer. Check the connection, then try again.', { cause })
    this.call = call
  }
}
