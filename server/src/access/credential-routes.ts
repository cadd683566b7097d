import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { createApiKey, findApiKey, keyList, keySearch, loadApiKey, revokeApiKey } from './api-keys.ts'
import { clientList, clientSearch, createClient, deleteClient, findClient, loadClient } from './clients.ts'
import {
  ApiKey,
  ApiKeyCreateData,
  ApiKeyMade,
  OAuthClient,
  OAuthClientCreateData,
  OAuthClientMade,
} from './credential-schemas.ts'
import type { AccessServices } from './services.ts'

const tag = 'Access'

/** OAuth clients and API keys: how programs sign in. */
export function credentialRoutes(services: AccessServices): Route[] {
  const forget = () => services.authenticator.forget()
  return [
    route.list({
      path: '/oauthclients',
      tag,
      summary: 'List the OAuth clients',
      permission: 'access:manage',
      row: OAuthClient,
      form: 'array',
      search: clientSearch,
      list: ({ caller }) => clientList(caller),
    }),
    route.write({
      method: 'POST',
      path: '/oauthclients',
      tag,
      summary: 'Create an OAuth client; its secret is shown only once',
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
      summary: 'Delete an OAuth client; its tokens and keys stop working within seconds',
      permission: 'access:manage',
      subject: 'oauthclients/{oauthClientId}',
      model: OAuthClient,
      current: ({ tx, caller, params }) => loadClient(tx, caller, params.oauthClientId),
      handler: ({ tx, caller, params }) => deleteClient(tx, caller, params.oauthClientId, forget),
    }),
    route.list({
      path: '/apikeys',
      tag,
      summary: 'List API keys: all of them with access:manage, otherwise your own',
      permission: 'signed-in',
      row: ApiKey,
      form: 'array',
      search: keySearch,
      list: ({ caller }) => keyList(caller),
    }),
    route.write({
      method: 'POST',
      path: '/apikeys',
      tag,
      summary: 'Create an API key with no more rights than your own; it is shown only once',
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
      summary: 'Revoke an API key; it stops working within seconds',
      permission: 'signed-in',
      subject: 'apikeys/{apiKeyId}',
      model: ApiKey,
      current: ({ tx, caller, params }) => loadApiKey(tx, caller, params.apiKeyId),
      handler: ({ tx, caller, params }) => revokeApiKey(tx, caller, params.apiKeyId, forget),
    }),
  ]
}
