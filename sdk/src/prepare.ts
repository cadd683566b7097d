import type { AnyOptions } from './call-types.ts'
import type { FailedCall } from './errors.ts'
import { type Facts, factsOf, type Operation } from './facts.ts'
import { type Body, bodyOf, newKey, urlOf } from './request.ts'

/** A call with all that stays the same when it is sent again. */
export interface Prepared extends FailedCall {
  readonly facts: Facts
  readonly url: string
  readonly sent: unknown
  readonly body: Body
  readonly headers: Readonly<Record<string, string>>
  readonly reads: 'json' | 'bytes' | 'stream'
  readonly signal: AbortSignal | undefined
  /** Whether it may be sent again without a second effect. */
  readonly isRepeatable: boolean
}

export async function prepare(baseUrl: string, operation: Operation, given: AnyOptions): Promise<Prepared> {
  const facts = factsOf(operation)
  const isTried = given.dryRun === true && facts.takesDryRun
  const key = facts.takesIdempotencyKey && !isTried ? (given.idempotencyKey ?? newKey()) : undefined
  const body = await bodyOf(given.body, facts)
  const headers = {
    accept: accepted(facts, given),
    'content-type': body.type,
    'idempotency-key': key,
    'if-match': given.ifMatch,
    'if-none-match': given.ifNoneMatch,
    ...given.headers,
  }
  return {
    operation,
    facts,
    idempotencyKey: key,
    url: urlOf(baseUrl, facts.path, given.path, { ...given.query, dryRun: isTried ? true : undefined }),
    sent: given.body,
    body,
    headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== undefined)) as Record<
      string,
      string
    >,
    reads: given.as === 'csv' ? 'stream' : (given.as ?? facts.answers),
    signal: given.signal,
    isRepeatable: facts.method === 'GET' || isTried || key !== undefined,
  }
}

function accepted({ answers }: Facts, { as }: AnyOptions): string {
  if (as === 'csv') return 'text/csv'
  if (as === 'bytes' || answers === 'bytes') return '*/*'
  return answers === 'stream' ? 'text/event-stream' : 'application/json'
}
