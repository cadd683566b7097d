import { afterAll, describe, expect, test } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, figure, fillAll, fillIn, link, region } from '../support/browser/controls.ts'
import { expectText, type PortalWindow, settled, soon } from '../support/browser/window.ts'
import { openWindows } from '../support/browser/windows.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { openReceiver, workerOf } from '../support/builders/webhooks.ts'
import { testService } from '../support/service/app.ts'

// What those who connect programs and those who set the service up do in the portal. Its own service, because the last
// story resets it.

const service = await testService()
const windows = openWindows(service)
afterAll(endBrowser)

const office = { user: 'sandbox-admin' }
const admin = service.api.as('sandbox-admin')

/** Waits until the dry run is done, and presses. */
async function press(main: ReturnType<typeof button>): Promise<void> {
  await soon(() => main.getAttribute('aria-disabled')).not.toBe('true')
  await main.click()
}

/** Reads the secret of the dialog, which closes only when it has been kept. */
async function keepSecret({ page }: PortalWindow, title: string): Promise<string> {
  const shown = dialog(page, title)
  const secret = (await shown.getByTestId('secret').textContent()) ?? ''
  await page.keyboard.press('Escape')
  expect(await shown.count()).toBe(1)
  const close = shown.getByRole('button', { name: 'Close' }).last()
  expect(await close.getAttribute('aria-disabled')).toBe('true')
  await shown.getByRole('checkbox', { name: 'I have kept it' }).check()
  await close.click()
  await soon(() => shown.count()).toBe(0)
  return secret
}

describe('keys', () => {
  test('a key is made with some rights, shown once, used and revoked', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/developers/keys')
    await expectClean(window)
    await button(page, 'New API key').click()
    const form = dialog(page, 'New API key')
    await fillIn(form, 'Name', 'Warehouse')
    await form.getByRole('checkbox', { name: 'contracts:read' }).check()
    await expectClean(window)
    await press(button(form, 'Make the key'))
    const key = await keepSecret(window, 'The new key Warehouse')
    const caller = service.api.with(key)
    expect((await caller.get('/v2/contracts?pageSize=1')).status).toBe(200)
    expect((await caller.get('/v2/Users')).status).toBe(403)
    const row = page
      .getByRole('table', { name: 'API keys' })
      .getByRole('row')
      .filter({ hasText: 'Warehouse' })
    await expectText(row, key.slice(-4))
    expect(await page.locator('body').textContent()).not.toContain(key)
    await row.getByRole('button', { name: 'Revoke Warehouse' }).click()
    await button(dialog(page, 'Revoke Warehouse'), 'Revoke').click()
    await soon(() => row.count()).toBe(0)
    await soon(async () => (await caller.get('/v2/contracts?pageSize=1')).status).toBe(401)
  })

  test('an OAuth client gets its tokens with the secret that was shown', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.go('/developers/keys')
    await button(page, 'New OAuth client').click()
    const form = dialog(page, 'New OAuth client')
    await fillIn(form, 'Name', 'Lender portal')
    await form.getByRole('checkbox', { name: 'Auditor' }).check()
    await press(button(form, 'Make the client'))
    const id = await dialog(page, 'The new client').locator('dd code').textContent()
    const secret = await keepSecret(window, 'The new client Lender portal')
    expect((await service.api.as(id ?? '', secret).get('/v2/contracts?pageSize=1')).status).toBe(200)
  })
})

describe('webhooks', () => {
  test('a webhook is made, tested, watched and switched off', async () => {
    const receiver = await openReceiver()
    const worker = workerOf(service)
    try {
      const window = await windows.open(office)
      const { page } = window
      await window.go('/developers/webhooks')
      await button(page, 'New webhook').click()
      const form = dialog(page, 'New webhook')
      await fillAll(form, { Address: receiver.url, 'What it is for': 'Data warehouse' })
      await form.getByRole('checkbox', { name: 'All types' }).uncheck()
      await form.getByRole('checkbox', { name: 'contract.*' }).check()
      await expectClean(window)
      await press(button(form, 'Make the webhook'))
      receiver.secret = await keepSecret(window, 'The secret of the webhook')
      await link(page, receiver.url).click()
      await expectText(page.locator('h1'), receiver.url)
      await button(page, 'Send a test').click()
      await soon(async () => {
        await worker.deliverAll()
        return receiver.got.map(({ event, signed }) => [event.type, signed])
      }).toEqual([['webhook.test', true]])
      await button(page, 'Reload').click()
      const log = page.getByRole('table', { name: 'Delivery log' })
      await expectText(log, 'Delivered')
      await log.getByText('1 attempt').click()
      await expectText(log, '204')
      await expectClean(window)
      await button(page, 'Switch off').click()
      await expectText(figure(page, 'webhook-state'), 'Off')
      expect(await button(page, 'Send a test').getAttribute('aria-disabled')).toBe('true')
    } finally {
      worker.close()
      await receiver.close()
    }
  })
})

