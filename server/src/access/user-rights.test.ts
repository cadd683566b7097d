import { describe, expect, test } from 'vitest'
import { differingRights, type UserRights, userScopes } from './user-rights.ts'

const user: UserRights = {
  status: 'Active',
  accountHolderType: 'Dealer',
  accountHolderId: 4,
  membershipGroupIds: [1, 2],
  scopes: [
    { type: 'Agent', id: 7 },
    { type: 'Dealer', id: 5 },
  ],
}

describe('the changed rights', () => {
  test.each<[string, Partial<UserRights>, string[]]>([
    ['nothing', {}, []],
    ['the order of groups', { membershipGroupIds: [2, 1, 2] }, []],
    ['the order of scopes', { scopes: [...user.scopes].reverse() }, []],
    ['the status', { status: 'Locked' }, ['status']],
    ['another account holder', { accountHolderId: 5 }, ['accountHolder']],
    ['no account holder', { accountHolderType: null, accountHolderId: null }, ['accountHolder']],
    ['one group fewer', { membershipGroupIds: [1] }, ['membershipGroupIds']],
    ['one group more', { membershipGroupIds: [1, 2, 3] }, ['membershipGroupIds']],
    [
      'the same id of another type',
      {
        scopes: [
          { type: 'Agent', id: 7 },
          { type: 'DealerGroup', id: 5 },
        ],
      },
      ['scopes'],
    ],
    ['two', { status: 'Disabled', scopes: [] }, ['status', 'scopes']],
  ])('%s', (_, change, names) => {
    expect(differingRights(user, { ...user, ...change })).toEqual(names)
  })
})

test('the account holder of a user is one of its scopes', () => {
  expect(userScopes(user)).toEqual([...user.scopes, { type: 'Dealer', id: 4 }])
  expect(userScopes({ ...user, accountHolderType: null, accountHolderId: null })).toEqual(user.scopes)
})
