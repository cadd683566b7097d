import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import type { Tenant } from '../../src/db/tenants.ts'
import { processTypes } from '../../src/domain/process-types.ts'
import { settings } from '../../src/domain/settings.ts'
import { openDueRuns } from '../../src/processes/schedules/open-due-runs.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

// The clock of these stories is moved without being set: the schedules of a sandbox rest while its clock is set.

const service = await testService()
const admin = service.api.as('sandbox-admin')
const { db } = await sandboxOf(service)
const { services } = service.app
const { runs } = services

let now = new Date()
const clock = { now: () => now, isSet: () => false }
const lines: { event: string; administrator: string; process?: string; message: string }[] = []
const log = {
  error: ({ err, ...line }: { err: Error; event: string; administrator: string }) =>
    lines.push({ ...line, message: err.message }),
} as unknown as typeof services.log

/** What the job of every minute does, at this time. Gives how many runs it has opened. */
function tick(at: string, parts: Partial<typeof services> = {}): Promise<number> {
  now = new Date(at)
  return openDueRuns({ ...services, clock, log, ...parts })
}

const setSchedule = (type: string, cron: string | null) =>
  run(
    db,
    `insert into general_setting (key, value, updated_at, updated_by) values ($1, $2, now(), 'test')
     on conflict (key) do update set value = excluded.value`,
    [`schedule.${type}`, JSON.stringify(cron)],
  )
const settingPath = (type: string) =>
  `/generalsettings/${settings.find(({ key }) => key === `schedule.${type}`)?.id}`

/** The times of the schedule that have had their run, in the order of the runs. */
const times = async (type = 'IdempotencyCleanup') => {
  const { body } = await admin.get(`/automatic-process-runs?processType=${type}&pageSize=200`)
  return (body as { scheduledFor: string }[])
    .map(({ scheduledFor }) => scheduledFor?.replace(':00.000Z', 'Z'))
    .reverse()
}
const handledUntil = async (type = 'IdempotencyCleanup') =>
  (
    await run<{ at: Date }>(db, 'select handled_until as at from process_schedule where process_type = $1', [
      type,
    ])
  )[0]?.at.toISOString()

async function startAnew(): Promise<void> {
  for (const table of ['automatic_process_run_item', 'automatic_process_run', 'process_schedule'])
    await run(db, `delete from ${table}`, [])
  lines.length = 0
}

beforeAll(async () => {
  await admin.put('/sandbox/clock', { now: null })
  for (const type of processTypes) await setSchedule(type, '')
})
beforeEach(startAnew)
afterAll(async () => {
  for (const type of processTypes)
    await run(db, 'delete from general_setting where key = $1', [`schedule.${type}`])
})

