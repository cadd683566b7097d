import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import {
  createApiKey,
  findApiKey,
  keyColumns,
  keyOf,
  loadApiKey,
  revokeApiKey,
  visibleKeys,
} from './api-keys.ts'
import { clientColumns, createClient, deleteClient, findClient, loadClient } from './clients.ts'
import {
  ApiKey,
  ApiKeyCreateData,
  ApiKeyMade,
  OAuthClient,
  OAuthClientCreateData,
  OAuthClientMade,
} from './credential-schemas.ts'
import { sharesScope } from './scope.ts'
import type { AccessServices } from './services.ts'

const tag = 'Access'

/** OAuth clients and API keys: how programs sign in. */
export function credentialRoutes(services: AccessServices): Route[] {
  const forget = () => services.authenticator.forget()
  const clientSearch = {
    filters: { name: { match: 'contains', column: 'name' } },
    sort: { name: { column: 'name', text: true } },
  } as const
  const keySearch = clientSearch
  return [
    route.list({
      path: '/oauthclients',
      tag,
      summary: 'List the OAuth clients',
      permission: 'access:manage',
      row: OAuthClient,
      form: 'array',
      search: clientSearch,
      list: ({ caller }) => ({
        ...clientSearch,
        select: clientColumns,
        from: 'oauth_client',
        id: 'id',
        where: [sharesScope(caller, 'scopes')],
        row: (client: never) => client,
      }),
    }),
    route.write({
      method: 'POST',
      path: '/oauthclients',
      tag,
      summary: 'Make an OAuth client; its secret is shown once',
      permission: 'access:manage',
      body: OAuthClientCreateData,
      answer: OAuthClientMade,
      model: OAuthClient,
      status: 201,
      subject: 'oauthclients/{id}',
      location: '/oauthclients/{id}',
      problems: ['UnknownReference', 'MoreThanOwn'],
      handler: ({ tx, body, ...acting }) => createClient(tx, acting, body),
    }),
    route.read({
      path: '/oauthclients/{oauthClientId}',
      tag,
      summary: 'Read an OAuth client',
      permission: 'access:manage',
      answer: OAuthClient,
      handler: async ({ db, caller, params: { oauthClientId: id } }) =>
        found(await findClient(db, caller, id), `client ${id}`),
    }),
    route.write({
      method: 'DELETE',
      path: '/oauthclients/{oauthClientId}',
      tag,
      summary: 'Delete an OAuth client; its tokens and keys end within seconds',
      permission: 'access:manage',
      subject: 'oauthclients/{oauthClientId}',
      model: OAuthClient,
      current: ({ tx, caller, params }) => loadClient(tx, caller, params.oauthClientId),
      handler: ({ tx, caller, params }) => deleteClient(tx, caller, params.oauthClientId, forget),
    }),
    route.list({
      path: '/apikeys',
      tag,
      summary: 'List API keys: all of them for who manages access, else one’s own',
      permission: 'signed-in',
      row: ApiKey,
      form: 'array',
      search: keySearch,
      list: ({ caller }) => ({
        ...keySearch,
        select: keyColumns,
        from: 'api_key',
        id: 'id',
        where: [visibleKeys(caller)],
        row: keyOf,
      }),
    }),
    route.write({
      method: 'POST',
      path: '/apikeys',
      tag,
      summary: 'Make an API key with no more rights than one’s own; it is shown once',
      permission: 'signed-in',
      body: ApiKeyCreateData,
      answer: ApiKeyMade,
      model: ApiKey,
      status: 201,
      subject: 'apikeys/{id}',
      location: '/apikeys/{id}',
      problems: ['UnknownReference', 'MoreThanOwn'],
      handler: ({ tx, body, ...acting }) => createApiKey(tx, acting, body, services.isSandbox),
    }),
    route.read({
      path: '/apikeys/{apiKeyId}',
      tag,
      summary: 'Read an API key, without the key itself',
      permission: 'signed-in',
      answer: ApiKey,
      handler: async ({ db, caller, params: { apiKeyId: id } }) =>
        found(await findApiKey(db, caller, id), `key ${id}`),
    }),
    route.write({
      method: 'DELETE',
      path: '/apikeys/{apiKeyId}',
      tag,
      summary: 'Revoke an API key; it ends within seconds',
      permission: 'signed-in',
      subject: 'apikeys/{apiKeyId}',
      model: ApiKey,
      current: ({ tx, caller, params }) => loadApiKey(tx, caller, params.apiKeyId),
      handler: ({ tx, caller, params }) => revokeApiKey(tx, caller, params.apiKeyId, forget),
    }),
  ]
}
