import { importJWK, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Keys } from '../../db/keys.ts'

/** The content of an access token: the client, its administrator, and the permissions it is limited to. */
export interface TokenClaims {
  readonly clientId: string
  readonly tenantId: number
  readonly permissions: readonly string[] | undefined
  /** Real time, in milliseconds. */
  readonly expiresAt: number
}

export interface Tokens {
  issue(claims: Omit<TokenClaims, 'expiresAt'>): Promise<string>
  /** The claims of a valid token of ours; nothing if it is invalid or expired. */
  read(token: string): Promise<TokenClaims | undefined>
}

export const TOKEN_SECONDS = 900
const ISSUER = 'bulwark'
const ALGORITHM = 'ES256'

export function openTokens(keys: Keys): Tokens {
  const [current] = keys.signing
  if (!current) throw new Error('There is no signing key.')
  const signing = importJWK(current.jwk, ALGORITHM)
  const verifying = new Map(
    keys.signing.map(({ id, jwk }) => {
      const { d: _, ...open } = jwk
      return [id, importJWK(open, ALGORITHM)]
    }),
  )
  return {
    async issue({ clientId, tenantId, permissions }) {
      const claims: JWTPayload = { tid: tenantId, ...(permissions ? { scope: permissions.join(' ') } : {}) }
      return new SignJWT(claims)
        .setProtectedHeader({ alg: ALGORITHM, kid: current.id, typ: 'at+jwt' })
        .setIssuer(ISSUER)
        .setSubject(clientId)
        .setIssuedAt()
        .setExpirationTime(`${TOKEN_SECONDS}s`)
        .sign(await signing)
    },
    async read(token) {
      try {
        const { payload } = await jwtVerify(
          token,
          async ({ kid = '' }) => {
            const key = await verifying.get(kid)
            if (!key) throw new Error('The token was signed with an unknown key.')
            return key
          },
          { issuer: ISSUER, algorithms: [ALGORITHM], typ: 'at+jwt' },
        )
        const { sub = '', tid, scope, exp = 0 } = payload
        return {
          clientId: sub,
          tenantId: Number(tid),
          permissions: typeof scope === 'string' ? scope.split(' ') : undefined,
          expiresAt: exp * 1000,
        }
      } catch {
        return undefined
      }
    },
  }
}
