import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { postChunk } from '../../src/contracts/earnings/bulk.ts'
import { type RunOptions, runEarnings } from '../../src/contracts/earnings/run.ts'
import { run } from '../../src/db/database.ts'
import { inTransaction } from '../../src/db/transaction.ts'
import { addDays } from '../../src/domain/dates.ts'
import { accountText, earned, unearned } from '../../src/domain/ledger/journal.ts'
import type { Caller } from '../../src/http/caller.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { Chance } from '../support/hostile/chance.ts'
import { type DrawnContract, drawContracts } from '../support/oracle/earnings/plain-earnings.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { trialSeed, trials } from '../support/service/trials.ts'

// Contracts as they fall, posted in bulk and by the pure function. `npm test` draws a tenth of them.
const CONTRACTS = trials(2_500)
const seed = trialSeed('bulk earnings', 'BULWARK_BULK_EARNINGS_SEED')
const timeout = 3_600_000

const service = await testService()
const db = (await sandboxOf(service)).db
let chance: Chance
beforeEach(async () => {
  chance = new Chance(seed)
  await withoutContracts(service)
  await run(db, 'truncate accounting_period, automatic_process_run cascade', [])
})

const caller = { name: 'test', key: 'test', scopes: [] } as unknown as Caller
const acting = () => ({ caller, now: new Date(), today: '2099-12-31' })
const runOptions = (asOf: string, options: Partial<RunOptions> = {}): RunOptions => ({
  ...{ asOf, resume: false, acting, close: () => Promise.resolve(), chunk: Math.ceil(CONTRACTS / 7) },
  ...options,
})

const closeMonth = (period: string) =>
  run(db, `insert into accounting_period values ($1, 'Closed', now(), 'test') on conflict do nothing`, [
    period,
  ])

const runOf = async (guid: string) => {
  const text = 'select status, succeeded, resume_after from automatic_process_run where guid = $1'
  return (await run<object>(db, text, [guid]))[0]
}

interface Rows {
  readonly contract_id: number
  readonly row: string
}

/** What the database has of each contract. */
async function rowsOf(text: string): Promise<Map<number, string[]>> {
  const found = new Map<number, string[]>()
  for (const { contract_id, row } of await run<Rows>(db, text, [])) {
    const own = found.get(contract_id)
    if (own) own.push(row)
    else found.set(contract_id, [row])
  }
  return found
}

const EARNINGS = `select contract_id, concat_ws(' ', earned_date, accounting_date, code, amount) as row from earning
  order by contract_id, row`
const JOURNAL = `select contract_id, concat_ws(' ', effective_date, accounting_date, debit_account, credit_account, amount)
  as row from journal where entry_type = 'Earning' order by contract_id, row`
const LINES = `select contract_id, concat_ws(' ', code, earned_to_date) as row from contract_line order by contract_id, code`
/** One entry for each day of a contract. */
const ENTRIES = `select entry_id from journal group by entry_id
  having count(distinct (contract_id, effective_date)) > 1
  union all select min(entry_id) from journal group by contract_id, effective_date, accounting_date
  having count(distinct entry_id) > 1`

type Posted = {
  readonly date: string
  readonly accountingDate: string
  readonly code: string
  readonly amount: number
}

/** Every row is one that the pure function posts, and none is missing. */
async function expectSame(contracts: readonly (DrawnContract & { posted: readonly Posted[] })[]) {
  const [earnings, journal, lines] = [await rowsOf(EARNINGS), await rowsOf(JOURNAL), await rowsOf(LINES)]
  for (const { id, book, posted } of contracts) {
    const sums = book.by('2999-12-31')
    const found = [...(earnings.get(id) ?? []), ...(journal.get(id) ?? []), ...(lines.get(id) ?? [])]
    const wanted = [
      ...posted.map((one) => `${one.date} ${one.accountingDate} ${one.code} ${one.amount}`),
      ...posted.filter(({ code }) => code === 'RESERVE' || code === 'ADMIN').map(bookedAs),
      ...codes.map((code) => `${code} ${sums.get(code) ?? 0}`),
    ]
    // Asking `expect` of each would take longer than all the rest.
    if (found.sort().join() !== wanted.sort().join()) expect(found, `contract ${id}`).toEqual(wanted)
  }
  expect(await run(db, ENTRIES, [])).toEqual([])
}

const codes = ['RESERVE', 'ADMIN', 'CLIP', 'AGENT', 'MARKUP']

function bookedAs({ date, accountingDate, code, amount }: Posted): string {
  const accounts = [accountText(unearned(code)), accountText(earned(code))]
  const [debit, credit] = amount > 0 ? accounts : accounts.toReversed()
  return `${date} ${accountingDate} ${debit} ${credit} ${Math.abs(amount)}`
}

/** The pure function beside it. */
const withPosted = (drawn: readonly DrawnContract[]) =>
  drawn.map((one) => ({ ...one, posted: [] as Posted[] }))

function postPurely({ book, posted }: DrawnContract & { posted: Posted[] }, asOf: string): void {
  for (const { code, amount, dates } of book.run(asOf))
    posted.push({ code, amount, date: dates.effectiveDate, accountingDate: dates.accountingDate })
}

