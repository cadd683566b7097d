import { beforeEach, describe, expect, test } from 'vitest'
import { finalize, sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { forceStatus, holdReasons, limitedTo, setClock, tally } from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { rounds } from '../support/service/trials.ts'

const service = await testService()
await setClock(service, '2024-03-15T15:00:00Z')
const as = (name: string) => service.api.as(`sandbox-${name}`)
const lock = (caller: Caller, contract = id) => caller.post(`/contracts/${contract}/lock`)
const unlock = (caller: Caller, headers = {}) => caller.delete(`/contracts/${id}/lock`, headers)
const look = (caller: Caller) => caller.get(`/contracts/${id}/lock`)

const id = (await sellAndFinalize(as('entry'))).id
beforeEach(async () => {
  await setClock(service, '2024-03-15T15:00:00Z')
  await unlock(as('admin'))
})

const free = {
  ...{ isLocked: false, lockedByUserId: null, lockedByName: null },
  ...{ lockedAt: null, expiresAt: null, lockToken: null },
}

describe('a lock', () => {
  test('is a lease of 15 minutes, and only its holder sees the token', async () => {
    expect((await look(as('entry'))).body).toEqual(free)
    const answer = await lock(as('entry'))
    expect(answer.status, answer.text).toBe(201)
    const me = (await as('entry').get('/me')).body
    expect(answer.body).toEqual({
      isLocked: true,
      lockedByUserId: me.id,
      lockedByName: 'sandbox-entry',
      lockedAt: '2024-03-15T15:00:00.000Z',
      expiresAt: '2024-03-15T15:15:00.000Z',
      lockToken: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    const own = await look(as('entry'))
    expect(own.body).toEqual(answer.body)
    expect(own.headers.get('etag')).toBe(answer.headers.get('etag'))
    expect((await look(as('supervisor'))).body).toEqual({ ...answer.body, lockToken: null })
  })

  test('is renewed by its holder, with the same token', async () => {
    const first = await lock(as('entry'))
    await setClock(service, '2024-03-15T15:10:00Z')
    const second = await lock(as('entry'))
    expect(second.status).toBe(201)
    expect(second.body).toEqual({ ...first.body, expiresAt: '2024-03-15T15:25:00.000Z' })
  })

  test('is refused to other users, with the name of the holder', async () => {
    const { body } = await lock(as('entry'))
    const { lockToken: _, ...told } = body
    const refused = await lock(as('supervisor'))
    expect(refused.body).toMatchObject({ status: 423, code: 'Locked', ...told })
    expect(refused.body).not.toHaveProperty('lockToken')
  })

  test('expires by the clock of the service', async () => {
    const first = await lock(as('entry'))
    await setClock(service, '2024-03-15T15:14:59Z')
    expect((await lock(as('supervisor'))).status).toBe(423)
    await setClock(service, '2024-03-15T15:15:00Z')
    expect((await look(as('entry'))).body).toEqual(free)
    expect((await unlock(as('entry'))).status).toBe(404)
    const next = await lock(as('supervisor'))
    expect(next.status).toBe(201)
    expect(next.body.lockToken).not.toBe(first.body.lockToken)
    expect((await lock(as('entry'))).status).toBe(423)
  })

  test('does not change the version or ETag of the contract', async () => {
    const before = await as('entry').get(`/contracts/${id}`)
    await lock(as('entry'))
    const after = await as('entry').get(`/contracts/${id}`)
    expect(after.body).toEqual(before.body)
    expect(after.headers.get('etag')).toBe(before.headers.get('etag'))
  })

  test('in a dry run locks nothing and shows no token', async () => {
    const { status, body } = await as('entry').post(`/contracts/${id}/lock?dryRun=true`)
    expect(status).toBe(201)
    expect(body).toMatchObject({ isLocked: true, lockToken: null, effects: { events: [] } })
    expect((await look(as('entry'))).body).toEqual(free)
  })

  test('gets the same answer with the same key, including the token', async () => {
    const key = withKey()
    const first = await as('entry').post(`/contracts/${id}/lock`, undefined, key)
    const again = await as('entry').post(`/contracts/${id}/lock`, undefined, key)
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.body).toEqual(first.body)
  })

  test.each(['Cancelled', 'Expired', 'Voided'])('is refused when the contract is %s', async (status) => {
    const over = (await sellR1(as('entry'))).body.id
    await forceStatus(service, over, status)
    expect((await lock(as('entry'), over)).body).toMatchObject({
      ...{ status: 409, code: 'InvalidTransition', from: status, to: status },
    })
  })

  test('can be taken on a quote', async () => {
    const quote = (await sellR1(as('entry'), { status: 'Quote' })).body.id
    expect((await lock(as('entry'), quote)).status).toBe(201)
  })
})

describe('unlocking', () => {
  test('by the holder', async () => {
    await lock(as('entry'))
    const answer = await unlock(as('entry'))
    expect([answer.status, answer.text]).toEqual([204, ''])
    expect((await look(as('entry'))).body).toEqual(free)
  })

  test('by a user who may unlock', async () => {
    await lock(as('entry'))
    expect((await unlock(as('supervisor'))).status).toBe(204)
    expect((await lock(as('dealer-d1001'))).status).toBe(201)
  })

  test('is refused to other users', async () => {
    const { body } = await lock(as('entry'))
    expect((await unlock(as('dealer-d1001'))).body).toMatchObject({
      ...{ status: 423, code: 'Locked', lockedByName: 'sandbox-entry', expiresAt: body.expiresAt },
    })
    expect((await look(as('entry'))).body.isLocked).toBe(true)
  })

  test('without a lock', async () => {
    expect((await unlock(as('entry'))).body).toMatchObject({ status: 404, code: 'NotFound' })
  })

  test('only with the ETag of the lock', async () => {
    const first = await lock(as('entry'))
    await setClock(service, '2024-03-15T15:01:00Z')
    const second = await lock(as('entry'))
    const stale = { 'if-match': first.headers.get('etag') ?? '' }
    expect((await unlock(as('entry'), stale)).body).toMatchObject({ status: 412, code: 'PreconditionFailed' })
    expect((await unlock(as('entry'), { 'if-match': second.headers.get('etag') ?? '' })).status).toBe(204)
  })

  test('a contract that has ended in the meantime', async () => {
    const { id: other } = (await sellR1(as('entry'))).body
    await lock(as('entry'), other)
    await forceStatus(service, other, 'Voided')
    expect((await as('entry').delete(`/contracts/${other}/lock`)).status).toBe(204)
  })
})

test('during a lock only its holder changes the contract', async () => {
  const reasons = await holdReasons(as('entry'))
  const other = (await sellR1(as('entry'))).body.id
  await lock(as('supervisor'), other)
  const path = `/contracts/${other}`
  const refused = [
    await finalize(as('entry'), other),
    await as('entry').post(`${path}/holds`, { holdReasonId: reasons.DUP }),
    await as('entry').post(`${path}/holds/1/resolves`, {}),
    await as('entry').post(`${path}/cobuyer`, { firstName: 'Lee', lastName: 'Reyes' }),
    await as('entry').delete(`${path}/cobuyer`),
    await as('entry').post(`${path}/transferrequest`, {
      newOwner: {
        ...{ firstName: 'Sam', lastName: 'Okafor' },
        address: { line1: '4 Oak Ave', city: 'Austin', state: 'TX', zip: '78702' },
      },
      ...{ transferDate: '2024-03-15', odometer: 12_000 },
    }),
  ]
  expect(tally(refused)).toEqual({ '423 Locked': refused.length })
  expect((await finalize(as('supervisor'), other)).status).toBe(200)
  await setClock(service, '2024-03-15T15:20:00Z')
  expect((await as('entry').post(`${path}/holds`, { holdReasonId: reasons.DUP })).status).toBe(201)
})

test('the holder of a lock is not shown to callers who do not see the contract', async () => {
  await lock(as('entry'))
  const other = await limitedTo(service, 'D2001', 'Supervisor')
  const reasons = await holdReasons(as('entry'))
  for (let trial = 0; trial < 20; trial += 1) {
    const answers = await Promise.all([
      look(other),
      lock(other),
      unlock(other),
      other.post(`/contracts/${id}/holds`, { holdReasonId: reasons.DUP }),
    ])
    expect(tally(answers)).toEqual({ '404 NotFound': 4 })
  }
})

test('locking needs the permission to write contracts', async () => {
  expect((await lock(as('auditor'))).body).toMatchObject({ status: 403, permission: 'contracts:write' })
  expect((await look(as('auditor'))).status).toBe(200)
  expect((await unlock(as('auditor'))).body).toMatchObject({ status: 403, code: 'Forbidden' })
})

test('of six concurrent locks, one succeeds', async () => {
  const callers = ['admin', 'supervisor', 'entry', 'dealer-d1001', 'office-d1001', 'group-g100'].map(as)
  for (let trial = 0; trial < rounds(30); trial += 1) {
    const answers = await Promise.all(callers.map((caller) => lock(caller)))
    expect(tally(answers)).toEqual({ '201': 1, '423 Locked': 5 })
    const seen = await Promise.all(callers.map(look))
    expect(seen.filter(({ body }) => body.lockToken !== null)).toHaveLength(1)
    expect((await unlock(as('admin'))).status).toBe(204)
  }
}, 60_000)
