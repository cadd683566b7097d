import { expect, test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button, fillAll, fillIn, region } from '../support/browser/controls.ts'
import { expectText, type PortalWindow } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { SOLD } from '../support/builders/cancels.ts'
import { newVin } from '../support/builders/contracts.ts'
import { pdf } from '../support/builders/documents.ts'
import { setClock } from '../support/builders/held-contracts.ts'
import { rateIn, standingQuote, truck } from '../support/builders/quotes.ts'
import type { TestService } from '../support/service/app.ts'
import { inActions, tabTo } from './keyboard.ts'

const dealer = 'sandbox-dealer-d1001'
/** The form is tried out while it is filled in. */
const incomplete = /^4\d\d POST \/contracts$/
const money = (amount: number) => amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

export function quoteStories(service: TestService, windows: Windows): void {
  test('a dealer quotes in six actions by keyboard, sells, prints and takes the signed form', async () => {
    await setClock(service, SOLD)
    const window = await windows.open({ user: dealer })
    const { page } = window
    await window.load('/quote')
    const typed = (name: string, text: string) => async () => {
      await tabTo(page, name)
      await page.keyboard.type(text)
    }
    await inActions(
      6,
      typed('Year', '2024'),
      typed('Make', 'Ford'),
      typed('Model', 'F-150'),
      typed('Drive type', '4WD'),
      typed('Odometer', '12000'),
      () => page.keyboard.press('Enter'),
    )
    const cell = page
      .getByRole('grid', { name: 'Rates' })
      .locator('[data-plan=PLATINUM][data-term="60/75000"][data-deductible="0"]')
    const quoted = await standingQuote(service.api.as(dealer), 'D1001', { ...truck, productTypeCode: 'VSC' })
    await expectText(cell, money(rateIn(quoted, 'PLATINUM 60/75000 0').suggestedRetail))
    await expectClean(window)
    // The first rate has the focus; arrow keys move it, Enter chooses.
    const focused = page.locator('[role=gridcell]:focus')
    const first = await focused.getAttribute('data-offer')
    await page.keyboard.press('ArrowDown')
    expect(await focused.getAttribute('data-offer')).not.toBe(first)
    await cell.focus()
    await page.keyboard.press('Enter')
    await fillIn(page, 'Retail price', '2995.00')
    await fillAll(page, { VIN: newVin(), 'First name': 'Dana', 'Last name': 'Reyes', Address: '12 Elm St' })
    await fillAll(page, { City: 'Austin', State: 'TX', ZIP: '78701' })
    await fillAll(page, { 'Vehicle purchase price': '52000.00', Salesperson: 'R. Diaz' })
    await expectClean(window, { refusals: [incomplete] })
    await button(page, 'Save contract').click()

    await button(page, 'Print form').click()
    await page.locator('iframe[title^="Document"]').waitFor()
    const file = { name: 'signed.pdf', mimeType: 'application/pdf', buffer: pdf('signed') }
    await page.locator('input[type=file]').first().setInputFiles(file)
    await expectText(page.getByRole('status').filter({ hasText: 'signed.pdf' }), 'signed.pdf')
    await expectClean(window, { refusals: [incomplete] })
    const sold = region(page, 'Contract')
    await expectText(sold, 'Platinum 60/75,000')
    await expectText(sold, '$2,995.00')
    const { body } = await service.api.as(dealer).get(`/v2/contracts/${await soldNumber(window)}`)
    expect(body).toMatchObject({ status: 'Pending', retailPrice: 2995 })
  })

  test('at 150,000 miles Why no rates names the odometer, what was seen and what is needed', async () => {
    await setClock(service, SOLD)
    const window = await windows.open({ user: dealer, width: 320, height: 640 })
    const { page } = window
    await window.go('/quote')
    await fillAll(page, { Year: '2024', Make: 'Ford', Model: 'F-150', 'Drive type': '4WD' })
    await fillAll(page, { Odometer: '150000', 'Sale date': '2024-03-15' })
    await button(page, 'Get rates').click()
    const why = region(page, 'Why no rates')
    await expectText(why, /odometer/i)
    await expectText(why, '150,000')
    await expectText(why, /at most [\d,]+/)
    await expectClean(window, { refusals: [/^404 GET \/Rates\/rateQuote/] })
  })
}

/** The number of the contract that the papers on the screen belong to. */
async function soldNumber({ page }: PortalWindow): Promise<string> {
  const [number] = /VSC-\d+/.exec((await page.locator('main').textContent()) ?? '') ?? []
  return number ?? expect.fail('The page names no contract.')
}
