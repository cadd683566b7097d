import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { type TestService, testService } from '../support/service/app.ts'
import { runCommand } from '../support/service/run-command.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

let service: TestService
let folder = ''
beforeAll(async () => {
  service = await testService()
  folder = mkdtempSync(join(tmpdir(), 'bulwark-earnings-'))
  return () => rmSync(folder, { recursive: true, force: true })
})

const update = (...args: string[]) => runCommand(service, folder, ['earnings', 'update', ...args])
const asOf = (day: string, ...args: string[]) => update('--tenant', 'ADM1', '--as-of', day, ...args)

async function query<Row>(text: string): Promise<Row[]> {
  return run<Row>((await sandboxOf(service)).db, text, [])
}

describe('earnings update', () => {
  test('posts all contracts, prints its progress, and stores a run with its audit records', async () => {
    const { code, out } = await asOf('2026-06-30')
    expect([code, out]).toEqual([0, expect.stringMatching(/contracts posted, up to contract \d+ of \d+\n/)])
    expect(out).toMatch(/Earnings are posted through 2026-06-30: (\d+) of \1 contracts\.\n$/)
    const [row] = await query<{ guid: string; candidates: number }>(
      `select guid, status, candidates, succeeded, started_by from automatic_process_run`,
    )
    expect(row).toMatchObject({ status: 'Completed', started_by: 'command line', succeeded: row?.candidates })
    expect(row?.candidates).toBeGreaterThan(10)
    const subject = `automatic-process-runs/${row?.guid}`
    expect(
      await query(`select subject, type from event where subject like 'automatic%' order by sequence`),
    ).toEqual([
      { subject, type: 'run.started' },
      { subject, type: 'run.completed' },
    ])
    expect(
      await query(`select subject, actor_name as by from audit_record where operation = 'earnings update'`),
    ).toEqual([
      { subject, by: 'command line' },
      { subject, by: 'command line' },
    ])
    const posted = `select count(*)::int as rows, max(earned_date) as last from earning`
    const before = await query<{ last: string }>(posted)
    expect(before).toMatchObject([{ last: '2026-06-30' }])
    expect((await asOf('2026-06-30')).code).toBe(0)
    expect(await query(posted)).toEqual(before)
  })

  test('uses the clock of the sandbox', async () => {
    await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2024-05-15T15:00:00Z' })
    const ahead = await asOf('2024-05-16')
    expect([ahead.code, ahead.out]).toEqual([1, expect.stringContaining('later than today, 2024-05-15')])
    expect((await asOf('2024-05-15')).code).toBe(0)
    await service.api.as('sandbox-admin').put('/sandbox/clock', { now: '2028-06-15T15:00:00Z' })
    expect((await asOf('2028-05-31')).code).toBe(0)
    await service.api.as('sandbox-admin').put('/sandbox/clock', { now: null })
  })

  test.each<[string[], number, string]>([
    [['--as-of', '2026-06-30'], 2, 'earnings update needs --tenant and --as-of.'],
    [['--tenant', 'ADM1', '--as-of', '2026-06-31'], 2, '--as-of must be a date, such as 2026-10-31.'],
    [['--tenant', 'ADM1', '--as-of', '2999-01-01'], 1, '--as-of cannot be later than today'],
    [['--tenant', 'NONE', '--as-of', '2026-06-30'], 1, 'There is no administrator NONE.'],
    [['--tenant', 'ADM1', '--as-of', '2026-06-30', '--resume'], 1, 'There is no stopped run to resume.'],
  ])('%j is refused', async (args, code, reason) => {
    const ran = await update(...args)
    expect([ran.code, ran.out]).toEqual([code, expect.stringContaining(reason)])
  })

  test('does not start a second run, and resumes the stopped one', async () => {
    await query(`insert into automatic_process_run (guid, process_type, status, parameters, started_at, heartbeat_at,
      started_by) values (gen_random_uuid(), 'EarningsUpdate', 'Running', '{"asOfDate": "2026-07-31"}', now(), now(), 'x')`)
    expect((await asOf('2026-07-31')).out).toContain('Another run is active or was stopped')
    expect((await asOf('2026-08-31', '--resume')).out).toContain('has a different --as-of date')
    const { code, out } = await asOf('2026-07-31', '--resume', '--json')
    expect([code, out]).toEqual([0, expect.stringContaining('"status":"Completed"')])
  })
})
