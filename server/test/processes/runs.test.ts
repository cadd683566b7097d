import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import type { StepProcess } from '../../src/processes/process.ts'
import { workOnRun } from '../../src/processes/runs/work-on-run.ts'
import { withoutSignatures } from '../support/builders/contract-copies.ts'
import { sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const staff = service.api.as('sandbox-entry')
const { db, tenant } = await sandboxOf(service)
const { runs } = service.app.services

const at = (now: string) => admin.put('/sandbox/clock', { now })
const RUNS = '/automatic-process-runs'
const open = (processType: string, body: object = {}) => admin.post(RUNS, { processType, ...body })
const read = async (guid: string) => (await admin.get(`${RUNS}/${guid}`)).body
const abort = (guid: string) => admin.patch(`${RUNS}/${guid}`, { status: 'Aborted' })
/** Opens a run of the service and works on it until it has ended. */
async function execute(processType: string, body: object = {}) {
  const opened = await open(processType, { execute: true, ...body })
  expect(opened.status, opened.text).toBe(201)
  await runs.workAll()
  return read(opened.body.guid)
}
/** Works on a run of AutoVoid with a process that differs. */
async function workAs(guid: string, change: (process: StepProcess) => StepProcess): Promise<void> {
  const process = runs.processes.find(({ type }) => type === 'AutoVoid') as StepProcess
  const parts = { ...service.app.services, processes: [change(process)] }
  await workOnRun(parts, tenant, guid, { shouldStop: () => false })
}
const events = async (guid: string) =>
  (
    await run<{ type: string; data: { status: string } }>(
      db,
      'select type, data from event where subject = $1 order by sequence',
      [`automatic-process-runs/${guid}`],
    )
  ).map(({ type, data }) => `${type} ${data.status}`)

/** Three contracts in force that end on 2029-03-15, and one that was never paid for. */
const ids: number[] = []
let pending: number

beforeAll(async () => {
  await withoutContracts(service)
  await withoutSignatures(db)
  await at('2024-03-15T15:00:00Z')
  for (let sold = 0; sold < 3; sold += 1) ids.push((await sellAndFinalize(staff)).id)
  pending = (await sellR1(staff)).body.id
}, 60_000)

describe('a run of a caller', () => {
  test('is opened, reported and finished by the caller', async () => {
    const { status, body, headers } = await open('AutoExpire', { parameters: { page: 'any' } })
    expect(status).toBe(201)
    expect(headers.get('location')).toBe(`${RUNS}/${body.guid}`)
    expect(body).toEqual({
      ...{ guid: body.guid, processType: 'AutoExpire', status: 'Running', executor: 'Caller' },
      ...{ isDryRun: false, parameters: { page: 'any' }, scheduledFor: null, errors: [] },
      ...{ startedAt: '2024-03-15T15:00:00.000Z', heartbeatAt: '2024-03-15T15:00:00.000Z', finishedAt: null },
      ...{ candidates: 0, succeeded: 0, skipped: 0, failed: 0, startedBy: 'sandbox-admin' },
    })
    const path = `${RUNS}/${body.guid}`
    await at('2024-03-15T15:10:00Z')
    const first = { entityId: 5, code: 'Locked', message: 'Someone works on it.' }
    const reported = await admin.patch(path, { candidates: 3, succeeded: 1, failed: 1, errors: [first] })
    expect(reported.body).toMatchObject({ status: 'Running', heartbeatAt: '2024-03-15T15:10:00.000Z' })
    expect((await admin.patch(path, {})).status).toBe(200)
    const second = { entityId: 6, code: 'Locked', message: 'Someone works on it.' }
    const end = { status: 'CompletedWithErrors', succeeded: 1, failed: 2, errors: [second] }
    const ended = await admin.patch(path, end)
    expect(ended.body).toMatchObject({
      ...{ status: 'CompletedWithErrors', finishedAt: '2024-03-15T15:10:00.000Z' },
      ...{ candidates: 3, succeeded: 1, skipped: 0, failed: 2, errors: [first, second] },
    })
    expect((await admin.get(path)).body).toEqual(ended.body)
    expect(await events(body.guid)).toEqual(['run.started Running', 'run.completed CompletedWithErrors'])
    expectProblem(await admin.patch(path, {}), 'RunFinished')
    expectProblem(await admin.patch(path, { status: 'Aborted' }), 'RunFinished')
  })

  test('refuses counters that go down or do not add up', async () => {
    const { body } = await open('AutoExpire')
    const path = `${RUNS}/${body.guid}`
    await admin.patch(path, { candidates: 5, succeeded: 2 })
    const lower = expectProblem(
      await admin.patch(path, { candidates: 4, succeeded: 1 }),
      'CountersNotMonotone',
    )
    expect(lower).toMatchObject({ errors: [{ pointer: '/candidates' }, { pointer: '/succeeded' }] })
    expectProblem(await admin.patch(path, { status: 'Completed' }), 'CountersInconsistent')
    const failed = { status: 'Completed', succeeded: 4, failed: 1 }
    expectProblem(await admin.patch(path, failed), 'CountersInconsistent')
    expect(faultsIn(await admin.patch(path, { succeeded: -1, resumeAfter: 3 }))).toEqual([
      '/succeeded Range',
      '/resumeAfter Unknown',
    ])
    expect((await abort(body.guid)).body).toMatchObject({ status: 'Aborted', candidates: 5 })
  })

  test('obeys If-Match', async () => {
    const { body, headers } = await open('AutoExpire')
    const path = `${RUNS}/${body.guid}`
    const match = { 'if-match': headers.get('etag') ?? '' }
    expect((await admin.patch(path, { candidates: 1 }, match)).status).toBe(200)
    expectProblem(await admin.patch(path, { candidates: 2 }, match), 'PreconditionFailed')
    await abort(body.guid)
  })

  test('is the only one of its type, until it has been silent for 30 minutes', async () => {
    await at('2024-03-15T16:00:00Z')
    const { body: first } = await open('AutoVoid')
    expect(expectProblem(await open('AutoVoid'), 'RunAlreadyActive')).toMatchObject({ guid: first.guid })
    await at('2024-03-15T16:29:00Z')
    await admin.patch(`${RUNS}/${first.guid}`, {})
    await at('2024-03-15T16:58:59Z')
    expectProblem(await open('AutoVoid', { execute: true }), 'RunAlreadyActive')
    await at('2024-03-15T16:59:00Z')
    const { body: second } = await open('AutoVoid')
    expect(await read(first.guid)).toMatchObject({
      status: 'Aborted',
      finishedAt: '2024-03-15T16:59:00.000Z',
    })
    expect(await events(first.guid)).toEqual(['run.started Running', 'run.completed Aborted'])
    await abort(second.guid)
  })

  test('many at once open one', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => open('AutoVoid')))
    const [opened, ...more] = answers.filter(({ status }) => status === 201)
    expect(more).toEqual([])
    for (const answer of answers.filter((each) => each !== opened))
      expect(expectProblem(answer, 'RunAlreadyActive')).toMatchObject({ guid: opened?.body.guid })
    await abort(opened?.body.guid)
  })

  test('its steps name it, and no other', async () => {
    const { body } = await open('AutoVoid')
    const step = (kind: string, runGuid: string) => admin.post(`/contracts/${kind}/${pending}`, { runGuid })
    expectProblem(await step('autovoidable', body.guid), 'NotEligible')
    expectProblem(await step('autoexpire', body.guid), 'UnknownReference')
    expectProblem(await step('autovoidable', '00000000-0000-4000-8000-000000000000'), 'UnknownReference')
    await abort(body.guid)
    expectProblem(await step('autovoidable', body.guid), 'RunFinished')
  })
})

