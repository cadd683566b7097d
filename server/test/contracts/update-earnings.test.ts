import pg from 'pg'
import { beforeEach, describe, expect, test } from 'vitest'
import { sellAndFinalize, sellR1, withKey } from '../support/builders/contracts.ts'
import { holdReasons, limitedTo, setClock } from '../support/builders/held-contracts.ts'
import type { Answer, Caller } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'
import { isSoak } from '../support/service/trials.ts'

const service = await testService()
const staff = () => service.api.as('sandbox-entry')
const books = () => service.api.as('sandbox-accounting')

beforeEach(() => setClock(service, '2024-03-15T15:00:00Z'))

const at = (day: string) => setClock(service, `${day}T15:00:00Z`)
const update = (body: unknown, caller: Caller = books()): Promise<Answer> =>
  caller.post('/contracts/updateEarnings', body)
const sync = (id: number, asOfDate: string) => books().post(`/contracts/${id}/syncEarnings`, { asOfDate })

interface Result {
  readonly contractId: number
  readonly asOfDate: string
  readonly status: string
  readonly code: string | null
  readonly lines: readonly { readonly code: string; readonly earnedAfter: number; readonly delta: number }[]
}

/** Each result in a word: its contract, and what became of it. */
const outcomes = ({ body }: Answer): string[] =>
  body.map(({ contractId, status, code }: Result) => `${contractId} ${code ?? status}`)
const lineIn = (result: Result, code: string) => result.lines.find((line) => line.code === code)

async function query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
  const { db } = await sandboxOf(service)
  return (await db.query(text, values)).rows as Row[]
}
const journalOf = (id: number) =>
  query<object>(
    `select debit_account, credit_account, amount, effective_date, accounting_date from journal
     where contract_id = $1 and entry_type = 'Earning' order by effective_date, debit_account`,
    [id],
  )
/** Inserts copies of the contract $1 in another product, from the number $2 to $3. */
async function copies(): Promise<string> {
  const columns = await query<{ name: string }>(
    `select column_name as name from information_schema.columns
     where table_schema = current_schema() and table_name = 'contract' and is_generated = 'NEVER'`,
  )
  const changed: Readonly<Record<string, string>> = {
    id: '900000000 + n',
    number: "'MANY-' || n::text",
    product_type_code: "'MANY'",
  }
  const names = columns.map(({ name }) => name)
  return `insert into contract (${names.join(', ')})
    select ${names.map((name) => changed[name] ?? `c.${name}`).join(', ')}
    from contract c cross join generate_series($2::int, $3::int) as n where c.id = $1`
}
const lastRun = async () => {
  const [run] = await query<Record<string, unknown>>(
    `select status, parameters, candidates, succeeded, failed, errors, started_by from automatic_process_run
     where process_type = 'EarningsUpdate' order by id desc limit 1`,
  )
  return run
}

