import { type Client, cookieSession, createClient, factsOf, type Operation } from '../../sdk/src/client.ts'
import { recordCall } from './calls.ts'
import { practice } from './practice.ts'
import { signInAgain } from './sign-in-again.ts'

export type {
  Answer,
  AnswerOf,
  CallOptions,
  DryRunOf,
  ListOperation,
  Operation,
  RowOf,
} from '../../sdk/src/client.ts'
export { ApiError, ConnectionError, factsOf } from '../../sdk/src/client.ts'

const client = createClient({
  baseUrl: '',
  auth: cookieSession({ signInAgain }),
  onCall: recordCall,
})

/** Writes that practice mode lets through, because they are about the visit and not about the business. */
const ownAffairs = new Set<string>([
  'POST /session',
  'DELETE /session',
  'PUT /me/preferences',
  'PUT /sandbox/clock',
])

/** A write that cannot be tried out was asked for in practice mode. */
export class NotInPractice extends Error {
  override readonly name = 'NotInPractice'
}

/** In practice mode a write is a dry run. What cannot be tried out is not sent at all. */
function practised(operation: Operation, options: { dryRun?: unknown } = {}): object {
  const { method, takesDryRun } = factsOf(operation)
  if (!practice.get() || method === 'GET' || ownAffairs.has(operation)) return options
  if (!takesDryRun) throw new NotInPractice(operation)
  return { ...options, dryRun: true }
}

type AnyCall = (operation: Operation, options?: object) => Promise<unknown>

// The types are those of the client; only `dryRun` may be added.
export const call = (async (operation: Operation, options?: object) =>
  (client.call as unknown as AnyCall)(operation, practised(operation, options))) as unknown as Client['call']

export const { pages, rows } = client
