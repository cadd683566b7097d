import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../../src/domain/dates.ts'
import { addUpSeenJournal } from '../../src/ledger/add-up-journal.ts'
import { balancesOnDay } from '../../src/ledger/balances.ts'
import { tellStory } from '../support/builders/books-story.ts'
import { inDatabase } from '../support/builders/database.ts'
import { accountOf } from '../support/builders/ledger-fixtures.ts'
import { testService } from '../support/service/app.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { trials } from '../support/service/trials.ts'

const service = await testService()
const accounting = service.api.as('sandbox-accounting')
const db = async () => (await sandboxOf(service)).db
const throughId = async () =>
  (await inDatabase<{ through_id: number }>(service, 'select through_id from journal_added_up'))[0]
    ?.through_id ?? 0
const lastId = async () =>
  (await inDatabase<{ id: number }>(service, 'select max(id) as id from journal'))[0]?.id ?? 0

beforeAll(() => tellStory(service))

/** The balance from the journal itself. */
async function slowBalance(account: string, day: string): Promise<number> {
  const [row] = await inDatabase<{ balance: number }>(
    service,
    `select coalesce(sum(case when debit_account = $1 then amount else -amount end), 0)::bigint as balance
     from journal where (debit_account = $1 or credit_account = $1) and accounting_date <= $2`,
    [account, day],
  )
  return row?.balance ?? 0
}

async function expectBalances(): Promise<void> {
  const accounts = (
    await inDatabase<{ account: string }>(service, 'select distinct debit_account as account from journal')
  ).map(({ account }) => account)
  const day = fc
    .integer({ min: 0, max: daysBetween('2021-01-01', '2025-12-31') })
    .map((by) => addDays('2021-01-01', by))
  await fc.assert(
    fc.asyncProperty(fc.subarray(accounts, { minLength: 1, maxLength: 3 }), day, async (chosen, asOf) => {
      const balances = await balancesOnDay(await db(), chosen, asOf)
      for (const [at, account] of chosen.entries())
        expect(balances[at]).toBe(await slowBalance(account, asOf))
    }),
    { numRuns: trials(1_000) },
  )
}

describe('the balance of an account on a day', () => {
  test('is that of the journal, before, while and after the journal is added up', async () => {
    await expectBalances()
    await addUpSeenJournal(await db())
    await addUpSeenJournal(await db())
    expect(await throughId()).toBe(await lastId())
    await expectBalances()
    const row = {
      accountHolderId: await accountOf(service, 'AGENT'),
      direction: 'Pay',
      amount: 10,
      reason: 'Late',
    }
    for (const effectiveDate of ['2023-05-05', '2025-10-01'])
      expect((await accounting.post('/ledgers', { ...row, effectiveDate })).status).toBe(201)
    expect(await throughId()).toBeLessThan(await lastId())
    await expectBalances()
    await addUpSeenJournal(await db())
    await addUpSeenJournal(await db())
    expect(await throughId()).toBe(await lastId())
    await expectBalances()
  })

  test('misses nothing that is committed after a later row was added up', async () => {
    const other = await service.databases.platformPool.connect()
    const insert = `insert into tenant_adm1.journal (entry_type, debit_account, credit_account, amount, effective_date,
      accounting_date, created_at, created_by)
      values ('Manual', 'Adjustments', 'OverShort', 123, '2025-10-01', '2025-10-01', now(), 'test')`
    try {
      await other.query('begin')
      await other.query(insert)
      await inDatabase(service, insert)
      const before = await throughId()
      for (let run = 0; run < 3; run += 1) await addUpSeenJournal(await db())
      expect(await throughId()).toBe(before)
      expect(await balancesOnDay(await db(), ['OverShort'], '2025-10-01')).toEqual([-123])
      await other.query('commit')
    } finally {
      other.release(true)
    }
    expect(await balancesOnDay(await db(), ['OverShort'], '2025-10-01')).toEqual([-246])
    for (let run = 0; run < 2; run += 1) await addUpSeenJournal(await db())
    expect(await throughId()).toBe(await lastId())
    expect(await balancesOnDay(await db(), ['OverShort'], '2025-10-01')).toEqual([-246])
  })

  test('adding up at the same time adds once', async () => {
    const row = {
      accountHolderId: await accountOf(service, 'AGENT'),
      direction: 'Pay',
      amount: 10,
      reason: 'Once',
    }
    await accounting.post('/ledgers', row)
    for (let run = 0; run < 3; run += 1) {
      const handle = await db()
      await Promise.all(Array.from({ length: 4 }, () => addUpSeenJournal(handle)))
    }
    expect(await throughId()).toBe(await lastId())
    const { checks } = (await accounting.get('/books/verification')).body
    expect(checks.find(({ code }: { code: string }) => code === 'JournalBalanced')).toMatchObject({
      isWhole: true,
    })
  })
})
