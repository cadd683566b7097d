import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, figure, fillAll, fillIn, link, region } from '../support/browser/controls.ts'
import { expectText, soon } from '../support/browser/window.ts'
import { openWindows } from '../support/browser/windows.ts'
import { cancelled, soldR1 } from '../support/builders/cancels.ts'
import { claimPaid } from '../support/builders/claims-paid.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { quote, truck } from '../support/builders/quotes.ts'
import { edited } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'
import { holderId, sandboxOf } from '../support/service/sandbox.ts'

// Rate books, state rules and reports in the portal. Its own service, because a book is applied.

const service = await testService()
const windows = openWindows(service)
afterAll(endBrowser)

const office = { user: 'sandbox-admin' }
const admin = service.api.as('sandbox-admin')
const RATES = 'programs/VSC-STD/rates.csv'
const CLASS = 'programs/VSC-STD/factors/CLASS.csv'
const DAY = '2024-03-15'
/** When reports are read: the twelve months before begin with the month of the sale. */
const REPORTED = '2025-02-15T15:00:00Z'

beforeAll(async () => {
  await setClock(service, `${DAY}T15:00:00Z`)
  await soldR1(service)
  await quote(admin, 'D1001', truck)
  await soldAndCancelled()
})

/** For reports: a contract of that day with a claim, cancelled in the next year. Sold before another book applies. */
async function soldAndCancelled(): Promise<void> {
  await setClock(service, `${DAY}T15:00:00Z`)
  const { id } = await sellAndFinalize(admin)
  await setClock(service, REPORTED)
  await claimPaid((await sandboxOf(service)).db, id, 412.35)
  await admin.post(`/contracts/${id}/syncEarnings`, { asOfDate: REPORTED.slice(0, 10) })
  await cancelled(service, id, { cancelDate: REPORTED.slice(0, 10), cancelOdometer: 30_000 })
}

/** The files as a folder of this machine. Forms are bytes. */
function folderOf(files: ReadonlyMap<string, string>): string {
  const folder = join(mkdtempSync(join(inject('testFolder'), 'book-')), 'book')
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), name.endsWith('.pdf') ? Buffer.from(content, 'base64') : content)
  }
  return folder
}

async function press(main: ReturnType<typeof button>): Promise<void> {
  await soon(() => main.getAttribute('aria-disabled')).not.toBe('true')
  await main.click()
}

/** The service reads, compares or rates a whole book. On a busy machine that takes longer than a screen. */
const BOOK = { timeout: 60_000 }

describe('rate books', () => {
  test('faults are shown by file and line, and nothing can be applied', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/rates/books')
    await link(page, 'New version').click()
    const wrong = edited(CLASS, '3,1.00', '3,one')
    await page.getByLabel('Folder of the book').setInputFiles(folderOf(wrong))
    const faults = page.getByRole('table', { name: 'Faults' })
    await faults.waitFor(BOOK)
    await expectText(faults, CLASS)
    await expectText(faults, '4')
    expect(await button(page, 'Apply the book').count()).toBe(0)
    await expectClean(window)
  })

  test('a dearer book is compared, rehearsed on the last quotes and applied behind its version', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/rates/books/new')
    const dearer = edited(
      RATES,
      'PLATINUM,60/75000,780.00',
      'PLATINUM,60/75000,800.00',
      edited(CLASS, '3,1.00', '3,1.10'),
    )
    await page.getByLabel('Folder of the book').setInputFiles(folderOf(dearer))
    const changes = region(page, 'What changes')
    await changes.getByRole('table').first().waitFor(BOOK)
    await expectText(changes, '780.00')
    // The heat map: 1.00 became 1.10, ten percent and more.
    await expectText(changes.locator('td[data-heat="up-4"]'), '1.1')
    await expectClean(window)
    await button(page, 'Rehearse').click()
    await figure(page, 'rehearsal').waitFor(BOOK)
    await expectText(figure(page, 'rehearsal'), 'Quotes')
    await button(page, 'Apply the book').click()
    const form = dialog(page, 'Apply the book')
    await form.waitFor(BOOK)
    const confirm = button(form, 'Apply version 2')
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await fillIn(form, 'Type 2 to confirm', '2')
    await confirm.click()
    await page.waitForURL(/rates\/books\/2$/, BOOK)
    await expectText(page.locator('h1'), 'Version 2')
    await expectClean(window)
    const { body } = await admin.get('/Rates/books')
    expect(body[0]).toMatchObject({ version: 2, isLive: true })
  })
})

