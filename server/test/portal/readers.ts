import { expect, test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { figure, link } from '../support/browser/controls.ts'
import { expectText, settled, signInByForm } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import { verificationFaults } from '../support/oracle/cash/compare.ts'
import type { TestService } from '../support/service/app.ts'
import { holderId, sandboxToday } from '../support/service/sandbox.ts'
import { linesOfCsv, numbersIn } from './find.ts'

const LIST = '/contracts?status=Active&sortBy=number&sortDirection=Desc'
const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

/** Whoever only reads: from signing in to an export of what is theirs, without meeting a refusal. */
export function readerStories(service: TestService, windows: Windows): void {
  test.each([
    ['an agent', 'sandbox-agent-a100', 320],
    ['a lien holder', 'sandbox-lienholder-l100', 320],
    ['an auditor', 'sandbox-auditor', 1280],
  ])('%s reads and exports what is theirs', async (_, user, width) => {
    const lienHolderId = await holderId(service, 'LienHolder', 'L100')
    const sold = await soldR1(service, { lienHolderId })
    const mine = await service.api.as(user).get(`/v2${LIST}&pageSize=50`)
    expect(mine.body.totalCount).toBeGreaterThan(0)
    const window = await windows.open({ width, height: 800 })
    const { page } = window
    await window.load(LIST)
    await signInByForm(page, user)
    await expectText(page.locator('h1'), 'Contracts')
    await settled(window)
    // Of a long list those are shown that fit the window.
    const shown = await numbersIn(window)
    const numbers = mine.body.items.map(({ number }: { number: string }) => number)
    expect(shown.length).toBeGreaterThan(0)
    expect(shown).toEqual(numbers.slice(0, shown.length))
    expect(await linesOfCsv(window)).toBe(mine.body.totalCount + 1)
    await expectClean(window)
    const { number, id } =
      mine.body.items.find((one: { id: number }) => one.id === sold.id) ?? mine.body.items[0]
    await link(page, number).click()
    await expectText(page.locator('h1'), number)
    await settled(window)
    const { body } = await service.api.as(user).get(`/v2/contracts/${id}`)
    await expectText(figure(page, 'retail-price'), money(body.retailPrice))
    await expectClean(window)
    const nav = page.getByRole('navigation', { name: 'Main' })
    const report = link(nav, 'Reports')
    if ((await report.count()) > 0) {
      await report.click()
      await settled(window)
      await expectClean(window)
    }
  })

  test('an auditor reads the books, which agree, down to a trial balance without a difference', async () => {
    const today = await sandboxToday(service.api.as('sandbox-admin'))
    const window = await windows.open({ user: 'sandbox-auditor' })
    await window.go('/money/trial-balance')
    await expectText(figure(window.page, 'trial-balance-difference'), '$0.00')
    const { body } = await service.api.as('sandbox-auditor').get('/trialBalance')
    await expectText(figure(window.page, 'trial-balance-debit'), money(body.totalDebit))
    await expectClean(window)
    expect(await verificationFaults(service.api.as('sandbox-admin'), today)).toEqual([])
  })
}
