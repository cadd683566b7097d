import type { Answer } from './call-types.ts'
import { ApiError, type FailedCall } from './errors.ts'
import type { Facts } from './facts.ts'
import { retryAfterSeconds } from './retries.ts'
import type { Problem } from './types.gen.ts'

export async function answerOf(response: Response, reads: Facts['answers']): Promise<Answer<unknown>> {
  const { status, headers } = response
  return {
    data: status === 204 || status === 304 ? undefined : await dataOf(response, reads),
    status,
    etag: headers.get('etag') ?? undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    isReplayed: headers.get('idempotency-replayed') === 'true',
    headers,
  }
}

const dataOf = (response: Response, reads: Facts['answers']): unknown =>
  reads === 'json'
    ? response.json()
    : reads === 'bytes'
      ? response.blob()
      : response.body?.pipeThrough(new TextDecoderStream())

/** The error of a refusal. What is before the service, e.g. a proxy, may have answered with a page of its own. */
export async function refusal(response: Response, call: FailedCall, now: number): Promise<ApiError> {
  const { status, headers } = response
  const isProblem = /json/.test(headers.get('content-type') ?? '')
  const problem: Partial<Problem> = isProblem ? ((await response.json()) as Partial<Problem>) : {}
  if (!isProblem) await response.body?.cancel()
  return new ApiError(
    { status, headers, problem, retryAfter: retryAfterSeconds(headers.get('retry-after'), now) },
    call,
  )
}