describe('posting earnings of many contracts', () => {
  test('posts each up to its date, in the order of the request, like one by one', async () => {
    const [one, two, twin] = [
      await sellAndFinalize(staff()),
      await sellAndFinalize(staff()),
      await sellAndFinalize(staff()),
    ]
    await at('2025-04-15')
    const answer = await update([
      { contractId: two.id, asOfDate: '2025-03-31' },
      { contractId: one.id, asOfDate: '2025-04-10' },
      { contractId: two.id, asOfDate: '2025-04-15' },
    ])
    expect(answer.status, answer.text).toBe(200)
    expect(outcomes(answer)).toEqual([`${two.id} Ok`, `${one.id} Ok`, `${two.id} Ok`])
    const [march, , april] = answer.body
    expect(lineIn(march, 'RESERVE')).toEqual({
      ...{ code: 'RESERVE', earnedBefore: 0, earnedAfter: 221.53, delta: 221.53 },
    })
    expect(lineIn(april, 'RESERVE')).toMatchObject({ earnedBefore: 221.53, earnedAfter: 230.25 })

    // The same result as for the contract alone, and as for the later date alone.
    const { body: alone } = await sync(twin.id, '2025-04-15')
    expect(await journalOf(two.id)).toEqual(
      expect.arrayContaining((await journalOf(twin.id)).slice(0, 20) as object[]),
    )
    expect(april.lines.map(({ code, earnedAfter }: Result['lines'][number]) => [code, earnedAfter])).toEqual(
      alone.lines.map(({ code, earnedAfter }: Result['lines'][number]) => [code, earnedAfter]),
    )
    const { body: contract } = await staff().get(`/contracts/${two.id}`)
    expect(contract.disbursements).toContainEqual(
      expect.objectContaining({ code: 'RESERVE', earnedToDate: 230.25 }),
    )
  })

  test('posts all up to one date, once, whatever happened to some of them', async () => {
    const reasons = await holdReasons(staff())
    const [plain, held] = [await sellAndFinalize(staff()), await sellAndFinalize(staff())]
    await at('2024-06-10')
    await staff().post(`/contracts/${held.id}/holds`, { holdReasonId: reasons.MISSIGN })
    await at('2025-03-31')
    const body = { asOfDate: '2025-03-31', contractIds: [held.id, plain.id] }
    const first = await update(body)
    expect(outcomes(first)).toEqual([`${held.id} Ok`, `${plain.id} Ok`])
    expect(lineIn(first.body[0], 'RESERVE')).toMatchObject({ earnedAfter: 50.58, delta: 0 })
    expect(lineIn(first.body[1], 'RESERVE')).toMatchObject({ earnedAfter: 221.53 })
    expect(await journalOf(plain.id)).toContainEqual({
      ...{ debit_account: 'Unearned:RESERVE', credit_account: 'Earned:RESERVE', amount: 1803 },
      ...{ effective_date: '2025-03-31', accounting_date: '2025-03-31' },
    })
    const again = await update(body)
    expect(
      again.body.flatMap(({ lines }: Result) => lines).filter(({ delta }: { delta: number }) => delta !== 0),
    ).toEqual([])
    // A day that is covered: what was posted by then, and nothing more.
    const covered = await update({ ...body, asOfDate: '2024-12-31' })
    expect(lineIn(covered.body[1], 'RESERVE')).toMatchObject({ earnedAfter: 169.2, delta: 0 })
    const { body: synced } = await sync(plain.id, '2024-12-31')
    expect(covered.body[1].lines).toEqual(synced.lines)
  })

  test('posts the contracts that a filter finds, in the order of their ids', async () => {
    const dealerId = await holderId(service, 'Dealer', 'D1002')
    const sold = [
      await sellAndFinalize(staff(), {}, 'D1002'),
      await sellAndFinalize(staff(), {}, 'D1002'),
    ].map(({ id }) => id)
    const { body: pending } = await sellR1(staff(), {}, 'D1002')
    await at('2024-04-30')
    const asOfDate = '2024-04-30'
    const found = await update({ asOfDate, filter: { dealerId, productTypeCode: 'vsc' } })
    const ids = found.body.map(({ contractId }: Result) => contractId)
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => one - other))
    expect(ids).toEqual(expect.arrayContaining(sold))
    expect(ids).not.toContain(pending.id)
    const waiting = await update({ asOfDate, filter: { dealerId, status: ['Pending'] } })
    expect(outcomes(waiting)).toContain(`${pending.id} InvalidTransition`)
    expect((await update({ asOfDate, filter: { dealerId: 987654 } })).body).toEqual([])
  })

  test('lists the contracts that failed without stopping the others, and is stored as a run', async () => {
    const { id } = await sellAndFinalize(staff())
    const [leased, locked] = [await sellAndFinalize(staff()), await sellAndFinalize(staff())]
    const { body: pending } = await sellR1(staff())
    await staff().post(`/contracts/${leased.id}/lock`)
    await at('2024-03-31')
    await staff().post(`/contracts/${leased.id}/lock`)
    const others = new pg.Client(service.location)
    await others.connect()
    try {
      await others.query('begin')
      await others.query('select from tenant_adm1.contract where id = $1 for update', [locked.id])
      const contractIds = [pending.id, 987654321, locked.id, id, leased.id]
      const answer = await update({ asOfDate: '2024-03-31', contractIds })
      expect(outcomes(answer)).toEqual([
        `${pending.id} InvalidTransition`,
        '987654321 NotFound',
        `${locked.id} Locked`,
        `${id} Ok`,
        `${leased.id} Locked`,
      ])
      expect(answer.body[1]).toEqual({
        ...{ contractId: 987654321, asOfDate: '2024-03-31', status: 'Failed', lines: [], code: 'NotFound' },
        message: 'There is no contract 987654321.',
      })
      expect(await lastRun()).toMatchObject({
        ...{ status: 'CompletedWithErrors', parameters: { asOfDate: '2024-03-31' }, candidates: 5 },
        ...{ succeeded: 1, failed: 4, started_by: 'sandbox-accounting' },
        errors: [{ entityId: pending.id, code: 'InvalidTransition' }, {}, {}, {}],
      })
    } finally {
      await others.end()
    }
  })

  test('goes to the first open month when the month is closed', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2024-06-15')
    await query(`insert into accounting_period values ('2024-04', 'Closed', now(), 'test')`)
    await update({ asOfDate: '2024-05-31', contractIds: [id] })
    await query('delete from accounting_period')
    const months = (await journalOf(id)).map((row) => Object.values(row).slice(3))
    expect(months).toEqual([
      ...[
        ['2024-03-31', '2024-05-01'],
        ['2024-03-31', '2024-05-01'],
        ['2024-04-30', '2024-05-01'],
      ],
      ...[
        ['2024-04-30', '2024-05-01'],
        ['2024-05-31', '2024-05-31'],
        ['2024-05-31', '2024-05-31'],
      ],
    ])
  })
})

