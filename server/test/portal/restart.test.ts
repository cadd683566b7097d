import { afterAll, expect, test } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { button } from '../support/browser/controls.ts'
import { expectText, openWindow } from '../support/browser/window.ts'
import { CANCELLED, SOLD } from '../support/builders/cancels.ts'
import { sellAndFinalize } from '../support/builders/contracts.ts'
import { openApi } from '../support/service/api.ts'
import { launchService, openHome } from '../support/service/service-process.ts'
import { preview, submit } from './cancel.ts'

// The service is killed while it executes a cancellation, and started again. The page sends the same key again.

const home = openHome()
afterAll(async () => {
  await endBrowser()
  await home.remove()
})

/** How long after the click the service is killed: before it has begun, in the middle, and when it has answered. */
test.each([0, 15, 40, 120])('a restart %i ms after Execute leaves one cancel', async (milliseconds) => {
  const folder = home.seededFolder()
  const first = await launchService(folder)
  await first.ready()
  const api = openApi(first.url)
  const admin = api.as('sandbox-admin')
  await admin.put('/sandbox/clock', { now: SOLD })
  const contract = await sellAndFinalize(admin)
  await admin.put('/sandbox/clock', { now: CANCELLED })
  const window = await openWindow(first, { user: 'sandbox-cancels' })
  const { page } = window
  await window.go(`/cancellations/new?contract=${contract.number}`)
  await preview(window)
  await submit(window)
  const execute = button(page, 'Execute')
  await expectText(execute, '$1,776.95')
  await Promise.all([execute.click(), page.waitForTimeout(milliseconds).then(() => first.signal('SIGKILL'))])
  await first.ended
  const second = await launchService(folder, { port: first.port })
  await second.ready()
  // What the page could not send by itself it offers to send again, and says that this is safe.
  const again = page.getByRole('button', { name: /^(Execute|Try again|Send again)/ }).first()
  await expect
    .poll(
      async () => {
        const { body } = await openApi(second.url)
          .as('sandbox-cancels')
          .get(`/contracts/${contract.id}/cancels`)
        if (body.length === 0 && (await again.isEnabled().catch(() => false))) await again.click()
        return body.length
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1)
  await window.close()
  await second.stop()
})
