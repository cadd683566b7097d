import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Db, run } from '../../src/db/database.ts'
import type { WebhookWorker } from '../../src/events/webhooks/services.ts'
import { sellR1 } from '../support/builders/contracts.ts'
import { readAllEvents, writeEvents } from '../support/builders/events.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { isSigned, newWebhook, openReceiver, type Receiver, workerOf } from '../support/builders/webhooks.ts'
import type { Caller } from '../support/service/api.ts'
import { startService, type TestService, testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let db: Db
let admin: Caller
let receiver: Receiver
let worker: WebhookWorker
beforeAll(async () => {
  service = await testService()
  db = (await sandboxOf(service)).db
  admin = service.api.as('sandbox-admin')
})
beforeEach(async () => {
  receiver = await openReceiver()
  worker = workerOf(service)
})
afterEach(async () => {
  worker.close()
  await receiver.close()
  for (const { id } of (await admin.get('/webhooks')).body) await admin.delete(`/webhooks/${id}`)
})

/** Events of these subjects, in this order. */
const happen = (...ids: readonly number[]) =>
  writeEvents(
    { db, keys: service.keys },
    ids.map((id) => `apikeys/${id}` as const),
  )
const numbersGot = () => receiver.got.map(({ event }) => event.data.id)
const deliveriesOf = async (id: number, search = '') =>
  (await admin.get(`/webhooks/${id}/deliveries${search}`)).body.items

describe('a delivery', () => {
  test('is the event itself, signed, for what happens after the webhook was made', async () => {
    await happen(1)
    const { id, secret } = await newWebhook(admin, { url: receiver.url })
    await happen(2, 3, 2)
    await worker.deliverAll()
    const { items } = await readAllEvents(admin)
    const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
    expect(receiver.got.map(({ event }) => event).sort(byId)).toEqual(items.slice(-3).sort(byId))
    const ofTwo = receiver.got.filter(({ event }) => event.subject === 'apikeys/2')
    expect(ofTwo.map(({ event }) => event.sequence)).toEqual([1, 2])
    for (const delivered of receiver.got) {
      expect(delivered.headers).toMatchObject({
        'content-type': 'application/cloudevents+json',
        'webhook-id': delivered.event.id,
      })
      expect(isSigned(delivered, secret)).toBe(true)
    }
    expect(await deliveriesOf(id)).toMatchObject(
      items
        .slice(-3)
        .map((event) => ({
          ...{ eventId: event.id, type: 'apiKey.created', status: 'Delivered', nextAttemptAt: null },
          attempts: [{ responseStatus: 204, error: null, durationMs: expect.any(Number) }],
        }))
        .reverse(),
    )
    expect(await deliveriesOf(id, `?eventId=${items.at(-1)?.id}`)).toHaveLength(1)
    expect(await deliveriesOf(id, '?eventId=none')).toEqual([])
    await worker.deliverAll()
    expect(receiver.got).toHaveLength(3)
  })

  test('is made of the chosen types only, and not while the webhook is off', async () => {
    const { id } = await newWebhook(admin, { url: receiver.url, types: ['contract.*', 'apiKey.revoked'] })
    const { body: key } = await admin.post('/apikeys', { name: 'Short', permissions: ['contracts:read'] })
    await admin.delete(`/apikeys/${key.id}`)
    await worker.deliverAll()
    expect(receiver.got.map(({ event }) => [event.type, event.subject])).toEqual([
      ['apiKey.revoked', `apikeys/${key.id}`],
    ])
    await admin.patch(`/webhooks/${id}`, { types: null, isActive: false })
    await happen(2)
    await worker.deliverAll()
    await admin.patch(`/webhooks/${id}`, { isActive: true })
    await happen(3)
    await worker.deliverAll()
    expect(numbersGot().slice(1)).toEqual([3])
  })

  test('is repeated when it fails, with the same id, and holds back nothing', async () => {
    const { id, secret } = await newWebhook(admin, { url: receiver.url })
    const answers = [500, 302]
    receiver.answer = ({ event }) =>
      (event.subject === 'apikeys/52' && event.sequence === 1 && answers.shift()) || 200
    const slow = workerOf(service, { retryMilliseconds: [60_000, 60_000] })
    await happen(51, 52, 53, 52)
    await slow.deliverAll()
    const [pending] = await deliveriesOf(id, '?status=Pending')
    expect(pending).toMatchObject({
      status: 'Pending',
      attempts: [{ responseStatus: 500 }],
      nextAttemptAt: expect.any(String),
    })
    expect(await deliveriesOf(id, '?status=Delivered,Failed')).toHaveLength(3)
    for (let time = 0; time < 2; time += 1) {
      await run(db, `update webhook_delivery set next_attempt_at = now() where status = 'Pending'`, [])
      await slow.deliverAll()
    }
    slow.close()
    const sent = receiver.got.filter(({ id: eventId }) => eventId === pending.eventId)
    expect(sent).toHaveLength(3)
    for (const each of sent) expect(isSigned(each, secret)).toBe(true)
    const done = (await deliveriesOf(id)).find((each: { id: number }) => each.id === pending.id)
    expect(done).toMatchObject({ status: 'Delivered', nextAttemptAt: null })
    expect(done.attempts.map((each: { responseStatus: number }) => each.responseStatus)).toEqual([
      500, 302, 200,
    ])
  })

  test('has failed after its last attempt', async () => {
    const { id } = await newWebhook(admin, { url: receiver.url })
    receiver.answer = () => 503
    await happen(1)
    const twice = workerOf(service, { retryMilliseconds: [0] })
    for (let time = 0; time < 3; time += 1) await twice.deliverAll()
    twice.close()
    expect(receiver.got).toHaveLength(2)
    expect(await deliveriesOf(id)).toMatchObject([
      { status: 'Failed', nextAttemptAt: null, attempts: [{}, {}] },
    ])
  })

  test('that gets no answer says so, and the next one of its subject follows', async () => {
    const { id } = await newWebhook(admin, { url: receiver.url })
    receiver.answer = ({ event }) =>
      event.sequence % 2 === 0 ? 200 : event.data.id === 41 ? 'hang' : 'break'
    await happen(41, 42, 41, 42)
    const impatient = workerOf(service, { answerMilliseconds: 200, retryMilliseconds: [60_000] })
    await impatient.deliverAll()
    impatient.close()
    const bySubject = (number: number) =>
      receiver.got.filter(({ event }) => event.data.id === number).map(({ event }) => event.sequence)
    expect([bySubject(41), bySubject(42)]).toEqual([
      [1, 2],
      [1, 2],
    ])
    const failed = await deliveriesOf(id, '?status=Pending')
    expect(failed.map((each: { attempts: { error: string }[] }) => each.attempts[0]?.error).sort()).toEqual([
      'No answer within 0.2 seconds.',
      'The connection was closed before an answer.',
    ])
  })

  test('to a receiver that hangs does not slow the others', async () => {
    const hanging = await openReceiver()
    hanging.answer = () => 'hang'
    await newWebhook(admin, { url: hanging.url })
    await newWebhook(admin, { url: receiver.url })
    await happen(...Array.from({ length: 120 }, (_, at) => at + 1))
    const patient = workerOf(service, { answerMilliseconds: 60_000, retryMilliseconds: [60_000] })
    const delivering = patient.deliverAll()
    await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(120)
    expect(hanging.got.length).toBeLessThanOrEqual(50)
    hanging.answer = () => 200
    await hanging.close()
    await delivering
    patient.close()
  })
})

describe('a secret that was changed', () => {
  test('signs together with the old one, for a day', async () => {
    const { id, secret } = await newWebhook(admin, { url: receiver.url })
    const { body } = await admin.post(`/webhooks/${id}/secret`)
    await happen(1)
    await worker.deliverAll()
    const [both] = receiver.got
    expect(both && [isSigned(both, secret), isSigned(both, body.secret)]).toEqual([true, true])
    await run(db, `update webhook set old_secret_until = now() where id = $1`, [id])
    await happen(2)
    await worker.deliverAll()
    const last = receiver.got.at(-1)
    expect(last && [isSigned(last, secret), isSigned(last, body.secret)]).toEqual([false, true])
  })
})

describe('a webhook is switched off', () => {
  const disabledEvents = async () =>
    (await readAllEvents(admin, undefined, '&types=webhook.disabled')).items.map(({ data }) => data)

  test('when its receiver answers 410, with an event and a mail', async () => {
    const settings = (await admin.get('/generalsettings?pageSize=200')).body
    const { id: settingId } = settings.find(({ key }: { key: string }) => key === 'alertEmail')
    const told = await admin.patch(`/generalsettings/${settingId}`, { value: 'alerts@summit.example' })
    expect(told.status, told.text).toBe(200)
    const { id } = await newWebhook(admin, { url: receiver.url })
    receiver.answer = () => 410
    await happen(1)
    await worker.deliverAll()
    const { body } = await admin.get(`/webhooks/${id}`)
    expect(body).toMatchObject({
      ...{
        isActive: false,
        disabledReason: 'The receiver answered 410 Gone.',
        disabledAt: expect.any(String),
      },
    })
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'Failed', attempts: [{ responseStatus: 410 }] }])
    expect((await disabledEvents()).at(-1)).toMatchObject({ id, reason: 'The receiver answered 410 Gone.' })
    const mails = await run(db, `select recipient, subject from mail where kind = 'Alert'`, [])
    expect(mails).toEqual([
      { recipient: 'alerts@summit.example', subject: `Alert: Webhook ${id} was switched off` },
    ])
    await happen(2)
    await worker.deliverAll()
    expect(receiver.got).toHaveLength(1)
    const again = await admin.patch(`/webhooks/${id}`, { isActive: true })
    expect(again.body).toMatchObject({ isActive: true, disabledAt: null, disabledReason: null })
  })

  test('when everything has failed for five days, and not when something has succeeded', async () => {
    const { id } = await newWebhook(admin, { url: receiver.url })
    const failFor = (span: string) =>
      run(db, `update webhook set failing_since = now() - $2::interval where id = $1`, [id, span])
    const isActive = async () => (await admin.get(`/webhooks/${id}`)).body.isActive
    receiver.answer = () => 500
    await happen(1)
    await worker.deliverAll()
    await failFor('119 hours')
    await happen(2)
    await worker.deliverAll()
    expect(await isActive()).toBe(true)
    receiver.answer = () => 200
    await failFor('121 hours')
    await happen(3)
    await worker.deliverAll()
    expect(await isActive()).toBe(true)
    receiver.answer = () => 500
    await happen(4)
    await worker.deliverAll()
    expect(await isActive()).toBe(true)
    await failFor('120 hours')
    await happen(5)
    await worker.deliverAll()
    expect(await isActive()).toBe(false)
    expect((await disabledEvents()).at(-1)).toMatchObject({
      id,
      reason: 'Every delivery has failed for five days.',
    })
  })

  test('when it is deleted, and what was waiting is dropped', async () => {
    const { id } = await newWebhook(admin, { url: receiver.url })
    receiver.answer = () => 500
    await happen(1, 2)
    await worker.deliverAll()
    await admin.post(`/webhooks/${id}/test`)
    expect((await admin.delete(`/webhooks/${id}`)).status).toBe(204)
    expect(
      await run(db, `select id from webhook_delivery where webhook_id = $1 and status = 'Pending'`, [id]),
    ).toEqual([])
    await worker.deliverAll()
    expect(receiver.got).toHaveLength(2)
  })
})

