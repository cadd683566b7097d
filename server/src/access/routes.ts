import type { Route } from '../http/route.ts'
import { credentialRoutes } from './credential-routes.ts'
import { meRoutes } from './me-routes.ts'
import { membershipRoutes } from './membership-routes.ts'
import { ownSessionRoutes } from './own-session-routes.ts'
import { portalGroupRoutes } from './portal-group-routes.ts'
import { preferenceRoutes } from './preference-routes.ts'
import { rightsRoutes } from './rights-routes.ts'
import type { AccessServices } from './services.ts'
import { sessionRoutes } from './session-routes.ts'
import { tokenRoute } from './token-route.ts'
import { totpRoutes } from './totp-routes.ts'
import { userRoutes } from './user-routes.ts'

/** All operations of the room: sign-in, the caller itself, credentials, users, groups and roles, portal visibility groups. */
export function accessRoutes(services: AccessServices): Route[] {
  return [
    tokenRoute(services),
    ...sessionRoutes(services),
    ...meRoutes(services),
    ...totpRoutes(services),
    ...ownSessionRoutes(services),
    ...preferenceRoutes,
    ...credentialRoutes(services),
    ...userRoutes(services),
    ...membershipRoutes,
    ...rightsRoutes,
    ...portalGroupRoutes,
  ]
}
