import type { Answer, Caller } from '../../support/service/api.ts'
import type { Random } from './random.ts'

/** One request that changes something, and what became of it as far as its caller knows. */
export interface Write {
  /** Its Idempotency-Key and request id, and a mark in what it writes. */
  readonly id: string
  readonly kind: 'create group' | 'change group' | 'create user' | 'change user'
  readonly method: 'POST' | 'PATCH' | 'PUT'
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The record that a change is of. */
  readonly targetId?: number
  /** Whom the record has as members after it: dealers of a group, groups of a user. */
  readonly members?: readonly number[]
  /** Set when a complete answer of success has arrived. Without it, it is unknown whether the write happened. */
  acknowledged?: { readonly status: number; readonly text: string }
  /** An answer that says no: of such a write nothing may be there but that answer. */
  refused?: string
}

/** What the writers work on, besides the records they make. */
export interface Targets {
  /** One group that all writers change, so that they meet. */
  readonly groupId: number
  /** A user for each writer. */
  readonly userIds: readonly number[]
  readonly dealerIds: readonly number[]
  readonly membershipGroupIds: readonly number[]
}

export function createGroup(id: string, dealerIds: readonly number[]): Write {
  return {
    id,
    kind: 'create group',
    method: 'POST',
    path: '/portalvisibilitygroups',
    body: { code: id, name: `Group ${id}`, dealerIdsToAdd: dealerIds },
    members: dealerIds,
  }
}

export function createUser(id: string, membershipGroupIds: readonly number[]): Write {
  return {
    id,
    kind: 'create user',
    method: 'POST',
    path: '/v2/Users',
    body: userBody(id, membershipGroupIds),
    members: membershipGroupIds,
  }
}

function changeGroup(id: string, groupId: number): Write {
  const body = { id: groupId, description: id }
  return {
    id,
    kind: 'change group',
    method: 'PATCH',
    path: '/portalvisibilitygroups',
    body,
    targetId: groupId,
  }
}

function changeUser(id: string, userId: number, membershipGroupIds: readonly number[]): Write {
  return {
    id,
    kind: 'change user',
    method: 'PUT',
    path: `/v2/Users/${userId}`,
    body: userBody(id, membershipGroupIds),
    targetId: userId,
    members: membershipGroupIds,
  }
}

export const userNameOf = (write: Pick<Write, 'id'>) => `${write.id}@crash.example`

function userBody(id: string, membershipGroupIds: readonly number[]) {
  const userName = userNameOf({ id })
  return { userName, email: userName, firstName: 'Crash', lastName: id, membershipGroupIds }
}

export function randomWrite(id: string, writer: number, targets: Targets, random: Random): Write {
  const { groupId, userIds, dealerIds, membershipGroupIds } = targets
  const userId = userIds[writer] ?? 0
  const makers = [
    () => createGroup(id, random.some(dealerIds, 4)),
    () => changeGroup(id, groupId),
    () => createUser(id, random.some(membershipGroupIds, 3)),
    () => changeUser(id, userId, random.some(membershipGroupIds, 3)),
  ]
  return random.one(makers)()
}

/** Sends the write and notes what is known of it. False when the caller cannot go on. */
export async function send(caller: Caller, write: Write): Promise<boolean> {
  try {
    const answer = await attempt(caller, write, write.id)
    if (isSuccess(answer)) write.acknowledged = { status: answer.status, text: answer.text }
    else if (answer.status < 500) write.refused = `${answer.status} ${answer.text}`
    return isSuccess(answer)
  } catch {
    return false
  }
}

export const isSuccess = ({ status }: Answer) => status >= 200 && status < 300

/** Sends it once more under the same key, as a caller does who got no answer. */
export async function repeat(caller: Caller, write: Write, time: number): Promise<Answer> {
  for (const end = Date.now() + 5_000; ; await new Promise((resolve) => setTimeout(resolve, 100))) {
    const answer = await attempt(caller, write, `${write.id}.again${time}`)
    // The database may still be busy with ending the transaction of the killed service.
    if (answer.status !== 409 || answer.body?.code !== 'RequestInProgress' || Date.now() > end) return answer
  }
}

function attempt(caller: Caller, write: Write, requestId: string): Promise<Answer> {
  const headers = { 'idempotency-key': write.id, 'x-request-id': requestId }
  return caller.send(write.method, write.path, { body: write.body, headers })
}
