import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, figure, fillIn, link, region } from '../support/browser/controls.ts'
import { expectText, soon } from '../support/browser/window.ts'
import { openWindows } from '../support/browser/windows.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { quote, truck } from '../support/builders/quotes.ts'
import { edited } from '../support/builders/rate-books.ts'
import { testService } from '../support/service/app.ts'

// Rate books, state rules and reports in the portal. Its own service, because a book is applied.

const service = await testService()
const windows = openWindows(service)
afterAll(endBrowser)

const office = { user: 'sandbox-admin' }
const admin = service.api.as('sandbox-admin')
const RATES = 'programs/VSC-STD/rates.csv'
const CLASS = 'programs/VSC-STD/factors/CLASS.csv'
const DAY = '2024-03-15'

beforeAll(async () => {
  await setClock(service, `${DAY}T15:00:00Z`)
  await soldR1(service)
  await quote(admin, 'D1001', truck)
})

/** The files as a folder of this machine. Forms are bytes. */
function folderOf(files: ReadonlyMap<string, string>): string {
  const folder = join(mkdtempSync(join(tmpdir(), 'bulwark-book-')), 'book')
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

describe('rate books', () => {
  test('faults are shown by file and line, and nothing can be applied', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/rates/books')
    await link(page, 'New version').click()
    const wrong = edited(CLASS, '3,1.00', '3,one')
    await page.getByLabel('Folder of the book').setInputFiles(folderOf(wrong))
    const faults = page.getByRole('table', { name: 'Faults' })
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
    await expectText(changes, '780.00')
    // The heat map: 1.00 became 1.10, ten percent and more.
    await expectText(changes.locator('td[data-heat="up-4"]'), '1.1')
    await expectClean(window)
    await button(page, 'Rehearse').click()
    await expectText(figure(page, 'rehearsal'), 'Quotes')
    await button(page, 'Apply the book').click()
    const form = dialog(page, 'Apply the book')
    const confirm = button(form, 'Apply version 2')
    expect(await confirm.getAttribute('aria-disabled')).toBe('true')
    await fillIn(form, 'Type 2 to confirm', '2')
    await confirm.click()
    await soon(() => page.url()).toMatch(/rates\/books\/2$/)
    await expectText(page.locator('h1'), 'Version 2')
    await expectClean(window)
    const { body } = await admin.get('/Rates/books')
    expect(body.items[0]).toMatchObject({ version: 2, isLive: true })
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
    await expectText(form, /The library is up to date|Changes|Rule/)
    await press(button(form, 'Apply'))
    await soon(() => form.count()).toBe(0)
    expect((await admin.post('/cancelrules/library?dryRun=true', {})).body.changes).toEqual([])
  })
})

describe('reports', () => {
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
    expect(await page.locator('.home-queue').count()).toBe(items.length)
    await expectClean(window)
  })
})
