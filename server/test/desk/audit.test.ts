import { expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { sellR1 } from '../support/builders/contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const auditor = service.api.as('sandbox-auditor')
const entry = service.api.as('sandbox-entry')
await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
const contract = (await sellR1(entry)).body
const subject = `contracts/${contract.id}`
await entry.patch(`/contracts/${contract.id}`, { retailPrice: 3_000 }, { 'x-request-id': 'the-second' })
await admin.put('/sandbox/clock', { now: '2024-03-18T15:00:00Z' })
const key = (await admin.post('/apikeys', { name: 'audited', roles: ['Auditor'] })).body

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
async function audit(search = '', caller = auditor): Promise<any> {
  const answer = await caller.get(`/audit${search}`)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}
const operations = async (search: string) =>
  (await audit(search)).items.map(({ operation }: { operation: string }) => operation)

test('a record says who changed what, when, and how it was before', async () => {
  const { items } = await audit(`?subject=${subject}`)
  expect(items.map(({ operation }: { operation: string }) => operation)).toEqual([
    'PATCH /contracts/{contractId}',
    'POST /contracts',
  ])
  expect(items[0]).toMatchObject({
    ...{ at: '2024-03-15T15:00:00.000Z', by: 'sandbox-entry', byKind: 'Client', address: '127.0.0.1' },
    ...{ method: 'PATCH', path: '/contracts/{contractId}', subject, requestId: 'the-second', reason: null },
  })
  expect(items[0].changes).toContainEqual({
    pointer: '/retailPrice',
    before: contract.retailPrice,
    after: 3_000,
  })
})

test.each<[string, string[]]>([
  [`?subject=${subject}&operation=${encodeURIComponent('POST /contracts')}`, ['POST /contracts']],
  [`?subject=${subject}&user=SANDBOX-ENTRY&limit=1`, ['PATCH /contracts/{contractId}']],
  [`?subject=${subject}&user=sandbox-admin`, []],
  [`?subject=${subject}&from=2024-03-15&to=2024-03-15&limit=1`, ['PATCH /contracts/{contractId}']],
  [`?subject=${subject}&from=2024-03-16`, []],
  [`?subject=${subject}&to=2024-03-14`, []],
  ['?from=2024-03-18&to=9999-12-31&user=sandbox-admin', ['POST /apikeys']],
])('%s finds %j', async (search, expected) => {
  expect(await operations(search)).toEqual(expected)
})

test('pages do not overlap and leave nothing out, also while others write', async () => {
  const all = (await audit('?limit=200')).items.map(({ id }: { id: string }) => id)
  const paged: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await audit(`?limit=1${next && `&after=${next}`}`)
    paged.push(...page.items.map(({ id }: { id: string }) => id))
    expect(page.hasMore).toBe(page.next !== null)
    next = page.next
    if (paged.length === 1) await admin.post('/apikeys', { name: 'meanwhile', roles: ['Auditor'] })
  }
  expect(paged).toEqual(all)
})

test('no secret is in it', async () => {
  const { items } = await audit('?limit=200')
  expect(items.length).toBeGreaterThan(2)
  expect(JSON.stringify(items)).not.toContain(key.key)
})

test('the chain is sound, and says so no longer once an end was changed', async () => {
  const { chain } = await audit('?limit=1')
  expect(chain).toMatchObject({ state: 'Sound', faults: [] })
  expect(chain.records).toBeGreaterThan(2)
  const { db } = await sandboxOf(service)
  await run(db, 'update audit_lane set seq = seq + 1 where lane = 3', [])
  const broken = (await audit('?limit=1')).chain
  await run(db, 'update audit_lane set seq = seq - 1 where lane = 3', [])
  expect(broken).toMatchObject({
    state: 'Broken',
    faults: [{ lane: 3, reason: 'the end of the lane is not sealed' }],
  })
})

test('a caller that is limited to account holders does not see it', async () => {
  const [dealer] = (await admin.get('/dealers?number=D1001')).body
  const { body } = await admin.post('/oauthclients', {
    ...{ name: 'limited', roles: ['Auditor'], scopes: [{ type: 'Dealer', id: dealer.id }] },
  })
  expectProblem(await service.api.as(body.clientId, body.clientSecret).get('/audit'), 'Forbidden')
})

test('without the permission it is refused', async () => {
  expectProblem(await entry.get('/audit'), 'Forbidden')
})

test('a cursor that is none is refused', async () => {
  expectProblem(await auditor.get('/audit?after=nonsense'), 'CursorInvalid')
})

test('a limit above 200 is refused', async () => {
  expectProblem(await auditor.get('/audit?limit=201'), 'ValidationFailed')
})
