import { setTimeout } from 'node:timers/promises'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Db, run } from '../../src/db/database.ts'
import { emitFirst } from '../../src/db/outbox.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { emit, expectAudit } from '../../src/db/unit-of-work.ts'
import { beginClosing, closeWrite, takeLaneAhead } from '../../src/db/write-record.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

interface StoredEvent {
  id: string
  position: number | null
  subject: string
  sequence: number
  type: string
  time: Date
  data: Record<string, unknown>
}

let service: TestService
let db: Db
beforeEach(async () => {
  service = await testService()
  db = (await sandboxOf(service)).db
})
const events = () => run<StoredEvent>(db, 'select * from event order by subject, sequence', [])

const ann = { email: 'ann@summit.example', firstName: 'Ann', lastName: 'Berg' }

describe('an event', () => {
  test('is stored together with its write, or not at all', async () => {
    const admin = service.api.as('sandbox-admin')
    const { body: made } = await admin.post('/v2/users', { ...ann, userName: 'ann' })
    await admin.post('/v2/users', { ...ann, userName: 'ANN' })
    await admin.put(`/v2/users/${made.id}`, { ...ann, userName: 'ann', lastName: 'Olsen' })
    expect(await events()).toMatchObject([
      {
        subject: `users/${made.id}`,
        sequence: 1,
        type: 'user.created',
        position: null,
        data: { id: made.id },
      },
      {
        subject: `users/${made.id}`,
        sequence: 2,
        type: 'user.updated',
        position: null,
        data: { id: made.id },
      },
    ])
  })

  test('uses the clock of the service', async () => {
    const admin = service.api.as('sandbox-admin')
    await admin.put('/sandbox/clock', { now: '2031-05-06T07:08:09Z' })
    await admin.post('/v2/users', { ...ann, userName: 'ann' })
    expect((await events())[0]?.time.toISOString()).toBe('2031-05-06T07:08:09.000Z')
  })
})

