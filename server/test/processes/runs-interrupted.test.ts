import { expect, test } from 'vitest'
import { type Db, run } from '../../src/db/database.ts'
import type { Process, StepProcess } from '../../src/processes/process.ts'
import type { RunParts } from '../../src/processes/runs/services.ts'
import { workOnRun } from '../../src/processes/runs/work-on-run.ts'
import { copyContracts, withoutSignatures } from '../support/builders/contract-copies.ts'
import { sellAndFinalize, sellR1 } from '../support/builders/contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { Chance } from '../support/hostile/chance.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { isSoak, trialSeed } from '../support/service/trials.ts'

// A process that is interrupted at random and resumed does exactly what one clean run does. The soak has 10,000 contracts and
// 50 interruptions, `npm test` a few.
const COPIES = isSoak ? 5_000 : 40
const INTERRUPTIONS = isSoak ? 50 : 6
const seed = trialSeed('interrupted runs', 'BULWARK_INTERRUPTED_SEED')
const timeout = 3_600_000

const service = await testService()
const { db, tenant } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
const { services } = service.app

/** A contract with too many miles and one that was never paid for, many times; some are locked by a user. The ids are always the same. */
async function prepare(): Promise<void> {
  await testService()
  await withoutContracts(service)
  await withoutSignatures(db)
  await admin.put('/sandbox/clock', { now: '2024-03-15T15:00:00Z' })
  const active = await sellAndFinalize(admin)
  const pending = (await sellR1(admin)).body
  await admin.put('/sandbox/clock', { now: '2024-04-20T15:00:00Z' })
  await admin.patch(`/contracts/${active.id}`, { odometerReading: { value: 870_010 } })
  await copyContracts(db, [active.id, pending.id], COPIES)
  await admin.put('/sandbox/clock', { now: '2024-06-20T15:00:00Z' })
  await run(
    db,
    `insert into contract_lock (contract_id, holder_key, holder_id, holder_name, token, locked_at, expires_at)
     select id, 'User:1', 1, 'ann', gen_random_uuid(), '2024-06-20T14:55:00Z', '2024-06-20T15:10:00Z'
     from contract where id % 17000 in (1, 2)`,
    [],
  )
}

const open = async (processType: string): Promise<string> => {
  const { body, status, text } = await admin.post('/automatic-process-runs', { processType, execute: true })
  if (status !== 201) throw new Error(text)
  return body.guid
}

/** All that a run leaves behind, without what is numbered in the order of time. */
const traces: Readonly<Record<string, string>> = {
  contracts: `select id, status, status_reason, updated_by, row_version from contract order by id`,
  lines: `select contract_id, code, earned_to_date, refunded from contract_line`,
  earnings: `select contract_id, code, earned_date, accounting_date, amount from earning`,
  happened: `select contract_id, kind, event_date from contract_event`,
  ledger: `select contract_id, line_id, ledger_type, status, amount, effective_date from ledger`,
  journal: `select contract_id, entry_type, debit_account, credit_account, amount, accounting_date
    from journal`,
  events: `select subject, sequence, type, data from event
    where type in ('contract.expired', 'contract.voided')`,
  audit: `select subject, operation, actor_name, changes::text from audit_record where actor_kind = 'Process'
    and subject like 'contracts/%'`,
  runs: `select process_type, status, candidates, succeeded, skipped, failed, errors, resume_after
    from automatic_process_run`,
  items: `select r.process_type, i.entity_id, i.outcome, i.code from automatic_process_run_item i
    join automatic_process_run r on r.guid = i.run_guid`,
}

async function tracesIn(database: Db): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const [name, text] of Object.entries(traces))
    found[name] = (await run<object>(database, text, [])).map((row) => JSON.stringify(row)).sort()
  return found
}

const parts = (processes: readonly Process[]): RunParts => ({ ...services, processes })
const stepsOf = (type: string): StepProcess => {
  const found = services.runs.processes.find((process) => process.type === type)
  if (found?.kind !== 'steps') throw new Error(`${type} has no steps.`)
  return found
}

/** The process ended before it could give back its lease. The next one waits until it has run out. */
const leaveLease = (guid: string) =>
  run(db, `update automatic_process_run set leased_by = 'dead', leased_until = now() where guid = $1`, [guid])

const kinds = ['stop', 'throw', 'disconnect', 'after commit', 'taken over'] as const

/** Works on a run and is interrupted after so many steps. */
async function interrupted(guid: string, type: string, kind: (typeof kinds)[number], after: number) {
  const original = stepsOf(type)
  let begun = 0
  let committed = 0
  const step: StepProcess['step'] = async (tx, acting, parameters, id) => {
    begun += 1
    const result = await original.step(tx, acting, parameters, id)
    if (begun > after && kind === 'throw') throw Object.assign(new Error('killed'), { code: '57P01' })
    if (begun > after && kind === 'disconnect')
      await run(tx, 'select pg_terminate_backend(pg_backend_pid())', [])
    return result
  }
  let other: Promise<unknown> = Promise.resolve()
  const working = workOnRun(parts([{ ...original, step }]), tenant, guid, {
    shouldStop: () => kind === 'stop' && committed >= after,
    onProgress() {
      committed += 1
      if (kind === 'after commit' && committed >= after)
        throw Object.assign(new Error('killed'), { code: '57P01' })
      if (kind !== 'taken over' || committed !== after) return
      // It is thought dead, but is not, and goes on until it notices.
      other = leaveLease(guid).then(() => {
        let more = 0
        return workOnRun(parts([original]), tenant, guid, {
          shouldStop: () => more >= 3,
          onProgress() {
            more += 1
          },
        })
      })
    },
  })
  const ended = await working.catch((error: { code?: string }) => {
    if (error.code !== '57P01' && !/terminated/.test(String(error))) throw error
    return 'Killed'
  })
  await other
  if (ended === 'Killed') await leaveLease(guid)
}

test(
  'a run that is interrupted again and again leaves what one clean run leaves',
  async () => {
    const types = ['AutoExpire', 'AutoVoid']
    await prepare()
    for (const type of types) {
      await open(type)
      await services.runs.workAll()
    }
    const clean = await tracesIn(db)
    expect(clean.runs?.map((row) => JSON.parse(row))).toMatchObject(
      types.map((process_type) => ({ process_type, candidates: COPIES + 1, status: 'CompletedWithErrors' })),
    )
    expect(clean.events).toHaveLength(2 * (COPIES + 1) - (clean.items?.length ?? 0))

    await prepare()
    const chance = new Chance(seed)
    for (const type of types) {
      const guid = await open(type)
      for (let done = 0; done < INTERRUPTIONS; done += 1) {
        const steps = chance.between(1, Math.ceil((2 * COPIES) / INTERRUPTIONS))
        await interrupted(guid, type, chance.of(kinds), steps)
      }
      await leaveLease(guid)
      await services.runs.workAll()
    }
    const resumed = await tracesIn(db)
    for (const name of Object.keys(traces)) expect(resumed[name], name).toEqual(clean[name])
  },
  timeout,
)