describe('the request', () => {
  test('in a dry run shows what it would post, and posts nothing', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2024-03-31')
    const body = { asOfDate: '2024-03-31', contractIds: [id] }
    const before = await journalOf(id)
    const tried = await books().post('/contracts/updateEarnings?dryRun=true', body)
    expect(tried.body.effects.journal).toMatchObject([
      {
        entryType: 'Earning',
        debitAccount: 'Unearned:RESERVE',
        creditAccount: 'Earned:RESERVE',
        amount: 9.3,
      },
      { entryType: 'Earning', debitAccount: 'Unearned:ADMIN', creditAccount: 'Earned:ADMIN', amount: 1.1 },
    ])
    expect(await journalOf(id)).toEqual(before)
    const real = await update(body)
    expect(tried.body.items).toEqual(real.body)
  })

  test('with the same key is done once', async () => {
    const { id } = await sellAndFinalize(staff())
    await at('2024-03-31')
    const body = { asOfDate: '2024-03-31', contractIds: [id] }
    const key = withKey()
    const first = await books().post('/contracts/updateEarnings', body, key)
    const second = await books().post('/contracts/updateEarnings', body, key)
    expect(second.headers.get('idempotency-replayed')).toBe('true')
    expect(second.body).toEqual(first.body)
    expect(lineIn(second.body[0], 'RESERVE')?.delta).toBe(9.3)
  })

  test('of a limited caller covers its own contracts, and hides the parts of dealer cost', async () => {
    const [own, other] = [await sellAndFinalize(staff()), await sellAndFinalize(staff(), {}, 'D1002')]
    await at('2024-03-31')
    const dealer = await limitedTo(service, 'D1001', 'Accounting')
    const body = { asOfDate: '2024-03-31', contractIds: [own.id, other.id] }
    const tried = await dealer.post('/contracts/updateEarnings?dryRun=true', body)
    expect(tried.body.effects).toMatchObject({ ledger: [], journal: [] })
    const answer = await update(body, dealer)
    expect(outcomes(answer)).toEqual([`${own.id} Ok`, `${other.id} NotFound`])
    expect(answer.body[0].lines.map(({ code }: { code: string }) => code)).toEqual(['DEALERCOST', 'MARKUP'])
    expect(lineIn(answer.body[0], 'DEALERCOST')?.delta).toBeCloseTo(9.3 + 1.1 + 0.11 + 0.16, 6)
    const everything = await update({ asOfDate: '2024-03-31', filter: {} }, dealer)
    expect(outcomes(everything)).not.toContain(`${other.id} Ok`)
  })

  test('needs the permission to write earnings', async () => {
    const body = { asOfDate: '2024-03-15', contractIds: [1] }
    const problem = expectProblem(await update(body, staff()), 'Forbidden')
    expect(problem.permission).toBe('earnings:write')
  })

  test('is refused for future dates, with each of them listed', async () => {
    const problem = expectProblem(
      await update([
        { contractId: 1, asOfDate: '2024-03-16' },
        { contractId: 2, asOfDate: '2024-03-15' },
        { contractId: 3, asOfDate: '2099-01-01' },
      ]),
      'AsOfDateOutOfRange',
    )
    expect(problem).toMatchObject({
      latest: '2024-03-15',
      errors: [{ pointer: '/0/asOfDate' }, { pointer: '/2/asOfDate' }],
    })
    expectProblem(await update({ asOfDate: '2024-03-16', filter: {} }), 'AsOfDateOutOfRange')
  })

  test.each<[unknown, string[]]>([
    [[], [' Length']],
    [7, [' Type']],
    [{}, ['/asOfDate Required', '/contractIds Required']],
    [{ asOfDate: '2024-02-30', contractIds: [1, 'x'] }, ['/asOfDate Format', '/contractIds/1 Type']],
    [
      { asOfDate: '2024-03-15', filter: { status: ['Gone'], dealer: 1 } },
      ['/filter/status/0 Enum', '/filter/dealer Unknown'],
    ],
    [
      [{ contractId: 0 }, { contractId: 1, asOfDate: 'x', more: 1 }],
      ['/0/contractId Range', '/0/asOfDate Required', '/1/asOfDate Format', '/1/more Unknown'],
    ],
    [{ asOfDate: '2024-03-15', contractIds: [1], filter: {} }, ['/contractIds Required']],
  ])('of another shape is refused with every fault: %j', async (body, faults) => {
    expect(faultsIn(await update(body))).toEqual(faults)
  })

  test('takes at most 10,000 contracts', async () => {
    const contractIds = Array.from({ length: 10_001 }, (_, at) => at + 1)
    expect(faultsIn(await update({ asOfDate: '2024-03-15', contractIds }))).toEqual(['/contractIds Length'])
  })

  if (isSoak)
    test('finds at most 10,000 contracts', async () => {
      const asOfDate = '2024-03-15'
      const { id } = await sellAndFinalize(staff())
      const insert = await copies()
      for (let from = 0; from <= 10_000; from += 2_000)
        await query(insert, [id, from, Math.min(from + 1_999, 10_000)])
      const filter = { productTypeCode: 'MANY' }
      expect(faultsIn(await update({ asOfDate, filter }))).toEqual(['/filter Range'])
      await query(`update contract set product_type_code = 'FEW' where id = 900000000`)
      const all = await update({ asOfDate, filter })
      expect(all.body).toHaveLength(10_000)
      expect(await lastRun()).toMatchObject({
        status: 'Completed',
        parameters: { asOfDate, filter },
        succeeded: 10_000,
      })
    })
})