describe('sequences', () => {
  const entry = {
    at: new Date(),
    actorKind: 'Client',
    actorId: 1,
    actorName: 'test',
    address: '127.0.0.1',
    operation: 'TEST',
    subject: 'apikeys/1',
    requestId: 'test',
    changes: [],
  }
  const emitAll = (subjects: readonly `apikeys/${number}`[], then: () => void = () => undefined) =>
    inTransaction(db, async (tx) => {
      for (const subject of subjects) emit(tx, { subject, type: 'apiKey.created', data: { id: 1 } })
      await closeWrite(tx, service.keys, entry)
      then()
    })
  const sequencesOf = async (subject: string) =>
    (await events()).filter((event) => event.subject === subject).map(({ sequence }) => sequence)
  const counted = (length: number) => Array.from({ length }, (_, at) => at + 1)

  /** A write that has its events counted ahead of its end. */
  const emitAhead = (after: readonly `apikeys/${number}`[]) =>
    inTransaction(db, async (tx) => {
      expectAudit(tx)
      const created = (subject: `apikeys/${number}`) =>
        emit(tx, { subject, type: 'apiKey.created', data: { id: 1 } })
      created('apikeys/1')
      beginClosing(tx)
      for (const subject of after) created(subject)
      await closeWrite(tx, service.keys, entry)
    })

  test('go on in order when a write has them counted ahead of its end', async () => {
    await emitAll(['apikeys/1'])
    await emitAhead([])
    await emitAll(['apikeys/1'])
    expect(await sequencesOf('apikeys/1')).toEqual([1, 2, 3])
  })

  test('never leave out an event: one that is emitted after they were counted fails the write', async () => {
    await expect(emitAhead(['apikeys/2'])).rejects.toThrow('after the events of the write were counted')
    expect(await events()).toEqual([])
  })

  /** A write that makes its record, and has taken its audit lane before. */
  const emitFirstOf = (subject: `apikeys/${number}`, more = 0) =>
    inTransaction(db, async (tx) => {
      expectAudit(tx)
      const event = { subject, type: 'apiKey.created', data: { id: 1 } } as const
      await takeLaneAhead(tx)
      await emitFirst(tx, event)
      for (let time = 0; time < more; time += 1) emit(tx, event)
      await closeWrite(tx, service.keys, entry)
    })

  test('begin at 1 for a record that the write makes, and go on from there', async () => {
    await emitFirstOf('apikeys/1')
    await emitFirstOf('apikeys/2', 2)
    await emitAll(['apikeys/1', 'apikeys/2'])
    expect(await sequencesOf('apikeys/1')).toEqual([1, 2])
    expect(await sequencesOf('apikeys/2')).toEqual([1, 2, 3, 4])
  })

  test('of a record that is not new fail a write that says it makes it', async () => {
    await emitAll(['apikeys/1'])
    await expect(emitFirstOf('apikeys/1')).rejects.toThrow('event_subject_pkey')
    expect(await sequencesOf('apikeys/1')).toEqual([1])
  })

  test('are saved when no audit lane was free ahead of the end', async () => {
    let written: Promise<void> = Promise.resolve()
    await inTransaction(db, async (holder) => {
      await run(holder, 'select from audit_lane for update', [])
      written = emitFirstOf('apikeys/1')
      await setTimeout(100)
      expect(await sequencesOf('apikeys/1')).toEqual([])
    })
    await written
    expect(await sequencesOf('apikeys/1')).toEqual([1])
  })

  test('leave nothing behind on the connection when a write is refused while no audit lane is free', async () => {
    await inTransaction(db, async (holder) => {
      await run(holder, 'select from audit_lane for update', [])
      let pid: number | undefined
      const refused = inTransaction(db, async (tx) => {
        expectAudit(tx)
        beginClosing(tx)
        const [own] = await run<{ pid: number }>(tx, 'select pg_backend_pid() as pid', [])
        pid = own?.pid
        throw new Error('It is refused.')
      })
      const refusal = expect(refused).rejects.toThrow('It is refused.')
      await vi.waitFor(() => expect(pid).toBeDefined())
      await setTimeout(100)
      // Other test files use the same server: only this connection is looked at.
      const waiting = await run(holder, 'select from pg_locks where not granted and pid = $1', [pid])
      expect(waiting).toEqual([])
      await refusal
    })
  })

  test('have no gaps when eight callers write to one subject and some fail', async () => {
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let time = 0; time < 6; time += 1)
        await emitAll(['apikeys/1'], () => {
          if ((writer + time) % 4 === 0) throw new Error('It is taken back.')
        }).catch(() => undefined)
    })
    await Promise.all(writers)
    expect(await sequencesOf('apikeys/1')).toEqual(counted(36))
  })

  test('count for each subject, in the order of the events of one write', async () => {
    await emitAll(['apikeys/1', 'apikeys/2', 'apikeys/1', 'apikeys/1'])
    const saved = (await events()).toSorted((one, other) => one.sequence - other.sequence)
    expect(
      saved
        .filter((event) => event.subject.startsWith('apikeys/'))
        .map(({ subject, sequence }) => `${subject} ${sequence}`),
    ).toEqual(['apikeys/1 1', 'apikeys/2 1', 'apikeys/1 2', 'apikeys/1 3'])
    await emitAll(['apikeys/2', 'apikeys/1'])
    expect(await sequencesOf('apikeys/1')).toEqual(counted(4))
    expect(await sequencesOf('apikeys/2')).toEqual(counted(2))
  })

  test('do not deadlock when writers touch the same subjects in different orders', async () => {
    const subjects = ['apikeys/1', 'apikeys/2', 'apikeys/3'] as const
    await Promise.all(
      Array.from({ length: 16 }, (_, at) => emitAll(at % 2 ? subjects : subjects.toReversed())),
    )
    for (const subject of subjects) expect(await sequencesOf(subject)).toEqual(counted(16))
  })

  test('have no gaps over HTTP', async () => {
    const admin = service.api.as('sandbox-admin')
    const { body: made } = await admin.post('/v2/users', { ...ann, userName: 'ann' })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        admin.put(`/v2/users/${made.id}`, { ...ann, userName: 'ann', lastName: `Berg ${at}` }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await sequencesOf(`users/${made.id}`)).toEqual(counted(9))
    expect(new Set(answers.map(({ body }) => body.rowVersion)).size).toBe(8)
  })
})
