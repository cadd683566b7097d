import { test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button } from '../support/browser/controls.ts'
import type { Windows } from '../support/browser/windows.ts'

export function signOutStories(windows: Windows): void {
  test('signing out in one tab signs out the other, and nothing is left in the browser', async () => {
    const first = await windows.open({ user: 'sandbox-auditor' })
    await first.load('/contracts')
    const second = await first.newTab()
    await second.load('/home')
    await button(second.page, 'Sign out').click()
    for (const tab of [second, first]) {
      await button(tab.page, 'Sign in').waitFor()
      await expectClean(tab, { skipAxe: true })
    }
  })
}