describe('a schedule', () => {
  // America/Chicago is six hours behind UTC in winter, five in summer.
  test.each<[string, string, readonly (readonly [at: string, due?: string])[]]>([
    [
      'begins when it is first seen, and opens one run at its time',
      '30 4 * * *',
      [
        ['2026-11-16T12:00:20Z'],
        ['2026-11-17T10:29:59Z'],
        ['2026-11-17T10:30:05Z', '2026-11-17T10:30Z'],
        ['2026-11-17T10:31:05Z'],
        ['2026-11-18T10:30:05Z', '2026-11-18T10:30Z'],
      ],
    ],
    [
      'makes up for three days without a service by one run',
      '30 4 * * *',
      [
        ['2026-11-16T12:00:00Z'],
        ['2026-11-20T09:00:00Z', '2026-11-19T10:30Z'],
        ['2026-11-20T09:01:00Z'],
        ['2026-11-20T10:30:00Z', '2026-11-20T10:30Z'],
      ],
    ],
    [
      'runs nothing again when the clock goes back a day',
      '30 4 * * *',
      [
        ['2026-11-16T10:00:00Z'],
        ['2026-11-16T10:30:00Z', '2026-11-16T10:30Z'],
        ['2026-11-15T10:30:00Z'],
        ['2026-11-16T10:30:00Z'],
        ['2026-11-17T10:30:00Z', '2026-11-17T10:30Z'],
      ],
    ],
    [
      'runs once when the clock jumps ten years ahead, and begins anew when it comes back',
      '30 4 * * *',
      [
        ['2026-11-16T10:00:00Z'],
        ['2036-11-16T12:00:00Z', '2036-11-16T10:30Z'],
        ['2036-11-16T12:01:00Z'],
        ['2026-11-16T12:00:00Z'],
        ['2026-11-17T10:30:00Z', '2026-11-17T10:30Z'],
      ],
    ],
    [
      'comes on leap days',
      '0 0 29 2 *',
      [
        ['2026-11-16T12:00:00Z'],
        ['2028-02-29T05:59:00Z'],
        ['2028-02-29T06:00:00Z', '2028-02-29T06:00Z'],
        ['2032-03-01T00:00:00Z', '2032-02-29T06:00Z'],
      ],
    ],
    [
      'runs at the end of an hour that daylight saving skips',
      '*/20 2 * * *',
      [
        ['2026-03-08T07:00:00Z'],
        ['2026-03-08T07:59:00Z'],
        ['2026-03-08T08:00:00Z', '2026-03-08T08:00Z'],
        ['2026-03-08T08:20:00Z'],
        ['2026-03-09T07:00:00Z', '2026-03-09T07:00Z'],
      ],
    ],
    [
      'runs once in an hour that daylight saving repeats',
      '30 1 * * *',
      [
        ['2026-11-01T05:00:00Z'],
        ['2026-11-01T06:30:00Z', '2026-11-01T06:30Z'],
        ['2026-11-01T07:30:00Z'],
        ['2026-11-02T07:30:00Z', '2026-11-02T07:30Z'],
      ],
    ],
    [
      'passes the end of a year',
      '59 23 31 12 *',
      [
        ['2026-12-31T12:00:00Z'],
        ['2027-01-01T05:58:00Z'],
        ['2027-01-01T06:00:00Z', '2027-01-01T05:59Z'],
        ['2027-12-31T12:00:00Z'],
      ],
    ],
    [
      'never comes for a date that no year has',
      '0 0 31 2 *',
      [['2026-11-16T12:00:00Z'], ['2036-11-16T12:00:00Z']],
    ],
  ])('%s', async (_, cron, ticks) => {
    await setSchedule('IdempotencyCleanup', cron)
    const expected: string[] = []
    for (const [at, due] of ticks) {
      expect(await tick(at), at).toBe(due ? 1 : 0)
      if (due) expected.push(due)
      expect(await runs.workAll(), at).toBe(due ? 1 : 0)
    }
    expect((await times()).toSorted()).toEqual(expected.toSorted())
    expect(lines).toEqual([])
  })

  test('opens a run that is like one that was asked for', async () => {
    await setSchedule('IdempotencyCleanup', '30 4 * * *')
    await tick('2026-11-16T10:00:00Z')
    await tick('2026-11-16T10:30:07Z')
    const [opened] = (await admin.get('/automatic-process-runs')).body
    expect(opened).toMatchObject({
      ...{ processType: 'IdempotencyCleanup', status: 'Running', executor: 'Service', isDryRun: false },
      ...{ scheduledFor: '2026-11-16T10:30:00.000Z', startedAt: '2026-11-16T10:30:07.000Z' },
      startedBy: 'schedule',
    })
    const subject = `automatic-process-runs/${opened.guid}`
    const events = await run<{ type: string }>(db, 'select type from event where subject = $1', [subject])
    expect(events).toEqual([{ type: 'run.started' }])
    const audited = await run(db, 'select actor_name from audit_record where subject = $1', [subject])
    expect(audited).toEqual([{ actor_name: 'schedule' }])
    await runs.workAll()
    expect((await admin.get(`/automatic-process-runs/${opened.guid}`)).body.status).toBe('Completed')
  })

  test('waits while a run of its type is active, and is made up for by one run', async () => {
    await setSchedule('IdempotencyCleanup', '*/5 * * * *')
    await tick('2026-11-16T10:00:00Z')
    expect(await tick('2026-11-16T10:05:00Z')).toBe(1)
    for (const minute of ['10', '15', '20']) expect(await tick(`2026-11-16T10:${minute}:00Z`)).toBe(0)
    expect(await handledUntil()).toBe('2026-11-16T10:05:00.000Z')
    await runs.workAll()
    expect(await tick('2026-11-16T10:21:00Z')).toBe(1)
    expect(await times()).toEqual(['2026-11-16T10:05Z', '2026-11-16T10:20Z'])
    expect(lines).toEqual([])
    await runs.workAll()
  })

  test('begins anew when it is changed, switched off and on, or moved to another time zone', async () => {
    const path = settingPath('IdempotencyCleanup')
    await admin.patch(path, { value: '30 4 * * *' })
    await tick('2026-11-16T10:00:00Z')
    await admin.patch(path, { value: '0 4 * * *' })
    // 04:00 has passed since the last look, but not under this schedule.
    expect(await tick('2026-11-16T10:10:00Z')).toBe(0)
    expect(await handledUntil()).toBe('2026-11-16T10:10:00.000Z')
    await admin.patch(path, { value: '' })
    expect(await tick('2026-11-17T12:00:00Z')).toBe(0)
    expect(await handledUntil()).toBeUndefined()
    await admin.patch(path, { value: '0 4 * * *' })
    expect(await tick('2026-11-18T12:00:00Z')).toBe(0)
    expect(await handledUntil()).toBe('2026-11-18T12:00:00.000Z')
    const tenants = async () =>
      (await service.databases.tenants()).map((tenant) => ({ ...tenant, timeZone: 'Asia/Kathmandu' }))
    const databases = { ...service.databases, tenants }
    expect(await tick('2026-11-20T12:00:00Z', { databases })).toBe(0)
    expect(await tick('2026-11-20T22:15:00Z', { databases })).toBe(1)
    expect(await times()).toEqual(['2026-11-20T22:15Z'])
    await runs.workAll()
  })

  test('with a fault is refused with an explanation', async () => {
    const path = settingPath('FileSweep')
    const answer = await admin.patch(path, { value: '0 24 * * FUNDAY' })
    expectProblem(answer, 'SettingInvalid')
    expect(answer.body.detail).toBe(
      'The hour must be from 0 to 23: 24. The day of the week must be from 0 to 7, or from SUN to SAT: FUNDAY.',
    )
    expect((await admin.get(path)).body.value).toBe('')
  })
})

