import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { eventTypes } from '../../src/domain/events/catalogue.ts'
import { numberEvents } from '../../src/events/log/number-events.ts'
import { deliveredEvents } from '../../src/events/routes.ts'
import { sellR1 } from '../support/builders/contracts.ts'
import { type ReadEvent, readAllEvents, writeEvents } from '../support/builders/events.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
const writer = { db, keys: service.keys }
const clock = (now: string) => admin.put('/sandbox/clock', { now })

describe('the log', () => {
  test('is read in its order, page by page, as CloudEvents', async () => {
    await clock('2024-03-15T15:00:00Z')
    const { body: contract } = await sellR1(admin)
    await admin.patch(`/contracts/${contract.id}`, { notes: 'Called.' })
    const subject = `contracts/${contract.id}`
    const first = (await admin.get('/events?limit=1')).body
    expect(first.hasMore).toBe(true)
    const { items } = (await admin.get(`/events?subject=${subject}`)).body
    expect(items).toEqual([
      {
        specversion: '1.0',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        source: '/bulwark',
        type: 'contract.created',
        subject,
        time: '2024-03-15T15:00:00.000Z',
        datacontenttype: 'application/json',
        sequence: 1,
        data: { id: contract.id, number: contract.number, status: 'Pending' },
      },
      expect.objectContaining({ type: 'contract.updated', sequence: 2 }),
    ])
    expect((await admin.get(`/events/${items[0].id}`)).body).toEqual(items[0])
    const all = await readAllEvents(admin)
    const byOnes: ReadEvent[] = [...first.items]
    for (let page = first; page.hasMore; byOnes.push(...page.items))
      page = (await admin.get(`/events?limit=1&after=${page.next}`)).body
    expect(byOnes).toEqual(all.items)
  })

  test('can be narrowed by types, kinds of types and subject, and the cursor moves on over the rest', async () => {
    await writeEvents(writer, ['apikeys/1', 'apikeys/2', 'apikeys/1'])
    const typesOf = async (search: string) =>
      new Set((await readAllEvents(admin, undefined, search)).items.map(({ type }) => type))
    expect(await typesOf('&types=contract.*')).toEqual(new Set(['contract.created', 'contract.updated']))
    expect(await typesOf('&types=contract.created,apiKey.*')).toEqual(
      new Set(['contract.created', 'apiKey.created']),
    )
    const { next } = await readAllEvents(admin)
    const none = (await admin.get('/events?types=webhook.*')).body
    expect(none).toEqual({ items: [], next, hasMore: false })
    await writeEvents(writer, ['apikeys/7'])
    const since = await readAllEvents(admin, none.next, '&subject=apikeys/7')
    expect(since.items).toHaveLength(1)
    expect((await readAllEvents(admin, since.next)).items).toEqual([])
  })

  test('has the same pages for a reader of everything and for one that names every kind', async () => {
    const kinds = [...new Set(eventTypes.map((type) => `${type.split('.')[0]}.*`))].join()
    const { length } = (await readAllEvents(admin)).items
    for (const limit of [1, 2, length - 1, length, length + 1]) {
      let after = ''
      for (let hasMore = true; hasMore; ) {
        const page = `/events?limit=${limit}${after}`
        const [all, named] = [await admin.get(page), await admin.get(`${page}&types=${kinds}`)]
        expect(all.text).toBe(named.text)
        after = `&after=${all.body.next}`
        hasMore = all.body.hasMore
      }
    }
  })

  test('refuses what is no type, no page and no cursor', async () => {
    const refused = await admin.get('/events?types=contract.sold,claim.*&limit=1001&until=x')
    expectProblem(refused, 'ValidationFailed')
    expect(faultsIn(refused)).toEqual(['?limit Range', '?types Enum', '?until Unknown'])
    expectProblem(await admin.get('/events?limit=0'), 'ValidationFailed')
    const { next } = await readAllEvents(admin)
    const other = `${next.slice(0, 12)}${next[12] === 'x' ? 'y' : 'x'}${next.slice(13)}`
    for (const cursor of ['x', next.slice(1), `${next}A`, other])
      expectProblem(await admin.get(`/events?after=${cursor}`), 'CursorInvalid')
    for (const id of ['x', '00000000-0000-0000-0000-000000000000'])
      expectProblem(await admin.get(`/events/${id}`), 'NotFound')
    expectProblem(await service.api.as('sandbox-entry').get('/events'), 'Forbidden')
    expectProblem(await service.api.anonymous.get('/events'), 'Unauthenticated')
  })

  test('says what there is to follow', async () => {
    const { body } = await admin.get('/events/types')
    expect(body.find(({ type }: { type: string }) => type === 'claim.paid')).toEqual({
      type: 'claim.paid',
      subject: 'claims/{id}',
      description: 'A payment request of a claim was paid.',
      schema: {
        type: 'object',
        required: ['id', 'number', 'status', 'paymentRequestId', 'amount', 'cashTransactionId'],
        properties: expect.objectContaining({ cashTransactionId: { type: ['integer', 'null'] } }),
      },
    })
    // The same in the OpenAPI document, whose text is compared with the committed one elsewhere.
    expect(Object.keys(deliveredEvents)).toEqual(body.map(({ type }: { type: string }) => type))
    expect(deliveredEvents['claim.paid']?.schema).toMatchObject({
      properties: { type: { const: 'claim.paid' }, data: { required: expect.arrayContaining(['amount']) } },
    })
  })
})

