import type { Databases, Tenant } from '../../db/tenants.ts'
import { permissions } from '../../domain/permissions.ts'
import type { Caller } from '../../http/caller.ts'

/** The name in the audit and in `updatedBy` of what a process changes. */
export const PROCESS_NAME = 'automatic process'

/** The service itself, when it does the steps of a process. */
export function processCaller(databases: Databases, tenant: Tenant): Caller {
  return {
    kind: 'Client',
    id: 0,
    name: PROCESS_NAME,
    tenant,
    db: databases.of(tenant),
    roles: ['Admin'],
    permissions: new Set(permissions),
    scopes: [],
    key: 'Process:0',
  }
}
