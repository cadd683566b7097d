import { expect, test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog } from '../support/browser/controls.ts'
import { expectText, soon } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'

const office = { user: 'sandbox-admin' }

/** Menus and lists below fields are our own, so their keys are tried out. */
export function chooseStories(windows: Windows): void {
  test('a menu is opened, walked through and closed by keyboard, and gives the focus back', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.go('/contracts')
    const opener = button(page, 'Columns')
    const menu = page.getByRole('menu', { name: 'Columns' })
    const focused = () => page.evaluate<string>("document.activeElement?.textContent ?? ''")
    await opener.focus()
    await page.keyboard.press('ArrowDown')
    const items = await menu.getByRole('menuitemcheckbox').allTextContents()
    await soon(focused).toBe(items[0])
    await page.keyboard.press('ArrowDown')
    expect(await focused()).toBe(items[1])
    await page.keyboard.press('End')
    expect(await focused()).toBe('As usual')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowUp')
    expect(await focused()).toBe('As usual')
    await page.keyboard.type('st')
    expect(await focused()).toMatch(/^St/)
    await expectClean(window)
    await page.keyboard.press('Escape')
    await soon(() => menu.count()).toBe(0)
    expect(await focused()).toBe('Columns')
    // A press beside it closes it, and does nothing else.
    await opener.click()
    await menu.waitFor()
    await page.mouse.click(5, 5)
    await soon(() => menu.count()).toBe(0)
    expect(page.url()).toContain('/contracts')
  })

  test('a list below a field is searched, chosen from and closed by keyboard, and its dialog stays', async () => {
    const window = await windows.open(office)
    const { page } = window
    await window.go('/money/ledger')
    await button(page, 'New row').click()
    const form = dialog(page, 'New row')
    const field = form.getByRole('combobox', { name: 'Account holder' })
    const options = page.getByRole('listbox', { name: 'Account holder' }).getByRole('option')
    await field.click()
    await soon(() => options.count()).toBeGreaterThan(1)
    await page.keyboard.press('Escape')
    await soon(() => options.count()).toBe(0)
    expect(await form.count()).toBe(1)
    const asked = page.waitForResponse((answer) => answer.url().includes('name=lone'))
    await page.keyboard.type('lone')
    await asked
    await soon(() => options.count()).toBeGreaterThan(0)
    await expectClean(window)
    const first = page.locator('[role=option][data-highlighted] .menu-words')
    await expectText(first, /lone/i)
    await page.keyboard.press('Enter')
    await soon(() => options.count()).toBe(0)
    await soon(() => field.inputValue()).toMatch(/lone/i)
    // What is typed and not chosen is not kept.
    const chosen = await field.inputValue()
    await page.keyboard.type('x')
    await page.keyboard.press('Tab')
    await soon(() => field.inputValue()).toBe(chosen)
    await page.keyboard.press('Escape')
    await soon(() => form.count()).toBe(0)
  })
}
