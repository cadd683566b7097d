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

describe('the rights that differ', () => {
  test.each<[string, Partial<UserRights>, string[]]>([
    ['nothing', {}, []],
    ['the order of groups', { membershipGroupIds: [2, 1, 2] }, []],
    ['the order of scopes', { scopes: [...user.scopes].reverse() }, []],
    ['the status', { status: 'Locked' }, ['status']],
    ['another holder', { accountHolderId: 5 }, ['accountHolder']],
    ['no holder', { accountHolderType: null, accountHolderId: null }, ['accountHolder']],
    ['a group less', { membershipGroupIds: [1] }, ['membershipGroupIds']],
    ['a group more', { membershipGroupIds: [1, 2, 3] }, ['membershipGroupIds']],
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

test('an account holder is a scope, beside the others', () => {
  expect(userScopes(user)).toEqual([...user.scopes, { type: 'Dealer', id: 4 }])
  expect(userScopes({ ...user, accountHolderType: null, accountHolderId: null })).toEqual(user.scopes)
})
