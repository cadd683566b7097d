import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { createUser, replaceUser } from './save-users.ts'
import {
  User,
  UserCreateData,
  UserCreated,
  UserPutData,
  UserV2,
  UserV2CreateData,
  UserV2Created,
  UserV2PutData,
} from './user-schemas.ts'
import { findUser, lockUser, userList, userOf, userSearch } from './users.ts'

const created = 'Without a password the answer holds an invitation, shown this once.'
const replaced =
  'Absent fields return to their default; an absent password stays. A change of the password or of the status to other than Active ends the sessions of the user.'
const refusals = ['MoreThanOwn', 'DuplicateNumber', 'PasswordTooWeak', 'UnknownReference'] as const

/** Who may sign in, in two versions of one table. `passwords` makes what is stored of a password. */
export function userRoutes(passwords: { hash(password: string): Promise<string> }): readonly Route[] {
  const hash = (password: string) => passwords.hash(password)
  return [
    route.list({
      path: '/v1/platformadminusers',
      tag: 'Users',
      summary: 'List users',
      permission: 'users:read',
      successor: '/v2/Users',
      form: 'array',
      row: User,
      search: userSearch.v1,
      list: ({ caller }) => userList(caller, 'v1'),
    }),
    route.write({
      method: 'POST',
      path: '/v1/platformadminusers',
      tag: 'Users',
      summary: 'Make a user',
      description: created,
      permission: 'users:manage',
      problems: refusals,
      body: UserCreateData,
      answer: UserCreated,
      model: User,
      status: 201,
      subject: 'users/{id}',
      location: '/v1/platformadminusers/{id}',
      handler: ({ tx, body, ...acting }) => createUser(tx, acting, { user: body, v2: undefined, hash }),
    }),
    route.read({
      path: '/v1/platformadminusers/{userId}',
      tag: 'Users',
      summary: 'Read a user',
      permission: 'users:read',
      successor: '/v2/Users/{userId}',
      answer: User,
      handler: async ({ db, caller, params: { userId } }) =>
        userOf(found(await findUser(db, caller, userId), `user ${userId}`)),
    }),
    route.write({
      method: 'PUT',
      path: '/v1/platformadminusers/{userId}',
      tag: 'Users',
      summary: 'Replace a user',
      description: `${replaced} What only v2 knows stays as it is.`,
      permission: 'users:manage',
      problems: ['OwnRights', ...refusals],
      body: UserPutData,
      answer: User,
      subject: 'users/{id}',
      current: async ({ tx, caller, params }) => userOf(await lockUser(tx, caller, params.userId)),
      handler: ({ tx, body, params, ...acting }) =>
        replaceUser(tx, acting, { id: params.userId, user: body, v2: undefined, hash }),
    }),
    route.list({
      path: '/v2/Users',
      tag: 'UsersV2',
      summary: 'List users',
      permission: 'users:read',
      form: 'wrapped',
      row: UserV2,
      search: userSearch.v2,
      list: ({ caller }) => userList(caller, 'v2'),
    }),
    route.write({
      method: 'POST',
      path: '/v2/Users',
      tag: 'UsersV2',
      summary: 'Make a user',
      description: created,
      permission: 'users:manage',
      problems: refusals,
      body: UserV2CreateData,
      answer: UserV2Created,
      model: UserV2,
      status: 201,
      subject: 'users/{id}',
      location: '/v2/Users/{id}',
      handler: ({ tx, body, ...acting }) => createUser(tx, acting, { user: body, v2: body, hash }),
    }),
    route.read({
      path: '/v2/Users/{userId}',
      tag: 'UsersV2',
      summary: 'Read a user',
      permission: 'users:read',
      answer: UserV2,
      handler: async ({ db, caller, params: { userId } }) =>
        userOf(found(await findUser(db, caller, userId), `user ${userId}`)),
    }),
    route.write({
      method: 'PUT',
      path: '/v2/Users/{userId}',
      tag: 'UsersV2',
      summary: 'Replace a user',
      description: replaced,
      permission: 'users:manage',
      problems: ['OwnRights', ...refusals],
      body: UserV2PutData,
      answer: UserV2,
      subject: 'users/{id}',
      current: async ({ tx, caller, params }) => userOf(await lockUser(tx, caller, params.userId)),
      handler: ({ tx, body, params, ...acting }) =>
        replaceUser(tx, acting, { id: params.userId, user: body, v2: body, hash }),
    }),
  ]
}
