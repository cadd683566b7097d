import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, figure, fillIn, link, region } from '../support/browser/controls.ts'
import { expectText, type PortalWindow, settled, soon } from '../support/browser/window.ts'
import { openWindows } from '../support/browser/windows.ts'
import { originator, set } from '../support/builders/ach.ts'
import { bai2File } from '../support/builders/bank-files.ts'
import { openCash, sumOf } from '../support/builders/cash.ts'
import { inDatabase } from '../support/builders/database.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { withoutContracts } from '../support/builders/no-contracts.ts'
import { bankAccount } from '../support/builders/payment-writes.ts'
import { earningsPosted } from '../support/builders/periods.ts'
import { returnFile } from '../support/builders/return-files.ts'
import { readNacha } from '../support/oracle/nacha.ts'
import { testService } from '../support/service/app.ts'
import { holderId } from '../support/service/sandbox.ts'
import { inActions, tabTo } from './keyboard.ts'

// A month of money in the portal: the dealer's office remits, accounting processes, a check bounces, the month is closed.
// Its own service, because a month is closed only if all contracts of the service are in order.

const service = await testService()
const windows = openWindows(service)
afterAll(endBrowser)

const cash = openCash(service)
const office = { user: 'sandbox-office-d1001', width: 320, height: 640 }
const accounting = { user: 'sandbox-accounting' }
const on = (day: string) => setClock(service, `${day}T18:00:00Z`)
const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })
/** What the dealer owes for one contract. */
const COST = 1362.93

const sold: number[] = []
let dealerId = 0

beforeAll(async () => {
  await withoutContracts(service)
  await inDatabase(service, 'truncate accounting_period')
  dealerId = await holderId(service, 'Dealer', 'D1001')
  await on('2024-03-15')
  for (let count = 0; count < 3; count += 1) sold.push(await cash.activate())
  await on('2024-03-20')
})

const numberOf = async (contractId: number): Promise<string> => (await cash.contract(contractId)).number
const unpaid = ({ page }: PortalWindow) => page.getByRole('table', { name: 'Unpaid contracts' })
const batches = async (caller = cash.books) =>
  (await caller.get('/inprocesscashtransactions?pageSize=50')).body
const batchIdIn = ({ page }: PortalWindow) => Number(/batches\/(\d+)/.exec(page.url())?.[1])

/** Waits until the dry run is done, and presses. */
async function press(main: ReturnType<typeof button>): Promise<void> {
  await soon(() => main.getAttribute('aria-disabled')).not.toBe('true')
  await main.click()
}

describe('the dealer’s office', () => {
  test('remits one contract from a phone: the register, the service’s sum, the batch', async () => {
    const window = await windows.open(office)
    const { page } = window
    const number = await numberOf(sold[0] ?? 0)
    await window.load('/money/remit')
    const table = unpaid(window)
    await expectText(table, number)
    expect(await table.getByRole('checkbox', { name: /^Select row/ }).count()).toBe(3)
    const tick = table.getByRole('row').filter({ hasText: number }).getByRole('checkbox')
    await tick.check()
    await expectText(figure(page, 'batch-net'), money(COST))
    await expectClean(window)
    // Whoever looks the contract up comes back to what is ticked.
    await link(table, number).click()
    await expectText(page.locator('h1'), number)
    await page.goBack()
    await tick.waitFor()
    expect(await tick.isChecked()).toBe(true)
    await press(button(page, 'Make batch'))
    await soon(() => page.url()).toMatch(/money\/batches\/\d+/)
    await settled(window)
    await expectText(figure(page, 'batch-net'), money(COST))
    // What the dealer cost is made of is not the dealer's to see.
    expect(await page.locator('main').textContent()).not.toMatch(/RESERVE|ADMIN/)
    // The words are said from the side of the dealer.
    await expectText(page.getByRole('table', { name: 'Register' }), 'You owe')
    await expectClean(window)
    const batch = (await batches()).find(({ id }: { id: number }) => id === batchIdIn(window))
    expect(batch).toMatchObject({ status: 'Ready', netAmount: COST, direction: 'Receive' })
    expect(batch.ledgers.length).toBe((await cash.owed(sold[0] ?? 0)).length)
  })

  test('takes the batch back; its rows are unpaid again', async () => {
    const window = await windows.open(office)
    const { page } = window
    const [batch] = await batches()
    await window.go(`/money/batches/${batch.id}`)
    await button(page, 'Delete batch').click()
    await press(button(dialog(page, 'Delete batch'), 'Delete the batch'))
    await soon(async () => (await batches()).length).toBe(0)
    await soon(() => page.url()).toMatch(/money\/batches$/)
    await expectClean(window)
    expect((await cash.owed(sold[0] ?? 0)).every((row) => row.ledgerStatus === 'Open')).toBe(true)
  })

  test('remits all contracts by keyboard', async () => {
    const window = await windows.open({ user: office.user })
    const { page } = window
    await window.load('/money/remit')
    await unpaid(window).waitFor()
    await inActions(
      3,
      async () => {
        await tabTo(page, 'Tick all of')
        await page.keyboard.press('Enter')
        await expectText(figure(page, 'batch-net'), money(3 * COST))
      },
      async () => {
        await tabTo(page, 'Make batch')
        await soon(() => page.locator(':focus').getAttribute('aria-disabled')).not.toBe('true')
      },
      () => page.keyboard.press('Enter'),
    )
    await soon(() => page.url()).toMatch(/money\/batches\/\d+/)
    expect((await batches())[0]).toMatchObject({ status: 'Ready', netAmount: 4088.79 })
  })
})