describe('a webhook of a limited caller', () => {
  test('gets what its maker may see now, and nothing once the maker has lost its rights', async () => {
    const dealerId = await holderId(service, 'Dealer', 'D1001')
    const scopes = [{ type: 'Dealer', id: dealerId }]
    const { body: client } = await admin.post('/oauthclients', {
      name: 'D1001 hooks',
      roles: ['Integrator'],
      scopes,
    })
    const dealer = service.api.with(await service.api.token(client.clientId, client.clientSecret))
    const { id } = await newWebhook(dealer, { url: receiver.url })
    await setClock(service, '2024-03-15T15:00:00Z')
    const sold = await sellR1(admin)
    expect(sold.status, sold.text).toBe(201)
    await happen(1)
    await worker.deliverAll()
    const subjects = receiver.got.map(({ event }) => event.subject)
    expect(subjects).toContain(`contracts/${sold.body.id}`)
    expect(subjects).not.toContain('apikeys/1')
    const before = receiver.got.length

    receiver.answer = () => 500
    await admin.patch(`/contracts/${sold.body.id}`, { status: 'Voided', voidReason: 'Entered twice' })
    await worker.deliverAll()
    expect(receiver.got.length).toBe(before + 1)
    await admin.delete(`/oauthclients/${client.id}`)
    await run(db, `update webhook_delivery set next_attempt_at = now() where status = 'Pending'`, [])
    await worker.deliverAll()
    expect(receiver.got.length).toBe(before + 1)
    expect(await deliveriesOf(id, '?status=Pending')).toHaveLength(1)
  })
})

