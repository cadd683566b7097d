import { expect, test } from 'vitest'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'

// The end of the log, as a person looks at it.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const key = async (name: string) =>
  (await admin.post('/apikeys', { name, permissions: ['contracts:read'] })).body.id as number
const user = (userName: string) =>
  admin.post('/v2/users', { userName, email: 'x@summit.example', firstName: 'A', lastName: 'B' })
const subjects = (body: { items: readonly { subject: string }[] }) => body.items.map(({ subject }) => subject)

test('the newest events come oldest first, and `next` follows what happens then', async () => {
  const ids: number[] = []
  for (const name of ['one', 'two', 'three']) ids.push(await key(name))
  const { body } = await admin.get('/events?last=2')
  expect(subjects(body)).toEqual([`apikeys/${ids[1]}`, `apikeys/${ids[2]}`])
  expect(body.hasMore).toBe(false)
  const fourth = await key('four')
  const { body: then } = await admin.get(`/events?after=${body.next}`)
  expect(subjects(then)).toEqual([`apikeys/${fourth}`])
})

test('of a type or a subject, however far back', async () => {
  const { body: made } = await user('newest.user')
  for (let at = 0; at < 12; at += 1) await key(`later ${at}`)
  const { body } = await admin.get('/events?last=1&types=user.created')
  expect(subjects(body)).toEqual([`users/${made.id}`])
  expect(subjects((await admin.get(`/events?last=5&subject=users/${made.id}`)).body)).toEqual([
    `users/${made.id}`,
  ])
  const all = (await admin.get('/events?limit=1000')).body
  expect(subjects((await admin.get('/events?last=1000')).body)).toEqual(subjects(all))
})

test('a limited caller gets the newest of what it sees', async () => {
  const scopes = [{ type: 'Dealer', id: await holderId(service, 'Dealer', 'D1001') }]
  const { body } = await admin.post('/apikeys', { name: 'limited', permissions: ['events:read'], scopes })
  const seen = (await service.api.with(body.key).get('/events?last=5')).body
  for (const subject of subjects(seen)) expect(subject).toMatch(/^apikeys\//)
})

test('a cursor and the newest exclude each other', async () => {
  const { body } = await admin.get('/events?last=1')
  expect(await admin.get(`/events?last=1&after=${body.next}`)).toMatchObject({
    ...{ status: 400, body: { errors: [{ pointer: '?last', code: 'Format' }] } },
  })
  expect((await admin.get('/events?last=0')).status).toBe(400)
})