test('a run posts the same rows as the pure function for every method, date and closed month', {
  timeout,
}, async () => {
  const drawn = withPosted(await drawContracts(db, chance, CONTRACTS, 25))
  let asOf = addDays('2023-06-01', chance.below(200))
  for (let turn = 0; turn < 4; turn += 1) {
    // All up to one day, a second time, and each up to a day of its own, some of them days that are covered.
    const outcome = await runEarnings(db, runOptions(asOf))
    expect(outcome).toMatchObject({ run: { status: 'Completed', failed: 0 } })
    for (const one of drawn) postPurely(one, asOf)
    await runEarnings(db, runOptions(asOf))
    await expectSame(drawn)
    const days = drawn.map(({ id }) => ({ id, asOf: addDays(asOf, chance.between(-200, 60)) }))
    const chunk = await inTransaction(db, (tx) => postChunk(tx, acting(), days))
    expect(chunk).toMatchObject({ notInForce: [], locked: [] })
    for (const [at, one] of drawn.entries()) postPurely(one, days[at]?.asOf ?? '')
    await expectSame(drawn)
    asOf = addDays(asOf, chance.between(20, 700))
    if (chance.is(60)) {
      const month = addDays(asOf, -chance.between(30, 90)).slice(0, 7)
      await closeMonth(month)
      for (const { book } of drawn) if ((book.closedThrough ?? '') < month) book.closedThrough = month
    }
  }
})

describe('a run', { timeout }, () => {
  const asOf = '2027-06-17'

  test('resumes after the last chunk when it was stopped or killed, and posts nothing twice', async () => {
    const drawn = withPosted(await drawContracts(db, chance, CONTRACTS, 25))
    for (const one of drawn) postPurely(one, asOf)
    let chunks = 0
    const stopped = await runEarnings(
      db,
      runOptions(asOf, { onProgress: () => (chunks += 1), shouldStop: () => chunks === 2 }),
    )
    if ('refused' in stopped) throw new Error(stopped.refused)
    expect(stopped.run).toMatchObject({ status: 'Running', succeeded: chunks * Math.ceil(CONTRACTS / 7) })
    expect(await runOf(stopped.run.guid)).toMatchObject({ resume_after: stopped.run.resumeAfter })

    // No new run can begin while this one may be active, and it cannot be resumed with another date.
    const refused = async (asOf: string, resume: boolean) => runEarnings(db, runOptions(asOf, { resume }))
    expect(await refused(asOf, false)).toMatchObject({ refused: 'RunAlreadyActive' })
    expect(await refused('2027-06-18', true)).toMatchObject({ refused: 'OtherDate' })

    // Killed in the middle of a chunk: `acting` is called inside its transaction.
    let calls = 0
    const dying = () => {
      calls += 1
      if (calls === 3) throw new Error('killed')
      return acting()
    }
    await expect(runEarnings(db, runOptions(asOf, { resume: true, acting: dying }))).rejects.toThrow('killed')
    const done = await runEarnings(db, runOptions(asOf, { resume: true }))
    const { guid } = stopped.run
    expect(done).toMatchObject({ run: { guid, status: 'Completed', failed: 0 } })
    await expectSame(drawn)
    expect(await refused(asOf, true)).toMatchObject({ refused: 'NothingToResume' })
  })

  test('ends after half an hour without progress, and a new run can start', async () => {
    await drawContracts(db, chance, 3, 0)
    const stopped = await runEarnings(db, runOptions(asOf, { shouldStop: () => true }))
    if ('refused' in stopped) throw new Error(stopped.refused)
    const later = () => ({ ...acting(), now: new Date(Date.now() + 31 * 60_000) })
    const next = await runEarnings(db, runOptions(asOf, { acting: later }))
    expect(next).toMatchObject({ run: { status: 'Completed', candidates: 3, succeeded: 3 } })
    expect(await runOf(stopped.run.guid)).toMatchObject({ status: 'Aborted', succeeded: 0 })
  })

  test('skips locked contracts, retries them at the end, and reports those still locked', async () => {
    const drawn = withPosted(await drawContracts(db, chance, 20, 25))
    const [first, second, third] = drawn
    if (!first || !second || !third) throw new Error('None were drawn.')
    const others = new pg.Client(service.location)
    await others.connect()
    try {
      await others.query('begin')
      await others.query('select from tenant_adm1.contract where id = any($1) for update', [
        [first.id, second.id],
      ])
      await run(
        db,
        `insert into contract_lock values ($1, 'User:7', 7, 'Ann', 'token', now(), now() + interval '5 minutes')`,
        [third.id],
      )
      let chunks = 0
      const stop = { onProgress: () => (chunks += 1), shouldStop: () => chunks === 1, chunk: 5 }
      expect(await runEarnings(db, runOptions(asOf, stop))).toMatchObject({
        run: { status: 'Running', candidates: 5, succeeded: 2, errors: [{ code: 'Locked' }, {}, {}] },
      })
      for (const one of drawn) if (one !== third) postPurely(one, asOf)
      await others.query('rollback')
      expect(await runEarnings(db, runOptions(asOf, { resume: true }))).toMatchObject({
        run: {
          ...{ status: 'CompletedWithErrors', candidates: 20, succeeded: 19, failed: 1 },
          errors: [{ entityId: third.id, code: 'Locked' }],
        },
      })
      await expectSame(drawn)
    } finally {
      await others.end()
    }
  })

  test('skips contracts that are not in force or are fully earned', async () => {
    const [one, two] = await drawContracts(db, chance, 3, 0)
    await run(
      db,
      `update contract set status = 'Pending', finalize_date = null, finalized_at = null where id = $1`,
      [one?.id],
    )
    await run(db, `update contract set finalize_date = $2 where id = $1`, [two?.id, addDays(asOf, 1)])
    const first = await runEarnings(db, runOptions(asOf))
    expect(first).toMatchObject({ run: { candidates: 1, succeeded: 1 } })
    await runEarnings(db, runOptions('2040-01-31'))
    const last = await runEarnings(db, runOptions('2040-02-29'))
    expect(last).toMatchObject({ run: { status: 'Completed', candidates: 0 } })
  })
})