test('a webhook whose maker may no longer read events gets nothing, and loses nothing', async () => {
  const both = ['events:read', 'webhooks:manage']
  await run(db, `insert into membership_role (name, permissions) values ('Hooks', $1)`, [both])
  const { body: client } = await admin.post('/oauthclients', { name: 'Hooks', roles: ['Hooks'] })
  const maker = service.api.with(await service.api.token(client.clientId, client.clientSecret))
  await newWebhook(maker, { url: receiver.url })
  const may = (permissions: readonly string[]) =>
    run(db, `update membership_role set permissions = $1 where name = 'Hooks'`, [permissions])
  await may(['webhooks:manage'])
  await happen(1, 2)
  await worker.deliverAll()
  expect(receiver.got).toEqual([])
  await may(both)
  await worker.deliverAll()
  expect(receiver.got).toHaveLength(2)
})

describe('a replay', () => {
  test('sends events again with their own ids, by id or after a cursor', async () => {
    const { next } = await readAllEvents(admin)
    const { id } = await newWebhook(admin, { url: receiver.url, types: ['apiKey.*'] })
    await happen(1, 2, 3)
    await worker.deliverAll()
    const sent = receiver.got.map((delivered) => delivered.id)
    const replayed = await admin.post(`/webhooks/${id}/replay`, { eventIds: [sent[2], sent[0]] })
    expect([replayed.status, replayed.body]).toEqual([202, { count: 2 }])
    await worker.deliverAll()
    expect(receiver.got.slice(3).map((delivered) => delivered.id)).toEqual([sent[0], sent[2]])
    expect((await admin.post(`/webhooks/${id}/replay`, { after: next })).body).toEqual({ count: 3 })
    await worker.deliverAll()
    expect(receiver.got.slice(5).map((delivered) => delivered.id)).toEqual(sent)
    expect(await deliveriesOf(id, `?eventId=${sent[0]}`)).toHaveLength(3)
  })

  test('of what the maker may not see is refused', async () => {
    const scopes = [{ type: 'Dealer', id: await holderId(service, 'Dealer', 'D1001') }]
    const { body: client } = await admin.post('/oauthclients', {
      name: 'Limited',
      roles: ['Integrator'],
      scopes,
    })
    const dealer = service.api.with(await service.api.token(client.clientId, client.clientSecret))
    const { next } = await readAllEvents(admin)
    const { id } = await newWebhook(dealer, { url: receiver.url })
    await happen(7)
    const [event] = (await readAllEvents(admin, next)).items
    expectProblem(await dealer.post(`/webhooks/${id}/replay`, { eventIds: [event?.id] }), 'UnknownReference')
    expectProblem(await admin.post(`/webhooks/${id}/replay`, { eventIds: [event?.id] }), 'UnknownReference')
    expect((await dealer.post(`/webhooks/${id}/replay`, { after: next })).body).toEqual({ count: 0 })
  })
})