describe('events', () => {
  test('the log follows what happens, by type and record', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/developers/events')
    await soon(() => figure(page, 'events-state').getAttribute('data-state')).toBe('following')
    const contract = await soldR1(service)
    const log = page.getByRole('table', { name: 'Event log' })
    await expectText(log, `contracts/${contract.id}`)
    await expectClean(window)
    await window.load(`/developers/events?types=contract.*&subject=contracts/${contract.id}&follow=false`)
    await soon(() => figure(page, 'events-state').getAttribute('data-state')).toBe('still')
    await link(page, `contracts/${contract.id}`).click()
    await expectText(page.locator('h1'), contract.number)
  })
})

describe('runs', () => {
  test('a process is tried out, its candidates are listed, and nothing has changed', async () => {
    const window = await windows.open(office)
    const { page } = window
    await setClock(service, '2030-01-15T15:00:00Z')
    await window.load('/developers/runs')
    await button(page, 'Start a run').click()
    const form = dialog(page, 'Start a run')
    await fillIn(form, 'Process', 'Expire contracts')
    await soon(async () => figure(form, 'candidates').textContent()).toMatch(/^[1-9]/)
    const before = (await admin.get('/contracts/autoexpire?pageSize=1')).body.totalCount
    await press(button(form, 'Try it out'))
    await soon(() => page.url()).toMatch(/\/developers\/runs\/[\w-]{36}/)
    await service.app.services.runs.workAll()
    await expectText(figure(page, 'run-status'), 'Completed')
    await expectText(figure(page, 'run-succeeded'), /^[1-9]/)
    await expectText(page.getByRole('table', { name: 'Candidates of the run' }), 'Done')
    expect((await admin.get('/contracts/autoexpire?pageSize=1')).body.totalCount).toBe(before)
    await expectClean(window)
  })
})

describe('settings', () => {
  test('a setting is changed, is used at once, and goes back to its default', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/settings/contracts')
    await expectClean(window)
    const value = figure(page, 'setting-quoteValidDays')
    const change = async (act: (form: ReturnType<typeof dialog>) => Promise<void>, main: string) => {
      await button(page, 'Change Quote valid days').click()
      const form = dialog(page, 'Quote valid days')
      await act(form)
      await press(button(form, main))
      await soon(() => form.count()).toBe(0)
    }
    await change((form) => fillIn(form, 'Value', '12'), 'Save the value')
    await expectText(value, '12')
    expect((await admin.get('/generalsettings?key=quoteValidDays')).body[0].value).toBe(12)
    await change((form) => form.getByRole('checkbox', { name: 'Use the default' }).check(), 'Use the default')
    await expectText(value, '30')
  })

  test('a user is invited, and seen as the service sees it', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.go('/settings/users')
    await button(page, 'Invite a user').click()
    const form = dialog(page, 'Invite a user')
    await fillAll(form, { 'First name': 'Nora', 'Last name': 'Lindqvist', Email: 'nora@desk.example' })
    await form.getByRole('checkbox', { name: 'CancelDesk' }).check()
    await expectClean(window)
    await press(button(form, 'Send the invitation'))
    const invitation = await keepSecret(window, 'Invitation of Nora Lindqvist')
    expect(invitation.length).toBeGreaterThan(8)
    const [made] = (await admin.get('/v2/Users?userName=nora@desk.example')).body.items
    expect(made).toMatchObject({ roles: ['CancelDesk'], status: 'Active' })
    await window.go(`/settings/users/${made.id}`)
    await button(page, 'View as').click()
    const screens = page.getByRole('table', { name: 'Screens of the user' })
    await expectText(screens.getByRole('row').filter({ hasText: 'Cancellations' }), 'Yes')
    await expectText(screens.getByRole('row').filter({ hasText: 'Audit' }), 'No')
    await expectClean(window)
  })

  test('roles stand against permissions', async () => {
    const window = await windows.open(office)
    await window.go('/settings/roles?area=contracts')
    const table = window.page.getByRole('table', { name: 'What each role may do' })
    await expectText(table, 'contracts:cancel')
    await expectClean(window)
  })
})

describe('the sandbox', () => {
  test('the clock is set, moved by a day and a month, and to the end of the month', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.load('/developers/clock')
    await fillIn(page, 'Clock', '2024-01-30')
    await button(page, 'Set clock').click()
    const today = figure(page, 'today')
    await expectText(today, 'Jan 30, 2024')
    await button(page, '+1 day').click()
    await expectText(today, 'Jan 31, 2024')
    await button(page, '+1 month').click()
    await expectText(today, 'Feb 29, 2024')
    await button(page, 'Month end').click()
    await expectText(today, 'Mar 31, 2024')
    expect((await admin.get('/sandbox/clock')).body).toEqual({ now: '2024-03-31T15:00:00.000Z', isSet: true })
    await expectClean(window)
  })

  test('it is reset behind a word that has to be typed, and everybody signs in again', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.go('/developers/clock')
    await button(region(page, 'Start over'), 'Reset sandbox').click()
    const form = dialog(page, 'Reset sandbox')
    expect(await button(form, 'Reset sandbox now').getAttribute('aria-disabled')).toBe('true')
    await fillIn(form, 'Type reset to confirm', 'reset')
    await button(form, 'Reset sandbox now').click()
    // The whole seed is restored. On a busy machine that takes longer than a screen.
    await page.getByRole('textbox', { name: 'User name' }).waitFor({ timeout: 60_000 })
    expect((await admin.get('/sandbox/clock')).body.isSet).toBe(false)
    await settled(window)
  })
})
