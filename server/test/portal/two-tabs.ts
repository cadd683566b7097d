import { test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, fillIn } from '../support/browser/controls.ts'
import { expectText, type PortalWindow, soon } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { contractOf, SOLD } from '../support/builders/cancels.ts'
import { sellR1 } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { TestService } from '../support/service/app.ts'

async function edit({ page }: PortalWindow, notes: string): Promise<void> {
  await page.bringToFront()
  await button(page, 'Edit: Notes').click()
  await fillIn(page, 'Notes', notes)
}

async function save({ page }: PortalWindow): Promise<void> {
  await page.bringToFront()
  await button(page, 'Save').click()
}

export function twoTabsStories(service: TestService, windows: Windows): void {
  test('of two tabs that edit one contract the second sees what the first saved, and loses nothing; they sign out together', async () => {
    await setClock(service, SOLD)
    const contract = (await sellR1(service.api.as('sandbox-admin'))).body
    const first = await windows.open({ user: 'sandbox-entry' })
    await first.go(`/contracts/${contract.number}`)
    const second = await first.newTab()
    await second.go(`/contracts/${contract.number}`)
    await edit(first, 'Called on Monday')
    await edit(second, 'Called on Tuesday')
    await save(first)
    await soon(async () => (await contractOf(service, contract.id)).notes).toBe('Called on Monday')
    await save(second)
    const asked = dialog(second.page, 'Someone changed this')
    await expectText(asked, 'Called on Monday')
    await expectText(asked, 'Called on Tuesday')
    await expectClean(second, { refusals: [/^412 PATCH/] })
    await button(asked, 'Save').click()
    await soon(async () => (await contractOf(service, contract.id)).notes).toBe('Called on Tuesday')
    await button(second.page, 'Finalize').click()
    await expectClean(second, { refusals: [/^412 PATCH/] })
    await second.page.keyboard.press('Escape')
    await signOutTogether(second, first)
  })
}

/** Signing out in one tab signs out the other, and leaves nothing in the browser. */
async function signOutTogether(...tabs: readonly [PortalWindow, PortalWindow]): Promise<void> {
  await button(tabs[0].page, 'Sign out').click()
  for (const tab of tabs) {
    await button(tab.page, 'Sign in').waitFor()
    // What was on its way is refused.
    await expectClean(tab, { skipAxe: true, refusals: [/^412 PATCH/, /^401 GET/] })
  }
}
