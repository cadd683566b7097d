import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import { copyContracts } from '../support/builders/contract-copies.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { startService } from '../support/service/app.ts'
import { addressOf } from '../support/service/run-command.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { type Home, launchService, openHome, until } from '../support/service/service-process.ts'
import { isSoak } from '../support/service/trials.ts'

// Two services on one database: one is killed in the middle of a run, and the other one finishes it. In the soak both are
// processes, and the lease of the dead one runs out by itself, after half a minute.
const COPIES = isSoak ? 10_000 : 400
const MINUTE = 60_000

let home: Home
beforeAll(() => {
  home = openHome()
})
afterAll(() => home.remove())

test(
  'a killed service is replaced within a minute, and nothing is done twice',
  async () => {
    // Its own jobs are not started yet, so it only opens the run and watches it.
    const service = await startService()
    const { db } = await sandboxOf(service)
    const admin = service.api.as('sandbox-admin')
    await withoutContracts(service)
    await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
    const { id } = await sellAndFinalize(admin)
    await admin.put('/sandbox/clock', { now: '2024-04-20T15:00:00Z' })
    await admin.patch(`/contracts/${id}`, { odometerReading: { value: 870_010 } })
    await copyContracts(db, [id], COPIES)
    const environment = { DATABASE_URL: addressOf(service.location), BULWARK_KEYS: inject('keysFile') }
    const first = await launchService(home.newFolder(), { environment })
    const second = isSoak ? await launchService(home.newFolder(), { environment }) : undefined
    await Promise.all([first.ready(), second?.ready()])
    // The first one gets the run.
    second?.signal('SIGSTOP')
    const { body } = await admin.post('/automatic-process-runs', { processType: 'AutoExpire', execute: true })
    const read = async () => (await admin.get(`/automatic-process-runs/${body.guid}`)).body
    await until('the run has begun', async () => (await read()).succeeded >= 20)
    first.signal('SIGKILL')
    const killed = performance.now()
    if (second) second.signal('SIGCONT')
    else service.app.jobs.start()
    const left = await read()
    expect(left).toMatchObject({ status: 'Running', failed: 0, skipped: 0 })
    if (!isSoak)
      await run(db, `update automatic_process_run set leased_until = now() where status = 'Running'`, [])
    while ((await read()).status === 'Running') {
      expect(performance.now() - killed, JSON.stringify(await read())).toBeLessThan(10 * MINUTE)
      if ((await read()).succeeded === left.succeeded) expect(performance.now() - killed).toBeLessThan(MINUTE)
    }
    expect(await read()).toMatchObject({ status: 'Completed', candidates: COPIES + 1, succeeded: COPIES + 1 })
    const counts = await run(
      db,
      `select (select count(*) from contract where status = 'Expired' and updated_by = 'automatic process') as expired,
         (select count(*) from event where type = 'contract.expired') as events,
         (select count(*) from audit_record where operation = 'AutoExpire' and subject like 'contracts/%') as records,
         (select count(*) from contract_event where kind = 'Expire') as happened`,
      [],
    )
    const all = COPIES + 1
    expect(counts).toEqual([{ expired: all, events: all, records: all, happened: all }])
    await (second ? second.stop() : service.app.jobs.stop())
    await service.app.server.close()
  },
  15 * MINUTE,
)
