import { beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../support/service/app.ts'
import { checksums } from '../support/service/checksums.ts'
import { expectProblem } from '../support/service/problem.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
const admin = () => service.api.as('sandbox-admin')
const etagOf = async (path: string) => (await admin().get(path)).headers.get('etag') ?? ''

const user = {
  userName: 'ann.berg',
  email: 'ann.berg@summit.example',
  firstName: 'Ann',
  lastName: 'Berg',
}

describe('reading a resource', () => {
  test('returns a strong ETag, which stays the same until the resource changes', async () => {
    const first = await etagOf('/portalvisibilitygroups/1')
    expect(first).toMatch(/^"[^"]+"$/)
    expect(await etagOf('/api/PortalVisibilityGroups/1')).toBe(first)
    expect(await etagOf('/portalvisibilitygroups/code/pvg-tx')).toBe(first)
    await admin().patch('/portalvisibilitygroups', { id: 1, name: 'Renamed' })
    expect(await etagOf('/portalvisibilitygroups/1')).not.toBe(first)
  })

  test('answers 304 without a body if the ETag matches, and the whole resource if not', async () => {
    const path = '/portalvisibilitygroups/1'
    const etag = await etagOf(path)
    const asking = (header: string) => admin().get(path, { headers: { 'if-none-match': header } })
    for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await asking(header)
      expect(answer.status, header).toBe(304)
      expect(answer.text).toBe('')
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
    }
    for (const header of ['"other"', etag.slice(1, -1), ''])
      expect((await asking(header)).status, header).toBe(200)
  })

  test('returns an ETag of what this caller sees', async () => {
    const path = '/portalvisibilitygroups/1'
    const [all, some] = [await admin().get(path), await service.api.as('sandbox-dealer-d1001').get(path)]
    expect([all.body.dealerCount, some.body.dealerCount]).toEqual([2, 1])
    expect(some.headers.get('etag')).not.toBe(all.headers.get('etag'))
  })
})

describe('a write', () => {
  test('returns the ETag that the next read will have', async () => {
    const made = await admin().post('/portalvisibilitygroups', { code: 'NEW', name: 'New' })
    expect(made.headers.get('etag')).toBe(await etagOf(made.headers.get('location') ?? ''))
    const changed = await admin().patch('/portalvisibilitygroups', { id: made.body.id, name: 'Newer' })
    expect(changed.headers.get('etag')).toBe(await etagOf(`/portalvisibilitygroups/${made.body.id}`))
    expect(changed.headers.get('etag')).not.toBe(made.headers.get('etag'))
  })

  test.each([
    ['/v1/platformadminusers', user],
    ['/v2/Users', user],
    ['/oauthclients', { name: 'Desk', roles: ['Auditor'] }],
    ['/apikeys', { name: 'Nightly', permissions: ['users:read'] }],
    ['/portalvisibilitygroups', { code: 'WEST', name: 'West' }],
  ])('POST %s answers the ETag of the new resource, whatever else it shows once', async (path, body) => {
    const made = await admin().post(path, body)
    expect(made.status).toBe(201)
    expect(made.headers.get('etag')).toBe(await etagOf(made.headers.get('location') ?? ''))
  })

  test('with the current ETag succeeds, in every valid notation', async () => {
    const path = '/portalvisibilitygroups/1'
    const patch = (name: string, header: string) =>
      admin().patch('/portalvisibilitygroups', { id: 1, name }, { 'if-match': header })
    expect((await patch('One', await etagOf(path))).status).toBe(200)
    expect((await patch('Two', `"older", ${await etagOf(path)}`)).status).toBe(200)
    expect((await patch('Three', '*')).status).toBe(200)
  })

  test('with a stale or weak ETag is refused with the current one, and changes nothing', async () => {
    const path = '/portalvisibilitygroups/1'
    const stale = await etagOf(path)
    await admin().patch('/portalvisibilitygroups', { id: 1, name: 'Someone was first' })
    const present = await etagOf(path)
    const before = await checksums(service)
    for (const header of [stale, `W/${present}`, '"x", W/"y"', '']) {
      const refused = await admin().patch(
        '/portalvisibilitygroups',
        { id: 1, name: 'Late' },
        { 'if-match': header },
      )
      expectProblem(refused, 'PreconditionFailed')
      expect(refused.headers.get('etag')).toBe(present)
    }
    expectProblem(await admin().delete(path, { 'if-match': stale }), 'PreconditionFailed')
    expect(await checksums(service)).toEqual(before)
  })

  test('by PUT and DELETE honors If-Match like PATCH', async () => {
    const { body: made } = await admin().post('/v2/users', user)
    const path = `/v2/users/${made.id}`
    const stale = await etagOf(path)
    expect((await admin().put(path, { ...user, firstName: 'Anna' }, { 'if-match': stale })).status).toBe(200)
    expectProblem(
      await admin().put(path, { ...user, firstName: 'Late' }, { 'if-match': stale }),
      'PreconditionFailed',
    )
    expect((await admin().get(path)).body.firstName).toBe('Anna')
    const { body: key } = await admin().post('/apikeys', { name: 'Key', permissions: ['contracts:read'] })
    const keyPath = `/apikeys/${key.id}`
    expectProblem(await admin().delete(keyPath, { 'if-match': '"other"' }), 'PreconditionFailed')
    expect((await admin().delete(keyPath, { 'if-match': await etagOf(keyPath) })).status).toBe(204)
  })

  test('to an unknown record is 404, whatever If-Match says', async () => {
    expectProblem(await admin().delete('/portalvisibilitygroups/987', { 'if-match': '*' }), 'NotFound')
    expectProblem(await admin().put('/v2/users/987', user, { 'if-match': '"x"' }), 'NotFound')
  })

  test('by two callers with the same ETag succeeds once', async () => {
    const etag = await etagOf('/portalvisibilitygroups/1')
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        admin().patch('/portalvisibilitygroups', { id: 1, name: `Writer ${at}` }, { 'if-match': etag }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412])
    const winner = answers.find(({ status }) => status === 200)
    expect((await admin().get('/portalvisibilitygroups/1')).body).toEqual(winner?.body)
  })
})
