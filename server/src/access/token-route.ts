import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { bytes } from '../db/columns.ts'
import { statement } from '../db/statement.ts'
import { tenantOfCredential } from '../db/tenants.ts'
import { secretCounts } from '../domain/guessing.ts'
import { type Route, route } from '../http/route.ts'
import { findClientPrincipal } from './principals.ts'
import { hashSecret, sameHash } from './secrets/secrets.ts'
import { TOKEN_SECONDS } from './secrets/tokens.ts'
import type { AccessServices } from './services.ts'

const TokenRequest = z
  .object({
    grant_type: z.string().max(100).optional(),
    client_id: z.string().max(200).optional(),
    client_secret: z.string().max(2_000).optional(),
    scope: z.string().max(10_000).optional(),
  })
  .meta({
    id: 'TokenRequest',
    example: { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret: 'sandbox' },
  })

const TokenAnswer = z
  .object({
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.int(),
    scope: z.string().describe('The permissions of the token, separated by spaces.'),
  })
  .meta({ id: 'TokenAnswer' })

type OAuthError = 'invalid_request' | 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'

/** OAuth 2.0 client credentials (RFC 6749, 4.4). Errors have the format of OAuth. */
export function tokenRoute(services: AccessServices): Route {
  return route.plain({
    method: 'POST',
    path: '/oauth/token',
    tag: 'Access',
    summary: 'Get an access token with a client id and secret',
    description:
      'Send the credentials in the form or with HTTP Basic. `scope` limits the token to some of the client’s permissions.',
    permission: 'public',
    bodyType: 'form',
    body: z.preprocess(singles, TokenRequest),
    answer: TokenAnswer,
    async handler({ request, reply, body }) {
      if (!body.grant_type || sendsTwice(request.body)) return refuse(reply, 'invalid_request')
      if (body.grant_type !== 'client_credentials') return refuse(reply, 'unsupported_grant_type')
      const credentials = clientCredentials(request, body)
      if (!credentials) return refuse(reply, 'invalid_request')
      const client = await authenticateClient(services, credentials)
      if (!client) {
        await services.guesses.count(
          secretCounts(credentials.id, request.clientAddress),
          'Too many wrong secrets for this client.',
        )
        return refuse(reply, 'invalid_client')
      }
      const requested = requestedPermissions(body.scope)
      if (requested?.some((permission) => !client.permissions.has(permission)))
        return refuse(reply, 'invalid_scope')
      const access_token = await services.tokens.issue({
        clientId: client.name,
        tenantId: client.tenant.id,
        permissions: requested,
      })
      const scope = (requested ?? [...client.permissions].sort()).join(' ')
      return { access_token, token_type: 'Bearer' as const, expires_in: TOKEN_SECONDS, scope }
    },
  })
}

const sendsTwice = (form: unknown) => Object.values(form ?? {}).some(Array.isArray)

/** The form without repeated values, which are refused with an OAuth error. */
const singles = (form: unknown) =>
  Object.fromEntries(Object.entries(form ?? {}).filter(([, value]) => typeof value === 'string'))

/** Each permission once. A parameter without a value counts as not sent (RFC 6749, 3.1). */
function requestedPermissions(scope = ''): string[] | undefined {
  const names = new Set(scope.split(' ').filter(Boolean))
  return names.size > 0 ? [...names] : undefined
}

function refuse(reply: FastifyReply, error: OAuthError): undefined {
  const status = error === 'invalid_client' ? 401 : 400
  if (status === 401) reply.header('WWW-Authenticate', 'Basic realm="bulwark"')
  reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ error }))
  return undefined
}

interface ClientCredentials {
  readonly id: string
  readonly secret: string
}

function clientCredentials(
  request: FastifyRequest,
  body: z.output<typeof TokenRequest>,
): ClientCredentials | undefined {
  const basic = /^basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic === undefined) {
    const { client_id: id, client_secret: secret } = body
    return id && secret ? { id, secret } : undefined
  }
  const [id = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':')
  try {
    return { id: decodeURIComponent(id), secret: decodeURIComponent(rest.join(':')) }
  } catch {
    return undefined
  }
}

const UNKNOWN_CLIENT_HASH = hashSecret('')

async function authenticateClient({ databases }: AccessServices, { id, secret }: ClientCredentials) {
  const storable = !id.includes('\u0000')
  const tenant = storable ? await tenantOfCredential(databases, 'Client', id) : undefined
  const db = tenant && databases.of(tenant)
  const row = db && (await FIND_SECRET.first(db, [id]))
  // Always compare, so that the response time does not reveal whether the client exists.
  const fits = sameHash(hashSecret(secret), row?.secret_hash ?? UNKNOWN_CLIENT_HASH)
  return fits && row && tenant && db ? findClientPrincipal(db, tenant, id) : undefined
}

const FIND_SECRET = statement(
  { secret_hash: bytes },
  'select secret_hash from oauth_client where client_id = $1',
)
