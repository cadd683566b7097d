import { z } from 'zod'
import { permissions } from '../domain/permissions.ts'
import { Id, Instant, shownOnce, text } from '../http/schemas.ts'
import { NamedScope, ScopeAnswer, Scopes } from './scopes.ts'

const RoleNames = z.array(text(100)).max(50)
const PermissionNames = z.array(z.enum(permissions as [string, ...string[]])).max(200)

export const OAuthClient = z
  .object({
    id: Id,
    clientId: z.string(),
    name: z.string(),
    roles: z.array(z.string()),
    scopes: z.array(ScopeAnswer),
  })
  .meta({ id: 'OAuthClient' })

export const OAuthClientMade = OAuthClient.extend({
  clientSecret: shownOnce('The secret. It is shown only this once.'),
}).meta({ id: 'OAuthClientMade' })

export const OAuthClientCreateData = z
  .strictObject({ name: text(200), roles: RoleNames.min(1), scopes: Scopes.optional() })
  .meta({
    id: 'OAuthClientCreateData',
    example: { name: 'Desking tool', roles: ['Dealer'], scopes: [{ type: 'Dealer', id: 5 }] },
  })

export const ApiKey = z
  .object({
    id: Id,
    name: z.string(),
    last4: z.string(),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    scopes: z.array(ScopeAnswer),
    expiresAt: Instant.nullable(),
    createdAt: Instant,
    createdBy: z.string(),
  })
  .meta({ id: 'ApiKey' })

export const ApiKeyMade = ApiKey.extend({
  key: shownOnce('The key. It is shown only this once.'),
}).meta({
  id: 'ApiKeyMade',
})

export const ApiKeyCreateData = z
  .strictObject({
    name: text(200),
    roles: RoleNames.optional(),
    permissions: PermissionNames.optional(),
    scopes: Scopes.optional(),
    expiresAt: Instant.nullable().optional().describe('In real time, also in a sandbox with a set clock.'),
  })
  .refine((body) => (body.roles?.length ?? 0) + (body.permissions?.length ?? 0) > 0, {
    path: ['roles'],
    message: 'roles or permissions is required.',
    params: { code: 'Required' },
  })
  .meta({ id: 'ApiKeyCreateData', example: { name: 'Nightly export', permissions: ['contracts:read'] } })

export const Me = z
  .object({
    kind: z.enum(['Client', 'ApiKey', 'User']),
    id: Id,
    name: z.string(),
    roles: z.array(z.string()),
    permissions: z.array(z.string()),
    scopes: z.array(NamedScope),
    oneTimeCodes: z.boolean(),
  })
  .meta({ id: 'Me' })
