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

const longest = { grant_type: 100, client_id: 200, client_secret: 2_000, scope: 10_000 }

const TokenRequest = z
  .object({
    grant_type: z.string().max(longest.grant_type).optional(),
    client_id: z.string().max(longest.client_id).optional(),
    client_secret: z.string().max(longest.client_secret).optional(),
    scope: z.string().max(longest.scope).optional(),
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

const OAuthError = z
  .object({
    error: z.enum(['invalid_request', 'invalid_client', 'invalid_scope', 'unsupported_grant_type']),
  })
  .meta({ id: 'OAuthError' })
type OAuthError = z.output<typeof OAuthError>['error']

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
    body: z.preprocess(readable, TokenRequest),
    answer: TokenAnswer,
    refusals: {
      400: {
        description:
          'invalid_request, unsupported_grant_type or invalid_scope: what is asked for cannot be read or given (RFC 6749, 5.2).',
        answer: OAuthError,
        example: { error: 'invalid_scope' },
      },
      401: {
        description: 'invalid_client: no client has this id and secret.',
        answer: OAuthError,
        example: { error: 'invalid_client' },
      },
    },
    async handler({ request, reply, body }) {
      if (!body.grant_type || isUnreadable(request.body)) return refuse(reply, 'invalid_request')
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

const isReadable = ([name, value]: [string, unknown]) =>
  typeof value === 'string' &&
  value.length <= (longest[name as keyof typeof longest] ?? Number.POSITIVE_INFINITY)

const isUnreadable = (form: unknown) => !Object.entries(form ?? {}).every(isReadable)

/** The form without repeated and too long values, which are refused with an OAuth error. */
const readable = (form: unknown) => Object.fromEntries(Object.entries(form ?? {}).filter(isReadable))

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
