import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addDays, daysBetween } from '../../src/domain/dates.ts'
import { tellStory } from '../support/builders/books-story.ts'
import { inDatabase } from '../support/builders/database.ts'
import { limitedTo, setClock } from '../support/builders/held-contracts.ts'
import { accountOf } from '../support/builders/ledger-fixtures.ts'
import { readPdf } from '../support/builders/pdf-reading.ts'
import { executed } from '../support/builders/process-runs.ts'
import type { Answer } from '../support/service/api.ts'
import { testService } from '../support/service/app.ts'
import { expectProblem, faultsIn } from '../support/service/problem.ts'
import { holderId } from '../support/service/sandbox.ts'
import { isSoak, trials } from '../support/service/trials.ts'

const service = await testService()
const admin = service.api.as('sandbox-admin')
const accounting = service.api.as('sandbox-accounting')

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the service answers and asserts on it.
type Any = any

const ask = (
  holder: number,
  fromDate: string,
  toDate: string,
  more: object = {},
  as = accounting,
): Promise<Answer> => as.post(`/accountholders/${holder}/statementrequests`, { fromDate, toDate, ...more })
const cents = (amount: number) => Math.round(amount * 100)

let [dealer, agent, insurer] = [0, 0, 0]
beforeAll(async () => {
  await tellStory(service)
  dealer = await accountOf(service, 'MARKUP')
  agent = await accountOf(service, 'AGENT')
  insurer = await accountOf(service, 'CLIP')
})

/** What the account holder owes by the trial balance. */
async function owedOn(holder: number, day: string): Promise<number> {
  const { body } = await accounting.get(`/trialBalance?asOfDate=${day}`)
  return body.accounts
    .filter(({ account }: Any) =>
      [`Receivable:${holder}`, `Payable:${holder}`, `Unapplied:${holder}`].includes(account),
    )
    .reduce((sum: number, { balance }: Any) => sum + cents(balance), 0)
}

/** Makes the document of a statement and reads it. */
async function documentOf({ body }: Answer): Promise<Any> {
  await service.app.services.statements.makeAll()
  const { body: request } = await accounting.get(`/statementrequests/${body.statementRequestId}`)
  expect(request, JSON.stringify(request)).toMatchObject({ status: 'Completed', documentId: body.documentId })
  const document = await admin.get(`/documents/${body.documentId}`)
  expect(document.status, document.text.slice(0, 300)).toBe(200)
  return { request, document: document.body, content: Buffer.from(document.body.documentData, 'base64') }
}

const csvLines = (content: Buffer): string[][] =>
  content
    .toString('utf8')
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
        ([, quoted, plain]) => quoted ?? plain ?? '',
      ),
    )

