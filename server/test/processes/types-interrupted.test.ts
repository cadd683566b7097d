import { expect, test } from 'vitest'
import { run } from '../../src/db/database.ts'
import type { StepProcess } from '../../src/processes/process.ts'
import { workOnRun } from '../../src/processes/runs/work-on-run.ts'
import { faultsIn } from '../support/builders/contract-books.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { Chance } from '../support/hostile/chance.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { isSoak, trialSeed } from '../support/service/trials.ts'

// Processes that move money or tell people something do each thing once, however often they are interrupted: what is left
// behind is what one clean run leaves.

const INTERRUPTIONS = isSoak ? 50 : 2
const seed = trialSeed('interrupted types', 'BULWARK_TYPES_SEED')
const service = await testService()
const { db, tenant } = await sandboxOf(service)
const admin = service.api.as('sandbox-admin')
const { services } = service.app

// biome-ignore lint/suspicious/noExplicitAny: a row of a table.
type Any = any

/** Pay and receive comes before the expiry, so that some account holders have money on its way. */
const types = ['AutoCancelGap', 'LedgerPayReceive', 'Statements', 'AccountHolderAutoExpire'] as const

/** The sandbox, with contracts that count as GAP on one vehicle, and account holders that take part in everything. */
async function prepare(): Promise<void> {
  await testService()
  await setClock(service, '2026-11-02T15:00:00Z')
  await run(
    db,
    `update contract set vin = '1FTFW1E50PFB00001', product_type_code = 'GAP'
     where status = 'Active' and product_type_code not in ('VSC', 'PPM')`,
    [],
  )
  await run(db, 'update account_holder set auto_pay_receive = true', [])
  await run(
    db,
    `update account_holder set statement_cycle = 'Monthly' where type in ('Dealer', 'Agent', 'LienHolder')`,
    [],
  )
  await run(
    db,
    `update account_holder set expiration_date = '2026-10-31' where status = 'Active'
     and (type in ('Agent', 'Dealer') or id % 10 = 0)`,
    [],
  )
}

/** All that the runs leave behind, without ids: a step that is rolled back may have used some up. */
const traces: Readonly<Record<string, string>> = {
  contracts: 'select id, status, status_reason, cancel_date, row_version from contract order by id',
  cancels: 'select contract_id, cancel_date, requested_by, calculation from cancel order by 1, 2',
  refunds:
    'select contract_id, payee_id, payee_name, amount, refund_due_date from cancel_payment order by 1, 2, 4',
  ledger: `select account_holder_id, contract_id, disbursement_code, ledger_type, status, amount, open_amount, due_date
    from ledger order by 1, 2, 3, 4, 5, 6, 7, 8`,
  journal: `select contract_id, entry_type, debit_account, credit_account, amount, accounting_date
    from journal order by 1, 2, 3, 4, 5, 6`,
  batches: `select account_holder_id, direction, total_receive, total_pay, memo, status
    from in_process_cash_transaction order by 1, 2, 3, 4`,
  batched: `select l.account_holder_id, l.contract_id, l.disbursement_code, i.amount
    from in_process_item i join ledger l on l.id = i.ledger_id order by 1, 2, 3, 4`,
  statements: `select account_holder_id, from_date, to_date, opening_balance, cash, created_by
    from statement_request order by 1, 2, 3`,
  holders: 'select id, status, row_version from account_holder order by id',
  events: `select subject, sequence, type from event where subject !~ '^(inprocess|statementrequests|automatic)' order by 1, 2`,
  runs: `select process_type, status, candidates, succeeded, skipped, failed, errors, resume_after
    from automatic_process_run order by started_at, process_type`,
  items: `select r.process_type, i.entity_id, i.outcome, i.code from automatic_process_run_item i
    join automatic_process_run r on r.guid = i.run_guid order by 1, 2`,
}

async function tracesLeft(): Promise<Record<string, Any[]>> {
  const found: Record<string, Any[]> = {}
  for (const [name, text] of Object.entries(traces)) found[name] = await run(db, text, [])
  return found
}

async function open(processType: string): Promise<string> {
  const { body, status, text } = await admin.post('/automatic-process-runs', { processType, execute: true })
  if (status !== 201) throw new Error(text)
  return body.guid
}

const killed = () => Object.assign(new Error('killed'), { code: '57P01' })
const kinds = ['stop', 'in a step', 'after a commit'] as const

/** Works on a run until it is interrupted. A killed worker leaves its lease behind. */
async function interrupted(guid: string, type: string, kind: (typeof kinds)[number], after: number) {
  const original = services.runs.processes.find((process) => process.type === type)
  if (original?.kind !== 'steps') throw new Error(`${type} has no steps.`)
  let [begun, committed] = [0, 0]
  const step: StepProcess['step'] = async (...call) => {
    begun += 1
    const result = await original.step(...call)
    if (kind === 'in a step' && begun > after) throw killed()
    return result
  }
  const working = workOnRun({ ...services, processes: [{ ...original, step }] }, tenant, guid, {
    shouldStop: () => kind === 'stop' && committed >= after,
    onProgress() {
      committed += 1
      if (kind === 'after a commit' && committed >= after) throw killed()
    },
  })
  await working.catch((error: { code?: string }) => {
    if (error.code !== '57P01') throw error
  })
  await run(db, `update automatic_process_run set leased_by = 'dead', leased_until = now() where guid = $1`, [
    guid,
  ])
}

test('processes that are interrupted again and again leave what one clean run leaves', async () => {
  await prepare()
  for (const type of types) {
    await open(type)
    await services.runs.workAll()
  }
  const clean = await tracesLeft()
  const done = (clean.runs as { process_type: string; succeeded: number }[]).filter(
    ({ succeeded }) => succeeded > 4,
  )
  expect(
    done.map(({ process_type }) => process_type).sort(),
    JSON.stringify(clean.runs?.map(({ errors: _, ...one }: Any) => one)),
  ).toEqual([...types].sort())
  expect(await faultsIn(db)).toEqual([])

  await prepare()
  const chance = new Chance(seed)
  for (const type of types) {
    const guid = await open(type)
    for (let done = 0; done < INTERRUPTIONS; done += 1)
      await interrupted(guid, type, chance.of(kinds), chance.between(1, 6))
    await services.runs.workAll()
  }
  const resumed = await tracesLeft()
  for (const name of Object.keys(traces)) expect(resumed[name], name).toEqual(clean[name])
}, 3_600_000)