test('a test delivery is sent and signed, and is not in the log', async () => {
  const { next } = await readAllEvents(admin)
  const { id, secret } = await newWebhook(admin, { url: receiver.url, types: ['contract.*'] })
  const { status, body } = await admin.post(`/webhooks/${id}/test`)
  expect(status).toBe(202)
  await worker.deliverAll()
  const [got] = receiver.got
  expect(got?.event).toMatchObject({ type: 'webhook.test', subject: `webhooks/${id}`, data: { id } })
  expect(got && isSigned(got, secret)).toBe(true)
  expect(await deliveriesOf(id)).toMatchObject([
    { id: body.deliveryId, type: 'webhook.test', status: 'Delivered' },
  ])
  expect((await readAllEvents(admin, next)).items).toEqual([])
})

describe('two services on one database', () => {
  test('deliver each event once, soon after it was committed, also in a sandbox with a set clock', async () => {
    const one = await startService()
    const two = await startService({ location: one.location })
    const caller = one.api.as('sandbox-admin')
    const tenantDb = (await sandboxOf(one)).db
    try {
      await caller.put('/sandbox/clock', { now: '2031-01-01T00:00:00Z' })
      one.app.jobs.start()
      two.app.jobs.start()
      // Only these: with the clock set, the nightly work may run and tell of contracts that end.
      const { id } = await newWebhook(caller, { url: receiver.url, types: ['apiKey.*'] })
      for (let round = 0; round < 10; round += 1) {
        const subjects = Array.from({ length: 12 }, (_, at) => `apikeys/${(at % 6) + 1}` as const)
        await writeEvents({ db: tenantDb, keys: one.keys }, subjects)
      }
      await expect.poll(() => receiver.got.length, { timeout: 20_000 }).toBe(120)
      const begun = performance.now()
      await caller.post(`/webhooks/${id}/test`)
      await expect.poll(() => receiver.got.length, { timeout: 10_000 }).toBe(121)
      expect(performance.now() - begun).toBeLessThan(5_000)
      expect(new Set(receiver.got.map((delivered) => delivered.id)).size).toBe(121)
      const sequences = new Map<string, number[]>()
      for (const { event } of receiver.got.slice(0, 120))
        sequences.set(event.subject, [...(sequences.get(event.subject) ?? []), event.sequence])
      for (const list of sequences.values()) expect(list).toEqual(list.map((_, at) => at + 1))
    } finally {
      await Promise.all([one.app.jobs.stop(), two.app.jobs.stop()])
      await Promise.all([one.app.server.close(), two.app.server.close()])
    }
  })
})