test('a line is agreed on with a dealer, and its change is followed until it is in effect', async () => {
  const window = await windows.open(office)
  const { page } = window
  const dealer = await holderId(service, 'Dealer', 'D1001')
  await window.go(`/rates/agreements/${dealer}`)
  await expectClean(window)
  await button(page, 'New agreement').click()
  const form = dialog(page, 'New agreement')
  await fillAll(form, {
    Program: 'Standard vehicle service contract',
    Line: 'Administration fee',
    Amount: '150.00',
    'First sale date': '2030-01-01',
  })
  await expectClean(window)
  await press(button(form, 'Send the change'))
  await soon(() => page.url()).toMatch(/\/changes\/\d+$/)
  await service.app.services.disbursements.applyAll()
  await expectText(figure(page, 'change-status'), 'In effect')
  await expectText(page.getByRole('table', { name: 'What changed' }), '150')
  await expectClean(window)
  await link(page, 'Back to the agreements').click()
  await expectText(page.getByRole('table', { name: /^Agreements with/ }), '$150.00')
  const { body } = await admin.get(`/Rates/Disbursements/AccountHolder/${dealer}?disbursementCode=ADMIN`)
  expect(body[0]).toMatchObject({
    disbursement: { amount: 150, effectiveFrom: '2030-01-01' },
    status: 'Scheduled',
  })
})

test('a rule is tried out on facts, and each comparison says why', async () => {
  const window = await windows.open(office)
  const { page } = window
  await window.go('/rates/criteria')
  await fillIn(page, 'Rule', "vehicle.odometer <= 100000 && deal.state == 'TX'")
  await expectText(figure(page, 'criteria-result'), 'Unknown')
  await fillIn(page, 'odometer', '120000')
  await expectText(figure(page, 'criteria-result'), 'Does not hold')
  await fillIn(page, 'odometer', '12000')
  await fillIn(region(page, 'Facts').getByRole('group', { name: 'Deal' }), 'state', 'TX')
  await expectText(figure(page, 'criteria-result'), 'Holds')
  await soon(() => page.url()).toContain('vehicle.odometer=12000')
  await expectClean(window)
})

describe('state rules', () => {
  test('the map opens a state with its law, its source and how sure it is', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.go('/rates/state-rules')
    await expectClean(window)
    await page.getByRole('button', { name: /^TX:/ }).click()
    const { states } = (await admin.get('/cancelrules/coverage?state=TX&productTypeCode=VSC')).body
    await expectText(region(page, 'Rules of TX'), states[0].ruleCode)
    if (states[0].source) await expectText(region(page, 'Rules of TX'), states[0].source)
    await soon(() => page.url()).toContain('state=TX')
    await expectClean(window)
  })

  test('the library shows what it would change before it is taken', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.go('/rates/state-rules')
    await button(page, 'Update the library').click()
    const form = dialog(page, 'Update the library')
    const { changes } = (await admin.post('/cancelrules/library?dryRun=true', {})).body
    const rows = form.getByRole('table', { name: 'Changes' }).locator('tbody tr[data-index]')
    await rows.first().waitFor(BOOK)
    await expectText(rows.first(), changes[0].ruleCode)
    await press(button(form, `Apply ${changes.length} changes`))
    await form.waitFor({ state: 'detached', ...BOOK })
    expect((await admin.post('/cancelrules/library?dryRun=true', {})).body.changes).toEqual([])
    // The map now says of how many states the law was read, and of how many it was not.
    const { states } = (await admin.get('/cancelrules/coverage?productTypeCode=VSC')).body
    const legend = page.getByRole('list', { name: 'What the colors mean' })
    for (const [certainty, words] of [
      ['Read', 'The law was read'],
      ['PartlyRead', 'The law was read in part'],
      ['Secondary', 'From what others write'],
      ['Unverified', 'Not verified'],
    ] as const) {
      const count = states.filter((row: { certainty: string }) => row.certainty === certainty).length
      await soon(() => legend.getByText(`${words}: ${count}`, { exact: true }).count()).toBe(1)
    }
    await expectClean(window)
  })
})

