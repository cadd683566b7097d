import type { Answer, Caller } from '../service/api.ts'
import type { TestService } from '../service/app.ts'
import { type Portal, signIn } from '../service/portal.ts'
import { sandboxOf } from '../service/sandbox.ts'

export const V1 = '/v1/platformadminusers'
export const V2 = '/v2/Users'

export const anna = {
  userName: 'Anna.Berg',
  email: 'anna@berg.example',
  firstName: 'Anna',
  lastName: 'Berg',
}

interface Rights {
  readonly permissions: readonly string[]
  readonly scopes?: readonly { readonly type: string; readonly id: number }[]
}

/** Actions of the tests of users, as the Admin of the sandbox. */
export interface Users {
  /** Creates the user Anna with these fields. */
  make(more?: object, path?: string): Promise<Answer>
  signIn(userName: string, password: string): Promise<Portal>
  /** The events of a user, oldest first. */
  events(id: number): Promise<{ type: string; data: Record<string, unknown> }[]>
  /** A caller with a new API key with these permissions. */
  keyWith(rights: Rights): Promise<Caller>
}

export function usersOf(service: TestService): Users {
  const admin = service.api.as('sandbox-admin')
  return {
    make: (more = {}, path = V2) => admin.post(path, { ...anna, ...more }),
    signIn: (userName, password) => signIn(service.api, { userName, password }),
    events: async (id) => {
      const { tenant } = await sandboxOf(service)
      const { rows } = await service.databases.platformPool.query(
        `select type, data from ${tenant.schema}.event where subject = $1 order by sequence`,
        [`users/${id}`],
      )
      return rows
    },
    keyWith: async (rights) => {
      const { body } = await admin.post('/apikeys', { name: 'for a test', ...rights })
      return service.api.with(body.key)
    },
  }
}
