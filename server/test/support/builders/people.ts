import type { TestService } from '../service/app.ts'
import { type Portal, signIn } from '../service/portal.ts'
import { groupOf } from '../service/sandbox.ts'

/** A password that is strong enough for every user. */
export const PASSWORD = 'correct horse battery'

export interface Person {
  readonly id: number
  readonly userName: string
  readonly invitation: string | null
}

/** Makes users of the sandbox who may read, and signs them in. */
export interface People {
  /** A new user with this password. An empty password gives an invitation instead. */
  add(password?: string): Promise<Person>
  enter(userName: string, password?: string, totp?: string): Promise<Portal>
}

export async function peopleOf(service: TestService): Promise<People> {
  const admin = service.api.as('sandbox-admin')
  const auditors = await groupOf(service, 'Auditor')
  let count = 0
  return {
    add: async (password = PASSWORD) => {
      count += 1
      const userName = `person-${count}@summit.example`
      const { body } = await admin.post('/v2/Users', {
        userName,
        email: userName,
        firstName: 'Person',
        lastName: String(count),
        membershipGroupIds: [auditors],
        ...(password === '' ? {} : { password }),
      })
      return { id: body.id, userName, invitation: body.invitation }
    },
    enter: (userName, password = PASSWORD, totp) =>
      signIn(service.api, { userName, password, ...(totp === undefined ? {} : { totp }) }),
  }
}
