import { beforeEach, describe, expect, test } from 'vitest'
import { addUpSeenJournal } from '../../src/ledger/add-up-journal.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { accountOf } from '../support/builders/ledger-fixtures.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { earningsPosted } from '../support/builders/periods.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem } from '../support/service/problem.ts'
import { sandboxOf } from '../support/service/sandbox.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const accounting = service.api.as('sandbox-accounting')

const close = (period: string) => accounting.patch(`/accountingperiods/${period}`, { status: 'Closed' })

/** A contract sold in March, looked at in June. */
async function soldInMarch(): Promise<number> {
  await setClock(service, '2024-03-15T15:00:00Z')
  const { id } = await sellAndFinalize(admin)
  await setClock(service, '2024-06-10T15:00:00Z')
  return id
}

beforeEach(async () => {
  await withoutContracts(service)
  await inDatabase(service, 'truncate accounting_period')
})

describe('a month is not closed', () => {
  test('before earnings are posted to its last day', async () => {
    const id = await soldInMarch()
    const refused = expectProblem(await close('2024-03'), 'PeriodNotReady')
    expect(refused.reasons).toEqual([
      `Earnings are not posted through 2024-03-31, for example of contract ${id}.`,
    ])
    await earningsPosted(admin, '2024-03-30')
    expectProblem(await close('2024-03'), 'PeriodNotReady')
    await earningsPosted(admin, '2024-04-10')
    expect((await close('2024-03')).status).toBe(200)
    expectProblem(await close('2024-04'), 'PeriodNotReady')
  })

  test('while a batch of it, or of a month before, waits', async () => {
    await soldInMarch()
    await earningsPosted(admin, '2024-05-31')
    const dealer = await accountOf(service, 'MARKUP')
    const add = (scheduled: string | null, created: string, status = 'Ready') =>
      inDatabase(
        service,
        `insert into in_process_cash_transaction (status, direction, account_holder_id, method, scheduled_date,
           total_receive, total_pay, created_date, created_at, created_by, updated_at, updated_by)
         values ($1, 'Receive', $2, 'Check', $3, 100, 0, $4, now(), 'test', now(), 'test')`,
        [status, dealer, scheduled, created],
      )
    await add('2024-05-02', '2024-03-20')
    await add(null, '2024-03-20', 'Processed')
    expect((await close('2024-03')).status).toBe(200)
    await add(null, '2024-04-30')
    const refused = expectProblem(await close('2024-04'), 'PeriodNotReady')
    expect(refused.reasons).toEqual(['Batches of the month are not processed: 3.'])
    await inDatabase(service, 'delete from in_process_cash_transaction')
    expect((await close('2024-04')).status).toBe(200)
  })

  test('while the books do not agree on its last day', async () => {
    await soldInMarch()
    await earningsPosted(admin, '2024-04-30')
    await inDatabase(service, `update ledger set amount = amount + 1 where disbursement_code = 'AGENT'`)
    const refused = expectProblem(await close('2024-03'), 'PeriodNotReady')
    expect(refused.reasons).toEqual([
      'The books do not agree as of 2024-03-31: ReceivableEqualsOpenItems, PayableEqualsOpenItems.',
    ])
    await inDatabase(service, `update ledger set amount = amount - 1 where disbursement_code = 'AGENT'`)
    // A difference of a later month is for that month.
    const row = {
      accountHolderId: await accountOf(service, 'AGENT'),
      direction: 'Pay',
      amount: 5,
      reason: 'x',
    }
    await accounting.post('/ledgers', { ...row, effectiveDate: '2024-04-02' })
    await inDatabase(service, `update ledger set amount = 501 where ledger_type = 'Adjustment'`)
    expect((await close('2024-03')).status).toBe(200)
    expectProblem(await close('2024-04'), 'PeriodNotReady')
  })

  test('and a dry run says the same, and adds nothing up', async () => {
    await soldInMarch()
    await earningsPosted(admin, '2024-03-31')
    const tried = await accounting.patch('/accountingperiods/2024-03?dryRun=true', { status: 'Closed' })
    expect(tried.status).toBe(200)
    expect(await inDatabase(service, 'select 1 from journal_day')).toEqual([])
    expect((await close('2024-03')).status).toBe(200)
    expect((await inDatabase(service, 'select 1 from journal_day')).length).toBeGreaterThan(0)
  })
})

describe('the journal of a month', () => {
  const csv = async (period: string) => {
    const answer = await accounting.get(`/accountingperiods/${period}/journal`)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const [head, ...lines] = answer.text.trimEnd().split('\r\n')
    expect(head).toBe('glAccount,account,accountHolderNumber,debit,credit')
    return lines.map((line) => line.split(','))
  }
  const sum = (lines: readonly string[][], column: number) =>
    lines.reduce((total, cells) => total + Math.round(Number(cells[column]) * 100), 0)

  test('is exported by account with the codes of the general ledger, and its sides are equal', async () => {
    await soldInMarch()
    await earningsPosted(admin, '2024-04-30')
    const { body: found } = await admin.get('/generalsettings?key=glAccounts')
    const value = { Receivable: '1200', Payable: '2000', Unearned: '2400', 'Unearned:ADMIN': '2410' }
    expect((await admin.patch(`/generalsettings/${found[0].id}`, { value })).status).toBe(200)
    const premium = await accountOf(service, 'PREMTAX')
    await inDatabase(service, 'update disbursement_account set gl_account = $2 where id = $1', [
      premium,
      '2150',
    ])
    const lines = await csv('2024-03')
    expect(lines).toContainEqual(['1200', expect.stringContaining('Receivable:'), 'D1001', '1362.93', '0'])
    expect(lines).toContainEqual(['2150', `Payable:${premium}`, 'PREMTAX', '0', '21.23'])
    expect(lines).toContainEqual(['2400', 'Unearned:RESERVE', '', expect.anything(), '1061.7'])
    expect(lines.find(([, account]) => account === 'Unearned:ADMIN')?.[0]).toBe('2410')
    expect(lines.find(([, account]) => account === 'Earned:ADMIN')?.[0]).toBe('')
    expect(sum(lines, 3)).toBe(sum(lines, 4))
    const { db } = await sandboxOf(service)
    await addUpSeenJournal(db)
    await addUpSeenJournal(db)
    expect(await csv('2024-03')).toEqual(lines)
    expect((await csv('2024-04')).map(([, account]) => account)).toEqual([
      ...['Unearned:ADMIN', 'Unearned:RESERVE', 'Earned:ADMIN', 'Earned:RESERVE'],
    ])
  })

  test('is found only for a month of the books, and only by those who see everything', async () => {
    await soldInMarch()
    for (const period of ['2024-02', '2024-07', '2024-13', 'now'])
      expectProblem(await accounting.get(`/accountingperiods/${period}/journal`), 'NotFound')
    expectProblem(
      await service.api.as('sandbox-entry').get('/accountingperiods/2024-03/journal'),
      'Forbidden',
    )
  })
})
