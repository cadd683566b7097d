import type { CallRecord } from '../../sdk/src/client.ts'
import { makeStore } from './store.ts'

/** What "Show the calls" lists. */
export interface ShownCall extends CallRecord {
  readonly id: number
}

const MOST = 100

/** The last calls of this tab, newest first. They are gone when the page is left or the user signs out. */
export const calls = makeStore<readonly ShownCall[]>([])

let counted = 0

export function recordCall(record: CallRecord): void {
  counted += 1
  // The answers are left out: a hundred lists would take the memory of the page.
  calls.set([{ ...record, data: undefined, id: counted }, ...calls.get()].slice(0, MOST))
}

/** The call as a command for a terminal. The token stands as a name, because it is a secret. */
export function curlOf({ method, url, body, idempotencyKey }: CallRecord, origin: string): string {
  const parts = [
    `curl -X ${method} ${quoted(new URL(url, origin).href)}`,
    '-H "authorization: Bearer $TOKEN"',
  ]
  if (idempotencyKey) parts.push(`-H ${quoted(`idempotency-key: ${idempotencyKey}`)}`)
  if (body !== undefined) {
    parts.push('-H "content-type: application/json"')
    parts.push(`-d ${quoted(JSON.stringify(body))}`)
  }
  return parts.join(' \\\n  ')
}

/** For a shell: single quotes, and each one inside by itself. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
