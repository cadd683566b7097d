import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button } from '../support/browser/controls.ts'
import { expectText, type PortalWindow, settled } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import type { TestService } from '../support/service/app.ts'

const eva = {
  ...{ firstName: 'Éva', lastName: 'Quillfeather', email: 'eva@quill.example', phone: '(737) 555-0199' },
  address: { line1: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
}
const office = { user: 'sandbox-admin' }

export function findStories(service: TestService, windows: Windows): void {
  test('a contract is found by number, VIN, name and phone, and opened from the keyboard', async () => {
    const contract = await soldR1(service, { customer: eva })
    const window = await windows.open(office)
    const { page } = window
    await window.go('/home')
    const search = page.getByRole('combobox', { name: 'Search' })
    const hit = page.getByRole('option', { selected: true })
    for (const text of [
      contract.vehicle.vin.slice(-8),
      'quillfeather eva',
      '737.555.0199',
      contract.number,
    ]) {
      await page.keyboard.press('/')
      await page.keyboard.type(text)
      await expectText(hit, contract.number)
      if (text === contract.number) break
      await search.fill('')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
    }
    await page.keyboard.press('Enter')
    await expectText(page.locator('h1'), contract.number)
    await settled(window)
    expect(page.url()).toContain(`/app/contracts/${contract.number}`)
    await expectText(page.getByTestId('retail-price'), '$2,995.00')
    await expectText(page.getByTestId('contract-status'), 'Active')
    await expectClean(window)
    // What nobody has is not found, and the box says what to try.
    await search.fill('xylophonist')
    await expectText(page.locator('search').getByRole('status'), 'Nothing was found')
  })

  test('the address of a list shows the same rows elsewhere, and its CSV has as many', async () => {
    const path = '/contracts?status=Active&state=TX&sortBy=number&sortDirection=Desc'
    const answer = await service.api.as(office.user).get(`/v2${path}&pageSize=50`)
    const expected: string[] = answer.body.items.map(({ number }: { number: string }) => number)
    expect(expected.length).toBeGreaterThan(1)
    for (const user of [office.user, 'sandbox-cancels']) {
      const window = await windows.open({ user })
      await window.load(path)
      expect(await numbersIn(window)).toEqual(expected)
      if (user === office.user) expect(await linesOfCsv(window)).toBe(answer.body.totalCount + 1)
    }
  })
}

/** The numbers of the contracts that a list shows. */
export const numbersIn = ({ page }: PortalWindow) =>
  page
    .getByRole('table', { name: 'Contracts' })
    .getByRole('link', { name: /^[A-Z]+-\d+$/ })
    .allTextContents()

/** Exports a list, and counts the lines of the file. */
export async function linesOfCsv({ page }: PortalWindow): Promise<number> {
  const saved = page.waitForEvent('download')
  await button(page, 'Export CSV').click()
  return readFileSync(await (await saved).path(), 'utf8')
    .trimEnd()
    .split('\n').length
}