/** What a figure of the screen says, without its currency and commas. */
const numberIn = (text: string) => (/[-−]/.test(text) ? -1 : 1) * Number(text.replace(/[^\d.]/g, ''))

interface ReportCell {
  readonly value: string | number | null
  readonly list: { readonly path: string; readonly query: Readonly<Record<string, string>> } | null
}

/** How many rows the service lists behind a figure. */
async function rowsBehind({ list }: ReportCell): Promise<number> {
  const query = new URLSearchParams({ ...list?.query, pageNumber: '1', pageSize: '1' })
  const { headers, text } = await admin.get(`${list?.path}?${query}`)
  expect(headers.get('x-total-count'), text).not.toBeNull()
  return Number(headers.get('x-total-count'))
}

describe('reports', () => {
  beforeAll(() => setClock(service, REPORTED))

  test.each([
    ['production', 'Production by month and product', 'contracts', 'Contracts'],
    ['cancels', 'Cancels by reason', 'net', 'Executed cancels'],
    ['loss-ratio', 'Loss ratio by plan', 'incurred', 'Claims'],
    ['earnings', 'Earned and unearned', 'released', 'Journal'],
    ['aging', 'Aging', 'total', 'Ledger'],
  ])(
    '%s has the totals of the service, and a total opens the rows that it adds up',
    async (name, title, key, list) => {
      const window = await windows.open(office)
      const { page } = window
      const report = (await admin.get(`/reports/${name}`)).body
      expect(report.rows.length).toBeGreaterThan(0)
      await window.go(`/reports/${name}`)
      await expectText(page.locator('h1'), title)
      await region(page, 'Chart').getByRole('img', { name: title }).waitFor()
      const totals = region(page, 'Figures').getByRole('table', { name: title }).locator('tfoot td')
      const shown = await totals.allTextContents()
      report.columns.forEach(({ kind }: { kind: string }, at: number) => {
        const { value } = report.totals[at]
        if (typeof value === 'number' && kind !== 'Ratio') expect(numberIn(shown[at] ?? '')).toBe(value)
      })
      const at = report.columns.findIndex((column: { key: string }) => column.key === key)
      const rows = await rowsBehind(report.totals[at])
      expect(rows).toBeGreaterThan(0)
      await totals.nth(at).getByRole('link').click()
      await expectText(page.locator('h1'), list)
      await soon(async () => numberIn((await page.locator('.list-count').textContent()) ?? '')).toBe(rows)
    },
  )

  test('a bar is read with the arrow keys and opens its rows with Enter', async () => {
    const window = await windows.open(office)
    const { page } = window
    const report = (await admin.get('/reports/cancels')).body
    await window.go('/reports/cancels')
    await page.getByRole('slider', { name: /^Cancels by reason/ }).focus()
    const nets = report.rows.map(({ cells }: { cells: ReportCell[] }) => Number(cells[5]?.value))
    await expectText(
      region(page, 'Chart').locator('.chart-reading'),
      Math.max(...nets).toLocaleString('en-US'),
    )
    await page.keyboard.press('Enter')
    await expectText(page.locator('h1'), 'Executed cancels')
    await expectText(page.locator('.list-count'), /row/)
  })

  test('what a link limits a list by is shown, and can be taken away', async () => {
    const window = await windows.open(office)
    const { page } = window
    const report = (await admin.get('/reports/loss-ratio')).body
    const { planId } = report.rows[0].cells[2].list.query
    await window.go(`/claims?planId=${planId}`)
    const of = page.getByRole('button', { name: `Remove the filter planId: ${planId}` })
    await expectClean(window)
    await of.click()
    await soon(() => page.url()).not.toContain('planId')
    await soon(() => of.count()).toBe(0)
  })

  test('a figure of production is the service’s own, and opens its contracts', async () => {
    const window = await windows.open(office)
    const { page } = window
    const path = `/reports/production?fromDate=2024-03-01&toDate=2024-03-31`
    const report = (await admin.get(path)).body
    const at = report.columns.findIndex(({ key }: { key: string }) => key === 'contracts')
    const [row] = report.rows
    await window.load(path)
    await expectClean(window)
    const table = page.getByRole('table', { name: 'Production by month and product' })
    const open = table.getByRole('link', { name: /^Contracts / }).first()
    await expectText(open, String(row.cells[at].value))
    await open.click()
    await expectText(page.locator('h1'), 'Contracts')
    const rows = page.getByRole('table', { name: 'Contracts' }).getByRole('link', { name: /^[A-Z]+-\d+$/ })
    await soon(() => rows.count()).toBe(Math.min(50, row.cells[at].value))
  })

  test('the CSV has a line for each row', async () => {
    const window = await windows.open(office)
    const { page } = window
    const report = (await admin.get('/reports/aging')).body
    await window.go('/reports/aging')
    const saved = page.waitForEvent('download')
    await button(page, 'Export CSV').click()
    const lines = readFileSync(await (await saved).path(), 'utf8')
      .trimEnd()
      .split('\n')
    expect(lines).toHaveLength(report.rows.length + 1)
  })

  test('home counts what waits and draws four charts', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/home')
    const charts = region(page, 'How business goes')
    await soon(() => charts.getByRole('region').count()).toBe(4)
    const { items } = (await admin.get('/queues')).body
    const queues = page.locator('.home-queue')
    const counts = (await queues.locator('strong').allTextContents()).map(numberIn)
    expect(counts).toEqual(items.map(({ count }: { count: number }) => count))
    await expectClean(window)
    const pending = items.findIndex(({ name }: { name: string }) => name === 'pendingContracts')
    await queues.nth(pending).click()
    await expectText(page.locator('h1'), 'Contracts')
    await soon(async () => numberIn((await page.locator('.list-count').textContent()) ?? '')).toBe(
      counts[pending],
    )
  })

  test('each chart of home has its figures in a table, and a figure opens its rows', async () => {
    const window = await windows.open(office)
    const { page } = window
    const report = (await admin.get('/reports/production')).body
    await window.go('/home')
    const charts = region(page, 'How business goes').getByRole('region')
    await soon(() => charts.getByText('Show the figures as a table').count()).toBe(4)
    const chart = charts.filter({ has: page.getByRole('heading', { name: 'Production by month' }) })
    await chart.getByText('Show the figures as a table').click()
    const links = chart.getByRole('table').getByRole('link')
    const cents = (await links.allTextContents()).map((text) => Math.round(numberIn(text) * 100))
    const at = report.columns.findIndex(({ key }: { key: string }) => key === 'retail')
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(Math.round(report.totals[at].value * 100))
    await expectClean(window)
    const first = report.rows.toSorted((one: { key: string }, other: { key: string }) =>
      one.key < other.key ? -1 : 1,
    )[0]
    await links.first().click()
    await soon(async () => numberIn((await page.locator('.list-count').textContent()) ?? '')).toBe(
      await rowsBehind(first.cells[at]),
    )
  })
})