describe('opening and reading runs', () => {
  test('a process that only the service runs needs execute', async () => {
    expectProblem(await open('IdempotencyCleanup'), 'ExecuteRequired')
  })

  test('parameters of the service are checked', async () => {
    const parameters = { asOfDate: 'soon', color: 'red' }
    expect(
      expectProblem(await open('AutoExpire', { execute: true, parameters }), 'ParametersInvalid'),
    ).toMatchObject({ errors: [{ pointer: '/parameters/asOfDate' }, { pointer: '/parameters/color' }] })
    expect(faultsIn(await open('Autoexpire'))).toEqual(['/processType Enum'])
  })

  test('unknown runs are not found, and rights are needed', async () => {
    const other = `${RUNS}/00000000-0000-4000-8000-000000000000`
    for (const path of [other, `${other}/items`, `${RUNS}/5`])
      expectProblem(await admin.get(path), 'NotFound')
    expectProblem(await admin.patch(other, {}), 'NotFound')
    expectProblem(await staff.post(RUNS, { processType: 'AutoExpire' }), 'Forbidden')
    expectProblem(await service.api.as('sandbox-dealer-d1001').get(RUNS), 'Forbidden')
  })

  test('?dryRun=true opens nothing', async () => {
    const answer = await admin.post(`${RUNS}?dryRun=true`, { processType: 'AutoVoid', execute: true })
    expect(answer.status).toBe(201)
    expectProblem(await admin.get(`${RUNS}/${answer.body.guid}`), 'NotFound')
    expect(await runs.workAll()).toBe(0)
  })

  test('the list begins with the newest and can be filtered', async () => {
    await at('2024-03-17T04:00:00Z') // Still March 16 in Chicago.
    const older = (await open('Statements')).body
    const newer = (await open('LedgerPayReceive')).body
    const listed = async (query: string) =>
      (await admin.get(`${RUNS}?${query}`)).body.map(({ guid }: { guid: string }) => guid)
    expect((await listed('')).slice(0, 2)).toEqual([newer.guid, older.guid])
    expect(await listed('processType=Statements')).toEqual([older.guid])
    expect(await listed('status=Running')).toEqual([newer.guid, older.guid])
    expect(await listed('startedFrom=2024-03-16&startedTo=2024-03-16')).toEqual([newer.guid, older.guid])
    expect(await listed('startedFrom=2024-03-17')).toEqual([])
    expect(await listed('startedTo=2024-03-15&status=Running')).toEqual([])
    for (const { guid } of [older, newer]) await abort(guid)
  })
})

