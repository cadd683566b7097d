import { expect, test } from 'vitest'
import { requested } from '../support/builders/cancel-requests.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { sellR1 } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
await setClock(service, '2024-03-15T15:00:00Z')
await sellR1(admin)
const contract = await soldR1(service)
await setClock(service, '2025-09-20T15:00:00Z')
await requested(admin, contract.id, { noticeReceivedDate: '2025-09-10' })
await setClock(service, '2025-10-17T15:00:00Z')

interface Queue {
  readonly name: string
  readonly count: number
  readonly isExact: boolean
  readonly path: string
  readonly query: Readonly<Record<string, string>>
}

const queuesOf = async (caller: Caller): Promise<Queue[]> => (await caller.get('/queues')).body.items
const namesOf = async (caller: Caller) => (await queuesOf(caller)).map(({ name }) => name)

test('an administrator has every queue', async () => {
  expect(await namesOf(admin)).toEqual([
    ...['pendingContracts', 'heldContracts', 'cancelsDue', 'overdueRefunds', 'claimsThisWeek'],
    ...['claimsThisMonth', 'claimsOlder', 'claimApprovals', 'unappliedCash', 'failedRuns', 'failingWebhooks'],
  ])
})

test.each([
  'sandbox-admin',
  'sandbox-auditor',
  'sandbox-dealer-d1001',
  'sandbox-dealer-d2001',
  'sandbox-lienholder-l100',
])('every count is that of the list which the queue opens, for %s', async (name) => {
  const caller = service.api.as(name)
  for (const { path, query, count, isExact } of await queuesOf(caller)) {
    const answer = await caller.get(`${path}?${new URLSearchParams(query)}`)
    expect(answer.status, answer.text).toBe(200)
    expect([path, query, count, isExact]).toEqual([
      path,
      query,
      Number(answer.headers.get('x-total-count')),
      true,
    ])
  }
})

test('a request counts from ten days before its refund is due', async () => {
  const due = async () => (await queuesOf(admin)).find(({ name }) => name === 'cancelsDue')
  const now = await due()
  expect(now?.query).toEqual({ dueTo: '2025-10-27' })
  await setClock(service, '2025-10-14T15:00:00Z')
  expect((await due())?.count).toBe((now?.count ?? 0) - 1)
  await setClock(service, '2025-10-17T15:00:00Z')
})

test('a caller has the queues that its permissions allow', async () => {
  expect(await namesOf(service.api.as('sandbox-rates'))).toEqual([])
  expect(await namesOf(service.api.as('sandbox-cancels'))).toEqual([
    ...['pendingContracts', 'heldContracts', 'cancelsDue', 'overdueRefunds'],
  ])
  expect(await namesOf(service.api.as('sandbox-adjuster'))).not.toContain('claimApprovals')
})

test('runs are not for callers that are limited to account holders', async () => {
  const [dealer] = (await admin.get('/dealers?number=D1001')).body
  const { body } = await admin.post('/oauthclients', {
    ...{ name: 'limited', roles: ['Admin'], scopes: [{ type: 'Dealer', id: dealer.id }] },
  })
  const names = await namesOf(service.api.as(body.clientId, body.clientSecret))
  expect(names).toContain('failingWebhooks')
  expect(names).not.toContain('failedRuns')
})
