import type { ApiError } from './errors.ts'
import type { Facts, Operation } from './facts.ts'
import type { Session } from './types.gen.ts'

/** How a client shows who is calling. */
export interface Auth {
  /** Whether the browser sends its cookies. */
  readonly cookies: 'omit' | 'same-origin'
  /** The headers of a call. `send` sends another operation first, without these headers. */
  headers(facts: Facts, send: Send): Promise<Record<string, string>>
  /** Asked when a call of this operation, or what had to come before, was refused: whether to send it again. */
  recover?(error: ApiError, operation: Operation): Promise<boolean>
  /** Told of each answer. */
  answered?(operation: Operation, data: unknown): void
}

export interface Send {
  (operation: Operation, options?: { readonly body?: unknown }): Promise<{ readonly data: unknown }>
  /** The real time in milliseconds. */
  now(): number
}

/** Nobody: only what is public can be called. */
export const anonymous: Auth = { cookies: 'omit', headers: async () => ({}) }

/** An API key, or an access token that somebody else keeps current. */
export function bearer(token: string | (() => string | Promise<string>)): Auth {
  return {
    cookies: 'omit',
    headers: async () => ({ authorization: `Bearer ${typeof token === 'string' ? token : await token()}` }),
  }
}

export interface ClientCredentials {
  readonly clientId: string
  readonly clientSecret: string
}

interface Token {
  readonly text: string
  readonly renewAt: number
}

/** OAuth client credentials. The token is fetched with the first call and renewed before it ends. */
export function clientCredentials({ clientId, clientSecret }: ClientCredentials): Auth {
  let current: Promise<Token> | undefined
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }

  async function fetchToken(send: Send): Promise<Token> {
    const at = send.now()
    const { data } = await send('POST /oauth/token', { body })
    const { access_token: text, expires_in: seconds } = data as { access_token: string; expires_in: number }
    // A minute early, so that it is still valid when it arrives; half its time if it lives shorter than that.
    return { text, renewAt: at + Math.max(seconds - 60, seconds / 2) * 1_000 }
  }

  /** The calls that need a token at the same time share one request for it. */
  async function validToken(send: Send): Promise<string> {
    const known = current
    if (known && (await known).renewAt > send.now()) return (await known).text
    if (current === known) {
      const fetched = fetchToken(send)
      current = fetched
      fetched.catch(() => {
        if (current === fetched) current = undefined
      })
    }
    return (await (current ?? fetchToken(send))).text
  }

  return {
    cookies: 'omit',
    headers: async ({ permission }, send) =>
      permission === 'public' ? {} : { authorization: `Bearer ${await validToken(send)}` },
    async recover({ status, call }) {
      // The token was revoked, or it ended early. If the token itself was refused, another request would be too.
      if (status !== 401 || call.operation === 'POST /oauth/token') return false
      current = undefined
      return true
    },
  }
}

export interface CookieSessionOptions {
  /**
   * Called when the session has ended. It lets the user sign in again and gives true; the call is then repeated with the
   * same key. Without it, or with false, the caller gets the error.
   */
  readonly signInAgain?: () => Promise<boolean>
}

/** The token of the session. Without a session there is none, which is right where an invitation stands for it. */
async function tokenOf(send: Send, path: string): Promise<string | undefined> {
  try {
    return ((await send('GET /session')).data as Session).csrfToken
  } catch (error) {
    if ((error as Partial<ApiError>).status === 401 && path === '/me/password') return undefined
    throw error
  }
}

/** The session cookie of a page that the service itself serves. The CSRF token is only in memory. */
export function cookieSession({ signInAgain }: CookieSessionOptions = {}): Auth {
  let csrfToken: string | undefined
  let signingIn: Promise<boolean> | undefined
  return {
    cookies: 'same-origin',
    async headers({ method, path, permission }, send) {
      if (method === 'GET') return {}
      if (csrfToken === undefined && permission !== 'public') csrfToken = await tokenOf(send, path)
      return csrfToken === undefined ? {} : { 'x-csrf-token': csrfToken }
    },
    async recover({ code }, operation) {
      if (code === 'CsrfMissing') {
        csrfToken = undefined
        return true
      }
      if (code !== 'Unauthenticated' || operation.endsWith(' /session') || !signInAgain) return false
      // All calls that were refused wait for one sign-in.
      signingIn ??= signInAgain().finally(() => {
        signingIn = undefined
      })
      return signingIn
    },
    answered(operation, data) {
      if (operation === 'DELETE /session') csrfToken = undefined
      if (operation === 'POST /session' || operation === 'GET /session')
        csrfToken = (data as Session).csrfToken
    },
  }
}
