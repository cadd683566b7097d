import type { Scope } from '../http/caller.ts'
import { Problem } from '../http/problems.ts'
import type { UserHolderType, UserStatus } from './user-schemas.ts'

/** The fields of a user that decide what it may do and see. */
export interface UserRights {
  readonly status: UserStatus
  readonly accountHolderType: UserHolderType | null
  readonly accountHolderId: number | null
  readonly membershipGroupIds: readonly number[]
  readonly scopes: readonly Scope[]
}

/** The scopes of a user. Its account holder limits it like a scope. */
export function userScopes(user: Omit<UserRights, 'status' | 'membershipGroupIds'>): Scope[] {
  const { accountHolderType: type, accountHolderId: id } = user
  return type === null || id === null ? [...user.scopes] : [...user.scopes, { type, id }]
}

/** The names of the rights that differ. The order of groups and scopes does not matter. */
export function differingRights(before: UserRights, after: UserRights): string[] {
  const holder = (user: UserRights) => `${user.accountHolderType} ${user.accountHolderId}`
  const scopes = (user: UserRights) => user.scopes.map(({ type, id }) => `${type} ${id}`)
  return [
    ...(before.status === after.status ? [] : ['status']),
    ...(holder(before) === holder(after) ? [] : ['accountHolder']),
    ...(sameSet(before.membershipGroupIds, after.membershipGroupIds) ? [] : ['membershipGroupIds']),
    ...(sameSet(scopes(before), scopes(after)) ? [] : ['scopes']),
  ]
}

/** Refuses a user who tries to change its own rights. */
export function requireOthersRights(before: UserRights, after: UserRights): void {
  const differing = differingRights(before, after)
  if (differing.length > 0)
    throw new Problem(
      'OwnRights',
      `You cannot change your own ${differing.join(', ')}. Ask another administrator.`,
    )
}

export function sameSet(left: readonly unknown[], right: readonly unknown[]): boolean {
  const [one, other] = [new Set(left), new Set(right)]
  return one.size === other.size && [...one].every((value) => other.has(value))
}
