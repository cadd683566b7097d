import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { copyContracts } from '../support/builders/contract-copies.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { testService } from '../support/service/app.ts'
import { runCommand } from '../support/service/run-command.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const { db } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
let folder = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bulwark-run-'))
  await withoutContracts(service)
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  const { id } = await sellAndFinalize(admin)
  await admin.put('/sandbox/clock', { now: '2024-04-20T15:00:00Z' })
  await admin.patch(`/contracts/${id}`, { odometerReading: { value: 870_010 } })
  await copyContracts(db, [id], 9)
  return () => rmSync(folder, { recursive: true, force: true })
})

const command = (...args: string[]) => runCommand(service, folder, ['run', ...args])
const expire = (...args: string[]) => command('AutoExpire', '--tenant', 'ADM1', ...args)
const statuses = async () =>
  run(db, 'select status, count(*)::int as count from contract group by 1 order by 1', [])

describe('run', () => {
  test('names what it can run, and checks what it is given', async () => {
    expect(await command('Nothing', '--tenant', 'ADM1')).toMatchObject({
      code: 2,
      out: expect.stringContaining('There is no process "Nothing". There are: AutoExpire'),
    })
    expect((await command('AutoExpire')).out).toContain('run needs a process type')
    const wrong = await expire('--as-of', 'soon')
    expect([wrong.code, wrong.out]).toEqual([1, expect.stringContaining('asOfDate: This must be a date')])
  })

  test('tries out, then does it, and says how it went', async () => {
    const dry = await expire('--dry-run')
    expect([dry.code, dry.out]).toEqual([
      0,
      'AutoExpire (dry run) is Completed: 10 done, 0 skipped, 0 failed, of 10 candidates.\n',
    ])
    expect(await statuses()).toEqual([{ status: 'Active', count: 10 }])
    const nothing = await expire('--resume')
    expect([nothing.code, nothing.out]).toEqual([1, expect.stringContaining('There is no stopped run')])
  })

  test('a run that an operator has stopped waits for --resume', async () => {
    const { body } = await admin.post('/automatic-process-runs', { processType: 'AutoExpire', execute: true })
    expect((await expire()).out).toContain('Another run is active')
    await run(db, 'update automatic_process_run set leased_until = null where guid = $1', [body.guid])
    expect(await service.app.services.runs.workAll()).toBe(0)
    expect((await expire('--resume', '--as-of', '2024-01-01')).out).toContain('a different --as-of date')
    const done = await expire('--resume')
    expect([done.code, done.out]).toEqual([0, expect.stringContaining('10 done, 0 skipped, 0 failed')])
    expect(await statuses()).toEqual([{ status: 'Expired', count: 10 }])
    expect((await admin.get(`/automatic-process-runs/${body.guid}`)).body.status).toBe('Completed')
  })
})
