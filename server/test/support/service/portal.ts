import type { Answer, Api, Caller } from './api.ts'

/** The result of a sign-in: the answer, and a caller with the cookie and its CSRF token. */
export interface Portal {
  readonly answer: Answer
  readonly caller: Caller
  /** The cookie as a browser sends it. */
  readonly cookie: string
  readonly csrfToken: string
}

export interface SignIn {
  readonly userName: string
  readonly password?: string
  readonly totp?: string
}

export async function signIn(api: Api, { password = 'sandbox', ...who }: SignIn): Promise<Portal> {
  const answer = await api.anonymous.post('/session', { ...who, password })
  const cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  const csrfToken = String(answer.body.csrfToken ?? '')
  return { answer, cookie, csrfToken, caller: withCookie(api, { cookie, 'x-csrf-token': csrfToken }) }
}

/** Calls with these headers and no bearer token. */
export function withCookie(api: Api, always: Record<string, string>): Caller {
  const { anonymous } = api
  const and = (headers: Record<string, string> = {}) => ({ ...always, ...headers })
  return {
    send: (method, path, { headers, ...call } = {}) =>
      anonymous.send(method, path, { ...call, headers: and(headers) }),
    get: (path, { headers, ...call } = {}) => anonymous.get(path, { ...call, headers: and(headers) }),
    post: (path, body, headers) => anonymous.post(path, body, and(headers)),
    put: (path, body, headers) => anonymous.put(path, body, and(headers)),
    patch: (path, body, headers) => anonymous.patch(path, body, and(headers)),
    delete: (path, headers) => anonymous.delete(path, and(headers)),
  }
}