describe('accounting', () => {
  test('processes the batch with the amount typed; a wrong one is refused, and short is shown first', async () => {
    const window = await windows.open(accounting)
    const { page } = window
    const [batch] = await batches()
    await window.go(`/money/batches/${batch.id}`)
    const process = region(page, 'Process')
    await fillIn(process, 'Amount confirmed', '4088.00')
    await expectText(process, 'The batch comes to 4088.79')
    await fillIn(process, 'Amount confirmed', '4088.79')
    await fillIn(process, 'Amount received', '4085.79')
    await expectText(process, 'Short by $3.00')
    await expectClean(window, { refusals: [/^409 POST/] })
    await fillIn(process, 'Amount received', '')
    await fillIn(process, 'Check number', '501')
    await press(button(process, 'Process: receive $4,088.79'))
    await expectText(figure(page, 'batch-status'), 'Processed')
    const done = (await cash.books.get(`/inprocesscashtransactions/${batch.id}`)).body
    expect(done).toMatchObject({ status: 'Processed' })
    for (const id of sold) expect((await cash.contract(id)).fundingStatus).toBe('Funded')
    await link(page, `Cash ${done.cashTransactionIds[0]}`).click()
    await expectText(figure(page, 'cash-amount'), '$4,088.79')
    await expectText(figure(page, 'cash-unapplied'), '$0.00')
    await settled(window)
    await expectClean(window, { refusals: [/^409 POST/] })
  })

  test('returns the check; the rows that open again are shown first, and the books agree', async () => {
    const window = await windows.open(accounting)
    const { page } = window
    await on('2024-03-25')
    const [receipt] = (await cash.books.get('/v2/cashtransactions?checkNumber=501')).body.items
    await window.go(`/money/cash/${receipt.id}`)
    await button(page, 'Returned').click()
    const asked = dialog(page, 'Return ')
    await fillIn(asked, 'Reason', 'Insufficient funds')
    await fillIn(asked, 'Return code', 'R01')
    await expectText(region(asked, 'Effects'), '$35.00')
    await press(button(asked, 'Return $4,088.79'))
    await expectText(figure(page, 'cash-status'), 'Returned')
    const owed = (await Promise.all(sold.map((id) => cash.owed(id)))).flat()
    expect(owed.every((row) => row.ledgerStatus === 'Open')).toBe(true)
    expect(sumOf(owed)).toBe(4088.79)
    expect(await cash.balance(`Receivable:${dealerId}`)).toBe(4123.79)
    await settled(window)
    await expectClean(window)
    await cash.expectBooks()
  })

  test('enters a receipt, applies it oldest first and clears it', async () => {
    const window = await windows.open(accounting)
    const { page } = window
    await window.go(`/money/cash/new?accountHolderId=${dealerId}`)
    await fillIn(page, 'Amount', '2000.00')
    await fillIn(page, 'Check number', '502')
    await button(page, 'Oldest first').click()
    await expectText(figure(page, 'cash-unapplied'), '$0.00')
    await expectClean(window, { refusals: [/^422 POST \/cashtransactions/] })
    await press(button(page, 'Post the receipt of $2,000.00'))
    await soon(() => page.url()).toMatch(/money\/cash\/\d+/)
    await button(page, 'Clear').click()
    const asked = dialog(page, 'Clear ')
    const main = button(asked, 'Clear $2,000.00')
    await soon(() => main.getAttribute('aria-disabled')).not.toBe('true')
    // Somebody else writes a memo before the button is pressed.
    const read = async () => (await cash.books.get('/v2/cashtransactions?checkNumber=502')).body.items[0]
    await cash.patch((await read()).id, { memo: 'Seen at the counter' })
    await main.click()
    await figure(asked, 'stale').waitFor()
    await button(figure(asked, 'stale'), 'Reload').click()
    await expectText(page.locator('main'), 'Seen at the counter')
    await press(main)
    await expectText(figure(page, 'cash-status'), 'Cleared')
    expect(await read()).toMatchObject({ status: 'Cleared', applied: 2000, unapplied: 0 })
  })

  test('reads the trial balance down to an account, an entry with its rows, and a source', async () => {
    const window = await windows.open(accounting)
    const { page } = window
    await window.go('/money/trial-balance?asOfDate=2024-03-25')
    const { body } = await cash.books.get('/trialBalance?asOfDate=2024-03-25')
    await expectText(figure(page, 'trial-balance-difference'), '$0.00')
    await expectText(figure(page, 'trial-balance-debit'), money(body.totalDebit))
    const table = page.getByRole('table', { name: 'Trial balance' })
    expect(await table.locator('tbody tr').count()).toBe(body.accounts.length)
    await expectClean(window)
    await table.getByRole('link', { name: 'Cash', exact: true }).click()
    const journal = page.getByRole('table', { name: 'Journal' })
    await expectText(journal, 'Cash')
    await settled(window)
    expect(page.url()).toContain('account=Cash')
    await expectClean(window)
    await link(journal, 'Cash ').click()
    const rows = page.getByRole('table', { name: 'Rows of the entry' })
    await expectText(rows, 'Unapplied:')
    await settled(window)
    await expectClean(window)
    await link(rows, 'Cash ').waitFor()
  })

  test('opens the rows behind a figure of the aging, and a statement whose closing is the balance', async () => {
    const window = await windows.open(accounting)
    const { page } = window
    await on('2024-05-10')
    await window.load('/money/aging')
    const { body } = await cash.books.get(`/aging?accountHolderId=${dealerId}`)
    const [row] = body.items
    await page
      .getByRole('table', { name: 'Aging' })
      .getByRole('link', { name: money(row.days1To30) })
      .click()
    await page.getByRole('table', { name: 'Open rows' }).waitFor()
    await settled(window)
    await expectClean(window)
    await window.go(`/money/statements?accountHolderId=${dealerId}&fromDate=2024-03-01&toDate=2024-03-31`)
    const closing = await cash.balance(`Receivable:${dealerId}`, '2024-03-31')
    await expectText(figure(page, 'closing-balance'), money(closing))
    await press(button(page, 'Make statement: closing'))
    await expectText(figure(page, 'statement-status'), 'Waiting')
    // Jobs of the background, which tests run by hand. The page finds out by itself.
    await service.app.services.statements.makeAll()
    await expectText(figure(page, 'statement-status'), 'Ready')
    await page.locator('iframe[title="Document"]').waitFor()
  })

  test('closes the month once its earnings are posted, and reopens it', async () => {
    const window = await windows.open(accounting)
    const { page } = window
    const march = async () =>
      (await cash.books.get('/accountingperiods')).body.find(
        ({ period }: { period: string }) => period === '2024-03',
      )
    await window.go('/money/periods/2024-03')
    await expectText(region(page, 'Close the month'), 'Earnings are not posted')
    await expectClean(window, { refusals: [/^409 PATCH/] })
    await earningsPosted(cash.admin, '2024-03-31')
    await window.load('/money/periods/2024-03')
    await expectText(region(page, 'Verification of the books'), 'The books agree to the cent')
    await press(button(page, 'Close March 2024'))
    await soon(async () => (await march()).status).toBe('Closed')
    await press(button(page, 'Reopen March 2024'))
    await soon(async () => (await march()).status).toBe('Open')
    await expectClean(window, { refusals: [/^409 PATCH/] })
  })

  test('reads a bank file: what would match is shown first, a fee of the bank is ignored, and cash is cleared', async () => {
    const window = await windows.open(accounting)
    const { page } = window
    const posted = await cash.post({
      ...{ type: 'Receipt', method: 'Check', accountHolderId: dealerId, date: '2024-05-10' },
      ...{ amount: 251.75, reference: 'LOCKBOX-9' },
      allowUnapplied: true,
    })
    expect(posted.status, posted.text).toBe(201)
    const receipt = posted.body
    const { fileName, data } = bai2File(
      [
        { amount: 251.75, reference: 'LOCKBOX-9' },
        { amount: -12.5, description: 'SERVICE FEE' },
      ],
      '2024-05-10',
    )
    await window.go('/money/bank')
    await button(page, 'Read a bank file').click()
    const asked = dialog(page, 'Read a bank file')
    await asked
      .getByLabel('Bank file')
      .setInputFiles({ name: fileName, mimeType: 'text/plain', buffer: Buffer.from(data, 'base64') })
    await expectText(asked.getByRole('table', { name: 'Lines' }), 'SERVICE FEE')
    expect((await cash.books.get(`/cashtransactions/${receipt.id}`)).body.status).toBe('Posted')
    await press(button(asked, 'Read in: 1 matched, 1 not'))
    await expectText(figure(page, 'bank-unmatched'), '1')
    await settled(window)
    await expectClean(window)
    await button(page, 'Ignore').click()
    const line = dialog(page, 'Ignore a line')
    await fillIn(line, 'Reason', 'Fee of the bank')
    await press(button(line, 'Ignore'))
    await expectText(figure(page, 'bank-unmatched'), '0')
    await expectClean(window)
    expect((await cash.books.get(`/cashtransactions/${receipt.id}`)).body).toMatchObject({
      ...{ status: 'Cleared', clearedDate: '2024-05-10' },
    })
    await cash.expectBooks()
  })

  test('collects by ACH: the file is shown first, made and downloaded; what the bank sends back is shown first, too', async () => {
    await on('2024-05-13')
    await set(cash.admin, originator)
    const contractId = await cash.activate()
    const receiptId = await remittedByAch(contractId)
    const window = await windows.open(accounting)
    const { page } = window
    await window.go('/money/ach')
    const waiting = page.getByRole('table', { name: 'Waiting for a file' })
    await expectText(waiting, money(COST))
    await expectText(figure(page, 'ach-debit'), money(COST))
    await expectText(figure(page, 'ach-entries'), '1')
    await expectClean(window)
    await press(button(page, 'Make file: 1 entries'))
    await soon(() => page.url()).toMatch(/money\/ach\/\d+/)
    await settled(window)
    const saved = page.waitForEvent('download')
    await button(page, 'Download').click()
    const file = readNacha(readFileSync(await (await saved).path(), 'latin1'))
    expect(file.faults).toEqual([])
    const entries = file.batches.flatMap((batch) => batch.entries)
    expect(entries).toMatchObject([{ cents: 136_293, accountNumber: ACCOUNT }])
    await expectClean(window)

    await on('2024-05-20')
    const returns = returnFile([{ trace: entries[0]?.trace ?? '', cents: 136_293, code: 'R01' }])
    await window.load('/money/ach?tab=returns')
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: 'returns.ach', mimeType: 'text/plain', buffer: Buffer.from(returns, 'latin1') })
    await expectText(page.getByRole('table', { name: 'Returned' }), 'R01')
    const receipt = async () => (await cash.books.get(`/cashtransactions/${receiptId}`)).body
    expect((await receipt()).status).toBe('Posted')
    await press(button(page, 'Apply: 1 returned, 0 corrected'))
    await soon(async () => (await receipt()).status).toBe('Returned')
    await expectText(region(page, 'What was applied'), 'R01')
    await expectClean(window)
    expect((await cash.contract(contractId)).fundingStatus).toBe('NotFunded')
    await cash.expectBooks()
  })
})

const ACCOUNT = '900100200300'

/** The dealer's cost of a contract, remitted and processed by ACH. Answers the receipt. */
async function remittedByAch(contractId: number): Promise<number> {
  const dealer = service.api.as('sandbox-office-d1001')
  const entered = await dealer.post('/availablePaymentMethods/paymentMethod', {
    ...{ type: 'ACH', ach: { ...bankAccount, accountNumber: ACCOUNT } },
  })
  const { paymentMethodId } = entered.body
  await dealer.post('/availablePaymentMethods', {
    accountHolderId: dealerId,
    paymentMethodId,
    isDefault: true,
  })
  const [merged] = await cash.ledgersOf(`contractId=${contractId}&direction=Receive`, dealer)
  const staged = await cash.stage(
    {
      ...{ accountHolderId: dealerId, direction: 'Receive', ledgerIds: [merged?.id] },
      availablePaymentMethodId: paymentMethodId,
    },
    dealer,
  )
  expect(staged.status, staged.text).toBe(201)
  const processed = await cash.process(staged.body.id, { amountConfirmed: COST })
  expect(processed.status, processed.text).toBe(200)
  return processed.body.cashTransactionIds[0]
}
