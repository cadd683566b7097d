import { expect, test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, fillIn } from '../support/browser/controls.ts'
import { expectText, type PortalWindow } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { contractOf, SOLD } from '../support/builders/cancels.ts'
import { sellR1 } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import type { TestService } from '../support/service/app.ts'

async function edit({ page }: PortalWindow, notes: string): Promise<void> {
  await button(page, 'Edit: Notes').click()
  await fillIn(page, 'Notes', notes)
}

export function twoTabsStories(service: TestService, windows: Windows): void {
  test('of two tabs that edit one contract the second sees what the first saved, and loses nothing', async () => {
    await setClock(service, SOLD)
    const contract = (await sellR1(service.api.as('sandbox-admin'))).body
    const first = await windows.open({ user: 'sandbox-entry' })
    const second = await first.newTab()
    for (const tab of [first, second]) await tab.load(`/contracts/${contract.number}`)
    await edit(first, 'Called on Monday')
    await edit(second, 'Called on Tuesday')
    await button(first.page, 'Save').click()
    await expect.poll(async () => (await contractOf(service, contract.id)).notes).toBe('Called on Monday')
    await button(second.page, 'Save').click()
    const asked = dialog(second.page, 'Someone changed this')
    await expectText(asked, 'Called on Monday')
    await expectText(asked, 'Called on Tuesday')
    await expectClean(second, { refusals: [/^412 PATCH/] })
    await button(asked, 'Save').click()
    await expect.poll(async () => (await contractOf(service, contract.id)).notes).toBe('Called on Tuesday')
  })
}
