import type { Timing } from './client.ts'

// A service for tests that answers what it is told, and a clock that stands still unless somebody waits.

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: Headers
  readonly body: string | undefined
  readonly credentials: string | undefined
}

/** An answer, or an error for a connection that breaks. */
export type Reply = Response | Error | ((request: Seen) => Response | Error)

export const json = (data: unknown, headers: Record<string, string> = {}, status = 200) =>
  new Response(JSON.stringify(data), { status, headers: { 'content-type': 'application/json', ...headers } })

export const problem = (status: number, code: string, headers: Record<string, string> = {}, more = {}) =>
  new Response(
    JSON.stringify({
      type: `/problems/${code}`,
      title: code,
      status,
      detail: `${code}.`,
      code,
      requestId: 'r1',
      ...more,
    }),
    { status, headers: { 'content-type': 'application/problem+json', ...headers } },
  )

export const lost = () => new TypeError('fetch failed')

/** Gives its replies in turn. */
export function fakeService(...replies: Reply[]) {
  const seen: Seen[] = []
  const waits: number[] = []
  let now = 1_000_000
  const timing: Timing = {
    now: () => now,
    random: () => 0,
    async wait(milliseconds) {
      waits.push(milliseconds)
      now += milliseconds
    },
  }
  const fakeFetch = async (url: unknown, init: RequestInit = {}) => {
    const { method = 'GET', headers, body, credentials, signal } = init
    signal?.throwIfAborted()
    const request = {
      ...{ method, url: String(url), headers: new Headers(headers), credentials },
      body: body === undefined ? undefined : await new Response(body).text(),
    }
    seen.push(request)
    const reply = replies.shift()
    if (reply === undefined) throw new Error(`There is no reply for ${request.method} ${request.url}.`)
    const answer = typeof reply === 'function' ? reply(request) : reply
    if (answer instanceof Error) throw answer
    return answer
  }
  return {
    seen,
    waits,
    /** Lets time pass. */
    pass(milliseconds: number) {
      now += milliseconds
    },
    options: { baseUrl: 'http://service.test', fetch: fakeFetch as typeof fetch, timing },
  }
}
