import { beforeAll, describe, expect, test } from 'vitest'
import { recordVerification } from '../../src/cash/books/watch-books.ts'
import { addDays } from '../../src/domain/dates.ts'
import { addUpSeenJournal } from '../../src/ledger/add-up-journal.ts'
import { tellStory } from '../support/builders/books-story.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { claimOpen } from '../support/builders/claims-paid.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { accountOf } from '../support/builders/ledger-fixtures.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'
import { everyThird, trialSeed } from '../support/service/trials.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const accounting = service.api.as('sandbox-accounting')

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

const verification = async (search = ''): Promise<Any> =>
  (await accounting.get(`/books/verification${search}`)).body
const differing = async (search = ''): Promise<string[]> =>
  (await verification(search)).checks.filter((one: Any) => !one.isWhole).map((one: Any) => one.code)
const check = async (code: string): Promise<Any> =>
  (await verification()).checks.find((one: Any) => one.code === code)

describe('the verification of the books', () => {
  let days: string[]
  beforeAll(async () => {
    days = await tellStory(service)
  })

  test('finds the books whole today, with all nine checks', async () => {
    const answer = await verification()
    expect(answer.checks.filter((one: Any) => !one.isWhole)).toEqual([])
    expect(answer).toMatchObject({ asOfDate: '2025-10-01', isWhole: true })
    expect(answer.checks.map((one: Any) => one.code)).toEqual([
      ...['JournalBalanced', 'ReceivableEqualsOpenItems', 'PayableEqualsOpenItems', 'UnappliedEqualsCash'],
      ...[
        'CashEqualsTransactions',
        'UnearnedEqualsContracts',
        'EarnedEqualsContracts',
        'ClaimsEqualRequests',
      ],
      'FundingEqualsRows',
    ])
    for (const one of answer.checks) expect(one).toMatchObject({ difference: 0, rows: [] })
  })

  test('finds them whole on the day of every event, the day before and the day after', async () => {
    const seed = trialSeed('days of verified books', 'BULWARK_BOOK_DAYS_SEED')
    for (const day of everyThird(
      days.flatMap((each) => [addDays(each, -1), each, addDays(each, 1)]),
      seed,
    )) {
      const answer = await verification(`?asOfDate=${day}`)
      expect(
        answer.checks.filter((one: Any) => !one.isWhole),
        day,
      ).toEqual([])
    }
  })

  test('leaves out funding on other days, and takes only dates', async () => {
    expect((await verification('?asOfDate=2024-04-10')).checks).toHaveLength(8)
    expectProblem(await accounting.get('/books/verification?asOfDate=soon'), 'ValidationFailed')
  })

  test('is the same after the journal was added up', async () => {
    const { db } = await sandboxOf(service)
    await addUpSeenJournal(db)
    await addUpSeenJournal(db)
    const [state] = await inDatabase<{ through_id: number }>(
      service,
      'select through_id from journal_added_up',
    )
    expect(state?.through_id).toBeGreaterThan(0)
    expect(await differing()).toEqual([])
    for (const day of days) expect(await differing(`?asOfDate=${day}`), day).toEqual([])
  })

  test('is only for callers who see everything', async () => {
    expectProblem(await service.api.as('sandbox-entry').get('/books/verification'), 'Forbidden')
    const { body } = await admin.post('/oauthclients', {
      ...{ name: 'Limited books', roles: ['Accounting'] },
      scopes: [{ type: 'Dealer', id: await accountOf(service, 'MARKUP') }],
    })
    const limited = service.api.with(await service.api.token(body.clientId, body.clientSecret))
    expectProblem(await limited.get('/books/verification'), 'Forbidden')
  })

  test('is kept for the metrics', async () => {
    const { db } = await sandboxOf(service)
    expect(await recordVerification(db, '2025-10-01', new Date('2025-10-01T15:00:00Z'))).toBe(0)
    const { text } = await admin.get('/metrics')
    expect(text).toContain('books_differences{administrator="ADM1"} 0')
  })

  /** Damages the books, looks, and repairs them. */
  async function damaged(change: string, repair: string, look: () => Promise<void>): Promise<void> {
    const changed = await inDatabase(service, `${change} returning 1`)
    expect(changed.length).toBeGreaterThan(0)
    try {
      await look()
    } finally {
      await inDatabase(service, repair)
    }
    expect(await differing()).toEqual([])
  }

  test('finds an open item that was changed, and names its account holder', async () => {
    const agent = await accountOf(service, 'AGENT')
    const [row] = await inDatabase<{ id: number }>(
      service,
      `select id from ledger where account_holder_id = $1 and ledger_type = 'Adjustment' and direction = 'Pay'
         and status = 'Open' order by id`,
      [agent],
    )
    await damaged(
      `update ledger set amount = amount + 7 where id = ${row?.id}`,
      `update ledger set amount = amount - 7 where id = ${row?.id}`,
      async () => {
        expect(await differing()).toEqual(['PayableEqualsOpenItems'])
        const { rows, difference } = await check('PayableEqualsOpenItems')
        expect(difference).toBe(-0.07)
        expect(rows).toEqual([
          { kind: 'AccountHolder', id: agent, expected: expect.any(Number), found: expect.any(Number) },
        ])
        expect(Math.round((rows[0].found - rows[0].expected) * 100)).toBe(-7)
      },
    )
  })

  test('finds cash that the journal does not have', async () => {
    await damaged(
      `update cash_transaction set amount = amount + 100 where id = (select min(id) from cash_transaction)`,
      `update cash_transaction set amount = amount - 100 where id = (select min(id) from cash_transaction)`,
      async () => {
        expect(await differing()).toEqual(['UnappliedEqualsCash', 'CashEqualsTransactions'])
        const { rows } = await check('CashEqualsTransactions')
        expect(rows).toMatchObject([{ kind: 'CashTransaction' }])
      },
    )
  })

  test('finds earnings that were not booked, and names the contract', async () => {
    const [row] = await inDatabase<{ contract_id: number; id: number }>(
      service,
      `select contract_id, id from earning where code = 'RESERVE' order by contract_id desc, id desc limit 1`,
    )
    await damaged(
      `update earning set amount = amount + 3 where contract_id = ${row?.contract_id} and id = ${row?.id}`,
      `update earning set amount = amount - 3 where contract_id = ${row?.contract_id} and id = ${row?.id}`,
      async () => {
        expect(await differing()).toEqual(['UnearnedEqualsContracts', 'EarnedEqualsContracts'])
        for (const code of ['UnearnedEqualsContracts', 'EarnedEqualsContracts'])
          expect((await check(code)).rows).toMatchObject([{ kind: 'Contract', id: row?.contract_id }])
      },
    )
  })

  test('finds a sum by day that is wrong, by its account', async () => {
    const where = `where account = 'Unearned:RESERVE' and accounting_date = (select min(accounting_date) from journal_day
      where account = 'Unearned:RESERVE')`
    await damaged(
      `update journal_day set credit = credit + 1 ${where}`,
      `update journal_day set credit = credit - 1 ${where}`,
      async () => {
        expect(await differing()).toEqual(['JournalBalanced'])
        expect((await check('JournalBalanced')).rows).toMatchObject([
          { kind: 'Account', id: 'Unearned:RESERVE' },
        ])
      },
    )
  })

  test('finds a funding status that the rows do not give', async () => {
    const one = `where id = (select max(contract_id) from ledger where is_dealer_cost and paid_amount > 0)`
    await damaged(
      `update contract set funding_status = 'NotFunded' ${one}`,
      `update contract set funding_status = 'Funded' ${one}`,
      async () => {
        expect(await differing()).toEqual(['FundingEqualsRows'])
        const { rows, difference } = await check('FundingEqualsRows')
        expect(difference).toBe(-1)
        expect(rows).toMatchObject([{ kind: 'Contract', expected: 1, found: 0 }])
      },
    )
  })

  test('finds a claim that is paid and not booked', async () => {
    const contract = await soldR1(service)
    await setClock(service, '2025-10-01T15:00:00Z')
    const keyed = await admin.get(`/ledgers?contractId=${contract.id}&disbursementCode=AGENT&direction=Pay`)
    const { db } = await sandboxOf(service)
    const claimId = await claimOpen(db, contract.id, { status: 'PaymentRequested' })
    await damaged(
      `insert into claim_payment_request (claim_id, amount, status, ledger_id, created_at, created_by)
       values (${claimId}, 5000, 'Requested', ${keyed.body[0].id}, now(), 'test')`,
      `delete from claim_payment_request where claim_id = ${claimId}`,
      async () => {
        expect(await differing()).toEqual(['ClaimsEqualRequests'])
        expect((await check('ClaimsEqualRequests')).rows).toEqual([
          { kind: 'Claim', id: claimId, expected: 50, found: 0 },
        ])
      },
    )
  })
})
