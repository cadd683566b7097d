import { test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button } from '../support/browser/controls.ts'
import { openWindow } from '../support/browser/window.ts'
import type { TestService } from '../support/service/app.ts'

export function signOutStories(service: TestService): void {
  test('signing out in one tab signs out the other, and nothing is left in the browser', async () => {
    const first = await openWindow(service, { user: 'sandbox-auditor' })
    await first.go('/contracts')
    const second = await first.newTab()
    await second.go('/home')
    await button(second.page, 'Your account').click()
    await second.page
      .getByRole('menuitem', { name: 'Sign out' })
      .or(button(second.page, 'Sign out'))
      .first()
      .click()
    for (const tab of [second, first]) {
      await button(tab.page, 'Sign in').waitFor()
      await expectClean(tab, { skipAxe: true })
    }
    await first.close()
  })
}