describe('numbering', () => {
  const seed = trialSeed('numbering of events', 'EVENTS_SEED')

  test('keeps the order of each subject and leaves no gaps, however the clock jumps', async () => {
    const write = fc.record({
      subjects: fc.array(fc.integer({ min: 100, max: 103 }), { minLength: 1, maxLength: 4 }),
      at: fc.integer({ min: 0, max: 3 }),
      numbersAfter: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(write, { minLength: 1, maxLength: 8 }), async (writes) => {
        for (const { subjects, at, numbersAfter } of writes) {
          const named = subjects.map((id) => `apikeys/${id}` as const)
          await writeEvents(writer, named, { at: new Date(Date.UTC(2024, 0, 1 + at)) })
          if (numbersAfter) await numberEvents(db)
        }
        await numberEvents(db)
        const rows = await run<{ subject: string; sequence: number; position: number }>(
          db,
          'select subject, sequence, position from event where $1 order by position',
          [true],
        )
        expect(rows.map(({ position }) => position)).toEqual(rows.map((_, at) => at + 1))
        for (const subject of new Set(rows.map((row) => row.subject))) {
          const sequences = rows.filter((row) => row.subject === subject).map(({ sequence }) => sequence)
          expect(sequences).toEqual(sequences.map((_, at) => at + 1))
        }
      }),
      { numRuns: trials(200, 1 / 20), seed },
    )
  })

  test('lets a reader who follows the cursor miss nothing while others write', async () => {
    const { next: start } = await readAllEvents(admin)
    let isWriting = true
    const follow = async (): Promise<ReadEvent[]> => {
      const seen: ReadEvent[] = []
      let cursor = start
      for (let isLast = false; ; ) {
        const { items, next } = await readAllEvents(admin, cursor)
        seen.push(...items)
        cursor = next
        if (isLast) return seen
        isLast = !isWriting
      }
    }
    const readers = [follow(), follow(), follow()]
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, Math.random() * 4))
    const writers = Array.from({ length: 6 }, async (_, who) => {
      for (let time = 0; time < trials(500); time += 1) {
        const subjects = [`apikeys/${300 + who}`, `apikeys/${310 + (time % 3)}`] as const
        // A write that takes longer commits after later ones.
        await writeEvents(writer, time % 2 ? subjects : subjects.toReversed(), { before: pause })
      }
    })
    await Promise.all(writers)
    isWriting = false
    for (const seen of await Promise.all(readers)) {
      expect(seen).toHaveLength(6 * trials(500) * 2)
      expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length)
      for (const subject of new Set(seen.map((event) => event.subject))) {
        const sequences = seen.filter((event) => event.subject === subject).map(({ sequence }) => sequence)
        expect(sequences).toEqual(sequences.map((_, at) => at + 1))
      }
    }
  })
})

test('a cursor of before a reset is refused, so that nothing is skipped', async () => {
  const { next } = await readAllEvents(admin)
  await admin.post('/sandbox/reset')
  expectProblem(await admin.get(`/events?after=${next}`), 'CursorInvalid')
  expect((await admin.get('/events')).body).toMatchObject({ items: [], hasMore: false })
  const beginning = (await admin.get('/events')).body.next
  await writeEvents(
    writer,
    Array.from({ length: 40 }, (_, at) => `apikeys/${at}` as const),
  )
  expectProblem(await admin.get(`/events?after=${next}`), 'CursorInvalid')
  expect((await readAllEvents(admin, beginning)).items).toHaveLength(40)
})
