import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { figure } from '../support/browser/controls.ts'
import { expectText, openWindow } from '../support/browser/window.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import type { TestService } from '../support/service/app.ts'

const FOCUSED = `(() => {
  const element = document.activeElement
  const label = element?.labels?.[0]?.textContent ?? element?.getAttribute('aria-label') ?? element?.textContent
  return (label ?? '').trim()
})()`

/** Goes on with Tab until the control with this name has the focus, and can be seen to have it. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let tabs = 0; tabs < 80; tabs += 1) {
    if ((await page.evaluate<string>(FOCUSED)).startsWith(name)) return
    await page.keyboard.press('Tab')
  }
  expect.fail(`Tab never comes to ${name}.`)
}

export function keyboardStories(service: TestService): void {
  test('from the search to a cancel quote in five actions, all by keyboard', async () => {
    const contract = await soldR1(service)
    const window = await openWindow(service, { user: 'sandbox-cancels' })
    const { page } = window
    await window.go('/home')
    let actions = 0
    const act = async (work: () => Promise<void>) => {
      actions += 1
      await work()
    }
    await act(async () => {
      await page.keyboard.press('/')
      await page.keyboard.type(contract.number)
      await expectText(page.getByRole('option', { selected: true }), contract.number)
    })
    await act(() => page.keyboard.press('Enter'))
    await expectText(page.locator('h1'), contract.number)
    await act(async () => {
      await tabTo(page, 'Cancel contract')
      await page.keyboard.press('Enter')
    })
    await expectText(page.locator('h1'), 'Cancel')
    await act(async () => {
      await tabTo(page, 'Odometer')
      await page.keyboard.type('41250')
    })
    await act(() => page.keyboard.press('Enter'))
    await expectText(figure(page, 'net-refund'), '$1,776.95')
    expect(actions).toBeLessThanOrEqual(5)
    await window.close()
  })
}