describe('schedules', () => {
  test('rest while the clock of the sandbox is set, and then make up for it by one run', async () => {
    await setSchedule('IdempotencyCleanup', '* * * * *')
    await tick(new Date(Date.now() - 600_000).toISOString())
    const before = await handledUntil()
    await admin.put('/sandbox/clock', { now: '2031-05-05T12:00:00Z' })
    expect(await openDueRuns(services)).toBe(0)
    expect(await handledUntil()).toBe(before)
    await admin.put('/sandbox/clock', { now: null })
    expect(await openDueRuns(services)).toBe(1)
    expect(await openDueRuns(services)).toBe(0)
    expect(await times()).toHaveLength(1)
    await runs.workAll()
  })

  test('are handled once, however many services look at the same time', async () => {
    for (const type of ['IdempotencyCleanup', 'WebhookDeliveryCleanup', 'FileSweep'])
      await setSchedule(type, '*/5 * * * *')
    const together = async (at: string) =>
      (await Promise.all(Array.from({ length: 4 }, () => tick(at)))).reduce((sum, opened) => sum + opened, 0)
    expect(await together('2026-11-16T10:00:30Z')).toBe(0)
    for (const at of ['2026-11-16T10:05:00Z', '2026-11-16T10:10:00Z']) {
      expect(await together(at)).toBe(3)
      expect(await runs.workAll()).toBe(3)
    }
    expect(await times('FileSweep')).toEqual(['2026-11-16T10:05Z', '2026-11-16T10:10Z'])
    expect(lines).toEqual([])
    for (const type of ['WebhookDeliveryCleanup', 'FileSweep']) await setSchedule(type, '')
  })

  test('have a run for each time once, even after the clock was wrong', async () => {
    await setSchedule('IdempotencyCleanup', '30 4 * * *')
    await tick('2026-11-16T12:00:00Z')
    await tick('2026-11-20T12:00:00Z')
    await runs.workAll()
    await tick('2026-11-16T12:00:00Z')
    // The service was down until this time came again.
    expect(await tick('2026-11-20T12:00:00Z')).toBe(0)
    expect(await handledUntil()).toBe('2026-11-20T10:30:00.000Z')
    expect(await times()).toEqual(['2026-11-20T10:30Z'])
  })

  test('of others are not held back by a fault', async () => {
    await setSchedule('IdempotencyCleanup', '30 4 * * *')
    // As no request could have set it.
    await setSchedule('AutoExpire', '0 24 * * *')
    const broken: Tenant = {
      ...{ id: 987, number: 'BROKEN', name: 'Broken', schema: 'tenant_missing', isSandbox: false },
      timeZone: 'America/Chicago',
    }
    const tenants = async () => [broken, ...(await service.databases.tenants())]
    const databases = { ...service.databases, tenants }
    await tick('2026-11-16T10:00:00Z', { databases })
    lines.length = 0
    expect(await tick('2026-11-16T10:30:00Z', { databases })).toBe(1)
    expect(lines).toEqual([
      { event: 'schedule failed', administrator: 'BROKEN', process: undefined, message: expect.any(String) },
      {
        ...{ event: 'schedule failed', administrator: 'ADM1', process: 'AutoExpire' },
        message: expect.stringContaining('The hour must be from 0 to 23: 24.'),
      },
    ])
    await runs.workAll()
    await setSchedule('AutoExpire', '')
  })
})
