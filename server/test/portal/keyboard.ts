import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { figure } from '../support/browser/controls.ts'
import { expectText } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { paidR1, SOLD } from '../support/builders/cancels.ts'
import { newVin } from '../support/builders/contracts.ts'
import { setClock } from '../support/builders/held-contracts.ts'
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

/** What a person does: to come to a control and use it is one action. */
async function inActions(most: number, ...actions: readonly (() => Promise<void>)[]): Promise<void> {
  expect(actions.length).toBeLessThanOrEqual(most)
  for (const act of actions) await act()
}

export function keyboardStories(service: TestService, windows: Windows): void {
  test('from the search to a cancel quote in five actions, all by keyboard', async () => {
    const contract = await paidR1(service)
    const window = await windows.open({ user: 'sandbox-cancels' })
    const { page } = window
    await window.load('/home')
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

  test('from the VIN to the sale of a rate in six actions, all by keyboard', async () => {
    await setClock(service, SOLD)
    const window = await windows.open({ user: 'sandbox-dealer-d1001' })
    const { page } = window
    await window.load('/home')
    await inActions(
      6,
      async () => {
        await page.keyboard.press('g')
        await page.keyboard.press('q')
        await expectText(page.locator('h1'), 'Quote')
      },
      async () => {
        await tabTo(page, 'VIN')
        await page.keyboard.type(newVin())
      },
      async () => {
        await tabTo(page, 'Odometer')
        await page.keyboard.type('12000')
      },
      async () => {
        await page.keyboard.press('Enter')
        await page.locator('[role=gridcell]:focus').waitFor()
      },
      () => page.keyboard.press('ArrowDown'),
      () => page.keyboard.press('Enter'),
    )
    await page.getByLabel('Retail price').first().waitFor()
  })
}