describe('a run of the service', () => {
  test('in a dry run says what would happen to each candidate', async () => {
    await at('2029-03-16T15:00:00Z')
    const dry = await execute('AutoExpire', { dryRun: true })
    expect(dry).toMatchObject({
      ...{ status: 'Completed', executor: 'Service', isDryRun: true, parameters: { asOfDate: '2029-03-16' } },
      ...{ candidates: 3, succeeded: 3, skipped: 0, failed: 0 },
    })
    const { body } = await admin.get(`${RUNS}/${dry.guid}/items`)
    expect(body).toMatchObject({ totalCount: 3 })
    expect(body.items).toEqual(
      ids.map((contractId) => ({
        ...{ entityId: contractId, outcome: 'Succeeded', code: null, message: null },
        result: { contractId, result: 'Expired' },
      })),
    )
    expect((await staff.get(`/contracts/${ids[0]}`)).body.status).toBe('Active')
  })

  test('in a dry run lists what was done to many at once, too', async () => {
    const dry = await execute('EarningsUpdate', { dryRun: true })
    expect(dry.succeeded).toBeGreaterThan(0)
    const { body: would } = await admin.get(`${RUNS}/${dry.guid}/items?pageSize=200`)
    expect(would.totalCount).toBe(dry.succeeded)
    for (const { entityId, ...item } of would.items)
      expect(item).toEqual({
        ...{ outcome: 'Succeeded', code: null, message: null },
        result: { contractId: entityId, result: 'Posted' },
      })
    expect(would.items.map(({ entityId }: { entityId: number }) => entityId)).toEqual(
      expect.arrayContaining([...ids]),
    )
  })

  test('waits, can be stopped, and takes no other report', async () => {
    const { body } = await open('AutoExpire', { execute: true })
    const path = `${RUNS}/${body.guid}`
    expectProblem(await admin.patch(path, { candidates: 3 }), 'RunOfService')
    expectProblem(await admin.patch(path, {}), 'RunOfService')
    // It is never abandoned.
    await at('2029-03-16T18:00:00Z')
    expect(expectProblem(await open('AutoExpire'), 'RunAlreadyActive')).toMatchObject({ guid: body.guid })
    expect((await abort(body.guid)).body.status).toBe('Aborted')
    expect(await runs.workAll()).toBe(0)
    expect((await staff.get(`/contracts/${ids[0]}`)).body.status).toBe('Active')
  })

  test('does the steps, and tells which were refused', async () => {
    const [first = 0, second = 0, third = 0] = ids
    await admin.post(`/contracts/${second}/lock`, {})
    const done = await execute('AutoExpire', { parameters: { asOfDate: '2029-03-16' } })
    expect(done).toMatchObject({ candidates: 3, succeeded: 2, failed: 1, status: 'CompletedWithErrors' })
    expect(done.errors).toMatchObject([{ entityId: second, code: 'Locked' }])
    expect((await admin.get(`${RUNS}/${done.guid}/items`)).body.items).toMatchObject([
      { entityId: second, outcome: 'Failed', code: 'Locked' },
    ])
    for (const [id, status] of [
      [first, 'Expired'],
      [second, 'Active'],
      [third, 'Expired'],
    ])
      expect((await staff.get(`/contracts/${id}`)).body.status).toBe(status)
    const { body: history } = await admin.get(`/contracts/${first}/history`)
    expect((history.items ?? history)[0]).toMatchObject({
      ...{ by: 'automatic process', operation: 'AutoExpire' },
      changes: [{ pointer: '/status', before: 'Active', after: 'Expired' }],
    })
    expect(await events(done.guid)).toEqual(['run.started Running', 'run.completed CompletedWithErrors'])
    await admin.delete(`/contracts/${second}/lock`)
    expect(await execute('AutoExpire')).toMatchObject({ candidates: 1, succeeded: 1, status: 'Completed' })
  })

  test('tells who was skipped, and hides what went wrong inside', async () => {
    const { body } = await open('AutoVoid', { execute: true })
    const secret = () => Promise.reject(new Error('secret'))
    await workAs(body.guid, ({ step, ...rest }) => ({
      ...rest,
      candidates: () => Promise.resolve([...ids.slice(0, 2), pending]),
      step: (tx, acting, _, id) =>
        id === ids[1] ? secret() : step(tx, acting, { asOfDate: '2024-03-15' }, id),
    }))
    const done = await read(body.guid)
    expect(done).toMatchObject({
      candidates: 3,
      succeeded: 0,
      skipped: 2,
      failed: 1,
      status: 'CompletedWithErrors',
    })
    const { items } = (await admin.get(`${RUNS}/${done.guid}/items?outcome=Skipped`)).body
    expect(items).toMatchObject([
      {
        entityId: ids[0],
        code: 'NotEligible',
        result: { reasons: [{ code: 'NotPending' }, { code: 'TooYoung' }] },
      },
      { entityId: pending, code: 'NotEligible', result: { reasons: [{ code: 'TooYoung' }] } },
    ])
    expect(done.errors).toEqual([
      { entityId: ids[1], code: 'InternalError', message: 'The service failed. The log has the details.' },
    ])
  })

  test('fails with the reason when it cannot go on', async () => {
    const { body } = await open('AutoVoid', { execute: true })
    const candidates = () => Promise.reject(Object.assign(new Error('late'), { code: '57014' }))
    await workAs(body.guid, (process) => ({ ...process, candidates }))
    expect(await read(body.guid)).toMatchObject({
      ...{ status: 'Failed', candidates: 0, finishedAt: expect.any(String) },
      errors: [
        { entityId: null, code: 'NotReady', message: expect.stringContaining('did not answer in time') },
      ],
    })
    expect(await events(body.guid)).toEqual(['run.started Running', 'run.completed Failed'])
  })

  test('voids what was abandoned, and posts earnings through the last month', async () => {
    expect(await execute('AutoVoid')).toMatchObject({ candidates: 1, succeeded: 1, status: 'Completed' })
    expect((await staff.get(`/contracts/${pending}`)).body.status).toBe('Voided')
    expect(await execute('EarningsUpdate')).toMatchObject({
      ...{ status: 'Completed', parameters: { asOfDate: '2029-02-28' } },
    })
  })
})
