import { found } from '../http/problems.ts'
import { type Route, route } from '../http/route.ts'
import { createUser, INVITATION_DAYS, replaceUser } from './save-users.ts'
import type { AccessServices } from './services.ts'
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
import { findUser, lockUser, userList, userModel, userSearch } from './users.ts'

/** Two versions of one table: v2 has more fields, and pages its list. */
const v1 = {
  path: '/v1/platformadminusers',
  tag: 'Users',
  form: 'array',
  search: userSearch.v1,
  successor: '/v2/Users',
  successorOfOne: '/v2/Users/{userId}',
  answer: User,
  created: UserCreated,
  createData: UserCreateData,
  putData: UserPutData,
  note: ' Fields that only v2 has keep their values.',
} as const
const v2 = {
  path: '/v2/Users',
  tag: 'UsersV2',
  form: 'wrapped',
  search: userSearch.v2,
  successor: undefined,
  successorOfOne: undefined,
  answer: UserV2,
  created: UserV2Created,
  createData: UserV2CreateData,
  putData: UserV2PutData,
  note: '',
} as const

const refusals = ['MoreThanOwn', 'DuplicateNumber', 'PasswordTooWeak', 'UnknownReference'] as const

type UserServices = Pick<AccessServices, 'passwords' | 'authenticator' | 'keys' | 'mailedUrl'>

export const userRoutes = (services: UserServices): readonly Route[] => [
  ...versionRoutes(v1, services),
  ...versionRoutes(v2, services),
]

function versionRoutes(version: typeof v1 | typeof v2, services: UserServices): Route[] {
  const { passwords, authenticator } = services
  const { path, tag, form, successor, successorOfOne, search, answer, note } = version
  const onePath = `${path}/{userId}` as const
  return [
    route.list({
      path,
      tag,
      summary: 'List users',
      permission: 'users:read',
      ...(successor ? { successor } : {}),
      form,
      row: answer,
      search,
      list: ({ caller }) => userList(caller, version === v1 ? 'v1' : 'v2'),
    }),
    route.write({
      method: 'POST',
      path,
      tag,
      summary: 'Create a user',
      description: `Without a password, the answer contains an invitation. It is shown only this once, mailed to the user, and works once within ${INVITATION_DAYS} days. Later the user gets a code with POST /session/password-resets.`,
      permission: 'users:manage',
      problems: refusals,
      body: version.createData,
      answer: version.created,
      model: answer,
      status: 201,
      subject: 'users/{id}',
      location: `${path}/{id}`,
      handler: ({ tx, body, ...acting }) =>
        createUser(tx, acting, {
          ...{ user: body, v2: 'scopes' in body ? body : undefined, passwords, mailing: services },
        }),
    }),
    route.read({
      path: onePath,
      tag,
      summary: 'Read a user',
      permission: 'users:read',
      ...(successorOfOne ? { successor: successorOfOne } : {}),
      answer,
      handler: async ({ db, caller, params: { userId } }) =>
        userModel(found(await findUser(db, caller, userId), `user ${userId}`)),
    }),
    route.write({
      method: 'PUT',
      path: onePath,
      tag,
      summary: 'Replace a user',
      description: `Fields that are not sent get their defaults; a password that is not sent stays. Changing the password, or setting a status other than Active, ends the user’s sessions.${note}`,
      permission: 'users:manage',
      problems: ['OwnRights', ...refusals],
      body: version.putData,
      answer,
      subject: 'users/{id}',
      current: async ({ tx, caller, params }) => userModel(await lockUser(tx, caller, params.userId)),
      handler: ({ tx, body, params, ...acting }) =>
        replaceUser(tx, acting, {
          id: params.userId,
          user: body,
          v2: 'scopes' in body ? body : undefined,
          passwords,
          forget: authenticator.forget,
        }),
    }),
  ]
}