describe('a statement', () => {
  test('has the figures of the range, and closes with what the trial balance says', async () => {
    const answer = await ask(dealer, '2024-04-01', '2024-04-30')
    expect(answer.status, answer.text).toBe(202)
    expect(answer.headers.get('location')).toBe(`/statementrequests/${answer.body.statementRequestId}`)
    const { openingBalance, newBusiness, cancels, claims, other, cash, closingBalance } = answer.body
    expect(cents(closingBalance)).toBe(
      cents(openingBalance) +
        cents(newBusiness) +
        cents(cancels) +
        cents(claims) +
        cents(other) -
        cents(cash),
    )
    expect(cents(openingBalance)).toBe(await owedOn(dealer, '2024-03-31'))
    expect(cents(closingBalance)).toBe(await owedOn(dealer, '2024-04-30'))
    // The dealer remitted one contract, and the second one was corrected.
    expect(cash).toBe(1362.93)
  })

  test('closes with the opening of the next and with the trial balance, in any range', async () => {
    const days = daysBetween('2024-03-01', '2025-11-01')
    const day = fc.integer({ min: 0, max: days }).map((by) => addDays('2024-03-01', by))
    const holders = fc.constantFrom(dealer, agent, insurer)
    await fc.assert(
      fc.asyncProperty(holders, day, day, day, async (holder, ...given) => {
        const [first = '', middle = '', last = ''] = given.toSorted()
        // Those of the next tests are made together with these, and a PDF takes longest.
        const asCsv = { format: 'Csv' }
        const before = (await ask(holder, first, middle, asCsv)).body
        const after = (await ask(holder, addDays(middle, 1), addDays(last, 1), asCsv)).body
        const whole = (await ask(holder, first, addDays(last, 1), asCsv)).body
        expect(before.closingBalance).toBe(after.openingBalance)
        expect(whole.closingBalance).toBe(after.closingBalance)
        expect(cents(before.closingBalance)).toBe(await owedOn(holder, middle))
        expect(cents(before.openingBalance)).toBe(await owedOn(holder, addDays(first, -1)))
        for (const group of ['newBusiness', 'cancels', 'claims', 'other', 'cash'])
          expect(cents(whole[group]), group).toBe(cents(before[group]) + cents(after[group]))
      }),
      { numRuns: trials(300) },
    )
  })

  test('has the groups of the ledger summary', async () => {
    for (const holder of [dealer, agent, insurer]) {
      const { body } = await ask(holder, '0001-01-01', '2099-12-31', { format: 'Csv' })
      const { body: sums } = await accounting.get(`/ledgerSummary?accountHolderId=${holder}`)
      const [{ written, cancelled, claims, other, received, paid }] = sums
      expect(body).toMatchObject({ newBusiness: written, cancels: cancelled, claims, other })
      expect(cents(body.cash)).toBe(cents(received) - cents(paid))
    }
  })

  test('as CSV lists every line, and the lines add up to the groups', async () => {
    const asked = await ask(dealer, '2024-03-01', '2025-10-31', { format: 'Csv' })
    const { document, content, request } = await documentOf(asked)
    expect(document).toMatchObject({
      ...{
        documentTypeCode: 'STATEMENT',
        contentType: 'text/csv',
        entityType: 'AccountHolder',
        entityId: dealer,
      },
      fileName: 'statement-D1001-2024-03-01-2025-10-31.csv',
    })
    const lines = csvLines(content)
    expect(lines[0]).toEqual([
      'openingBalance',
      '2024-03-01',
      '',
      'Opening balance',
      String(asked.body.openingBalance),
    ])
    expect(lines.at(-1)?.[4]).toBe(String(asked.body.closingBalance))
    expect(request.linesTotal).toBe(lines.length - 2)
    for (const group of ['newBusiness', 'cancels', 'claims', 'other', 'cash']) {
      const own = lines.filter(([name]) => name === group)
      expect(
        own.reduce((sum, cells) => sum + cents(Number(cells[4])), 0),
        group,
      ).toBe(cents(asked.body[group]))
    }
  })

  test('shows dealer cost as one line of a contract, and a refund as one line', async () => {
    const { content } = await documentOf(await ask(dealer, '2024-03-15', '2024-03-15', { format: 'Csv' }))
    const sold = csvLines(content).filter(([group]) => group === 'newBusiness')
    const own = sold.filter((cells) => cells[3] === 'Contract sold')
    expect(own).toContainEqual(['newBusiness', '2024-03-15', expect.any(String), 'Contract sold', '1362.93'])
    expect(new Set(own.map((cells) => cells[2])).size).toBe(own.length)
    for (const code of ['RESERVE', 'ADMIN', 'CLIP', 'AGENT']) expect(content.toString()).not.toContain(code)
    const agents = await documentOf(await ask(agent, '2024-03-15', '2024-03-20', { format: 'Csv' }))
    const lines = csvLines(agents.content).map((cells) => `${cells[3]} ${cells[4]}`)
    expect(lines).toContain('Contract sold (AGENT) -75')
    expect(lines).toContain('Adjustment: Miskeyed again -80')
  })

  test('as PDF is a paper that one would send', async () => {
    const asked = await ask(dealer, '2024-04-01', '2024-04-30')
    const { document, content } = await documentOf(asked)
    expect(document).toMatchObject({
      contentType: 'application/pdf',
      fileName: expect.stringMatching(/\.pdf$/),
    })
    const { text } = await readPdf(content)
    for (const part of [
      'Statement of account',
      'D1001',
      'New business',
      'Payments',
      'Contract sold',
      '$1,362.93',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('RESERVE')
  })

  test('of thousands of lines is written in pieces, and nothing is lost between them', async () => {
    // A piece is a thousand lines.
    const LINES = isSoak ? 3_000 : 1_010
    const sum = (LINES * (LINES + 1)) / 2 / 100
    const lender = await holderId(service, 'LienHolder', 'L100')
    await inDatabase(
      service,
      `insert into journal (entry_type, debit_account, credit_account, amount, effective_date, accounting_date,
         created_at, created_by)
       select 'Manual', 'Receivable:' || $1::bigint, 'Adjustments', n, '2023-02-01', date '2023-02-01' + (n % 28)::integer,
         now(), 'test'
       from generate_series(1, $2::bigint) as n`,
      [lender, LINES],
    )
    const asked = await ask(lender, '2023-02-01', '2023-02-28', { format: 'Csv' })
    expect(asked.body).toMatchObject({ openingBalance: 0, other: sum, closingBalance: sum })
    const { content, request } = await documentOf(asked)
    const amounts = csvLines(content)
      .filter(([group]) => group === 'other')
      .map((cells) => cents(Number(cells[4])))
    expect(request).toMatchObject({ linesDone: LINES, linesTotal: LINES })
    expect(amounts.toSorted((one, two) => one - two)).toEqual(
      Array.from({ length: LINES }, (_, at) => at + 1),
    )
    const paper = await documentOf(await ask(lender, '2023-02-01', '2023-02-28'))
    expect((await readPdf(paper.content)).pages.length).toBeGreaterThan(LINES / 75)
    await inDatabase(service, `delete from journal where debit_account = 'Receivable:' || $1::bigint`, [
      lender,
    ])
  })

  test('again is another version of the same document', async () => {
    const first = await ask(insurer, '2024-04-01', '2024-04-30', { format: 'Csv' })
    await documentOf(first)
    const second = await ask(insurer, '2024-04-01', '2024-04-30', { format: 'Csv' })
    expect(second.body.documentId).toBe(first.body.documentId)
    expect((await documentOf(second)).document.versions).toHaveLength(2)
  })

  test('leaves out what is paid, in one line for each group', async () => {
    const range = ['2024-03-01', '2024-04-30'] as const
    const all = await documentOf(await ask(insurer, ...range, { format: 'Csv' }))
    const open = await documentOf(await ask(insurer, ...range, { format: 'Csv', includePaid: false }))
    expect(csvLines(all.content).some((cells) => cells[3] === 'Items that are paid')).toBe(false)
    const merged = csvLines(open.content).filter((cells) => cells[3] === 'Items that are paid')
    expect(merged.map(([group]) => group)).toEqual(['newBusiness'])
    const sum = (content: Buffer) =>
      csvLines(content)
        .filter(([group]) => group === 'newBusiness')
        .reduce((total, cells) => total + cents(Number(cells[4])), 0)
    expect(sum(open.content)).toBe(sum(all.content))
  })

  test('is not there before it is made, and a dry run asks for none', async () => {
    const tried = await accounting.post(`/accountholders/${agent}/statementrequests?dryRun=true`, {
      ...{ fromDate: '2024-05-01', toDate: '2024-05-31' },
    })
    expect(tried.status).toBe(202)
    expect(await service.app.services.statements.makeAll()).toBe(0)
    const asked = await ask(agent, '2024-05-01', '2024-05-31')
    expectProblem(await admin.get(`/documents/${asked.body.documentId}`), 'NotFound')
    const { body } = await accounting.get(`/statementrequests/${asked.body.statementRequestId}`)
    expect(body).toMatchObject({
      status: 'Queued',
      delivery: 'Email',
      accountHolder: { id: agent, number: 'A100' },
    })
    await documentOf(asked)
  })

  test('is refused for a range that ends before it begins, and for nobody', async () => {
    const refused = expectProblem(await ask(dealer, '2024-04-30', '2024-04-29'), 'DateRangeInvalid', 400)
    expect(refused.errors).toMatchObject([{ pointer: '/toDate', code: 'DateRangeInvalid' }])
    expectProblem(await ask(987654, '2024-04-01', '2024-04-29'), 'NotFound')
    expectProblem(await accounting.get('/statementrequests/987654'), 'NotFound')
    const answer = await ask(dealer, '2024-02-30', '2024-04-29', {
      format: 'Word',
      delivery: 'Fax',
      extra: 1,
    })
    expect(faultsIn(answer).toSorted()).toEqual([
      ...['/delivery Enum', '/extra Unknown', '/format Enum', '/fromDate Format'],
    ])
    expectProblem(
      await ask(dealer, '2024-04-01', '2024-04-29', {}, service.api.as('sandbox-entry')),
      'Forbidden',
    )
  })

  test('is for a limited caller only that of its own account', async () => {
    const own = await limitedTo(service, 'D1001', 'DealerOffice')
    const other = await limitedTo(service, 'D2001', 'DealerOffice')
    const asked = await ask(dealer, '2024-04-01', '2024-04-30', { format: 'Csv' }, own)
    expect(asked.status, asked.text).toBe(202)
    expectProblem(await ask(agent, '2024-04-01', '2024-04-30', {}, own), 'NotFound')
    expectProblem(await ask(dealer, '2024-04-01', '2024-04-30', {}, other), 'NotFound')
    await documentOf(asked)
    const path = `/statementrequests/${asked.body.statementRequestId}`
    expect((await own.get(path)).status).toBe(200)
    expectProblem(await other.get(path), 'NotFound')
    expect((await own.get(`/documents/${asked.body.documentId}`)).status).toBe(200)
    expectProblem(await other.get(`/documents/${asked.body.documentId}`), 'NotFound')
  })

  test('that cannot be made says why', async () => {
    const asked = await ask(dealer, '2024-04-01', '2024-04-30')
    await setClock(service, '2025-10-02T15:00:00Z')
    await inDatabase(
      service,
      `update statement_request set status = 'Failed', error = 'Too long.', finished_at = now()
      where id = $1`,
      [asked.body.statementRequestId],
    )
    expect((await accounting.get(`/statementrequests/${asked.body.statementRequestId}`)).body).toMatchObject({
      ...{ status: 'Failed', error: 'Too long.' },
    })
    expect(await service.app.services.statements.makeAll()).toBe(0)
  })

  test('is requested by itself once for each month or week, for who wants that', async () => {
    await setClock(service, '2024-05-14T15:00:00Z')
    await inDatabase(service, `update account_holder set statement_cycle = 'None'`)
    const wants = (kind: string, id: number, statementCycle: string) =>
      admin.patch(`/${kind}/${id}`, { statementCycle, statementDelivery: 'Portal' })
    expect((await wants('dealers', dealer, 'Monthly')).status).toBe(200)
    expect((await wants('agents', agent, 'Weekly')).status).toBe(200)
    const { statements } = service.app.services
    const requested = () =>
      inDatabase(
        service,
        `select account_holder_id, from_date, to_date, delivery from statement_request
         where created_by = 'statement cycle' order by account_holder_id`,
      )
    const requestAll = async () => (await executed(service, 'Statements')).succeeded
    expect(await requestAll()).toBe(2)
    expect(await requestAll()).toBe(0)
    expect(await requested()).toEqual([
      ...[{ account_holder_id: agent, from_date: '2024-05-06', to_date: '2024-05-12', delivery: 'Portal' }],
      ...[{ account_holder_id: dealer, from_date: '2024-04-01', to_date: '2024-04-30', delivery: 'Portal' }],
    ])
    await setClock(service, '2024-06-03T15:00:00Z')
    expect(await requestAll()).toBe(2)
    expect(await statements.makeAll()).toBe(4)
    await wants('dealers', dealer, 'None')
    await wants('agents', agent, 'None')
  })
})
