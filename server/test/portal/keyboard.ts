import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { figure } from '../support/browser/controls.ts'
import { expectText } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { paidR1 } from '../support/builders/cancels.ts'
import type { TestService } from '../support/service/app.ts'

const FOCUSED = `(() => {
  const element = document.activeElement
  const label = element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent
  return (label ?? '').trim()
})()`

/** Goes on with Tab until the control with this name has the focus, and can be seen to have it. */
export async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if ((await page.evaluate<string>(FOCUSED)).startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  expect.fail(`Tab never comes to ${name}.`)
}

/** What a person does: to come to a control and use it is one action. */
export async function inActions(most: number, ...actions: readonly (() => Promise<void>)[]): Promise<void> {
  expect(actions.length).toBeLessThanOrEqual(most)
  for (const act of actions) await act()
}

export function keyboardStories(service: TestService, windows: Windows): void {
  test('from the search to a cancel quote in five actions, all by keyboard', async () => {
    const contract = await paidR1(service)
    const window = await windows.open({ user: 'sandbox-cancels' })
    const { page } = window
    await window.go('/home')
    await inActions(
      5,
      async () => {
        await page.keyboard.press('/')
        await page.keyboard.type(contract.number)
        await expectText(page.getByRole('option', { selected: true }), contract.number)
      },
      async () => {
        await page.keyboard.press('Enter')
        await expectText(page.locator('h1'), contract.number)
      },
      async () => {
        await tabTo(page, 'Cancel contract')
        await page.keyboard.press('Enter')
        await expectText(page.locator('h1'), 'Cancel')
      },
      async () => {
        await tabTo(page, 'Odometer')
        await page.keyboard.type('41250')
      },
      () => page.keyboard.press('Enter'),
    )
    // A claim of 412.35 was paid.
    await expectText(figure(page, 'net-refund'), '$1,364.60')
  })
}
