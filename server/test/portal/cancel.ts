import { expect, test } from 'vitest'
import { expectClean } from '../support/browser/clean.ts'
import { button, dialog, field, figure, fillAll, fillIn, region } from '../support/browser/controls.ts'
import { expectText, type PortalWindow, settled, soon } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { requested } from '../support/builders/cancel-requests.ts'
import { balances, contractOf, netOfHolders, soldR1 } from '../support/builders/cancels.ts'
import { readPdf } from '../support/builders/pdf-reading.ts'
import type { TestService } from '../support/service/app.ts'

/** C1 as it is entered: on 2025-09-10 at 41,250 miles, which refunds 1,776.95. */
const C1 = {
  'Cancel date': '2025-09-10',
  Reason: 'Customer request',
  Odometer: '41250',
  'Requested by': 'Customer',
}
const NET = '$1,776.95'
const desk = { user: 'sandbox-cancels' }

/** The figures of a cancellation. */
export async function preview({ page }: PortalWindow): Promise<void> {
  await fillAll(page, C1)
  await button(page, 'Preview').click()
  await expectText(figure(page, 'net-refund'), NET)
}

/** The request of the previewed cancellation, by its number. */
export async function submit(window: PortalWindow): Promise<string> {
  const { page } = window
  await button(page, 'Submit request').click()
  await expectText(page.locator('h1'), /^CXR-/)
  await settled(window)
  return (await page.locator('h1').textContent()) ?? ''
}

/** A contract, and the number of the request to cancel it. */
async function requestedC1(service: TestService) {
  const contract = await soldR1(service)
  const { number } = await requested(service.api.as(desk.user), contract.id)
  return { contract, number }
}

/** The text of the letter that is shown, from the answer that brought it: the viewer of the browser keeps it to itself. */
async function shownLetter({ page, traffic }: PortalWindow): Promise<string> {
  const answers = traffic.keepAnswers()
  await button(page, 'Letter').click()
  await page.locator('iframe[title="Document"]').waitFor()
  for (const { method, body } of answers) {
    const { generatedDocument } = method === 'POST' ? JSON.parse(await body) : {}
    if (generatedDocument) return (await readPdf(Buffer.from(generatedDocument.pdf.data, 'base64'))).text
  }
  return expect.fail('There is no letter.')
}

export function cancelStories(service: TestService, windows: Windows): void {
  test('a contract is cancelled as it was previewed, to the cent, and reinstated', async () => {
    const contract = await soldR1(service)
    const before = netOfHolders(await balances(service))
    const window = await windows.open(desk)
    const { page } = window
    // `keyboard.ts` comes here from the contract.
    await window.go(`/cancellations/new?contract=${contract.number}`)
    await preview(window)
    await region(page, 'Alternatives').waitFor()
    await expectText(region(page, 'Effects'), /\d/)
    await expectClean(window)

    await figure(page, 'net-refund').getByRole('button').or(button(page, 'Net refund')).first().click()
    await expectText(dialog(page, 'How it came about').getByRole('list'), /\d/)
    await page.keyboard.press('Escape')

    const number = await submit(window)
    await expectText(button(page, 'Execute'), NET)
    expect(await shownLetter(window)).toContain('1,776.95')
    await expectClean(window)
    await button(page, 'Execute').click()
    await soon(async () => (await contractOf(service, contract.id)).status).toBe('Cancelled')
    // The next request opens, or the queue.
    await soon(() => page.url()).not.toContain(number)

    await window.go(`/cancellations/${number}`)
    await expectText(figure(page, 'net-refund'), NET)
    const { body } = await service.api.as(desk.user).get(`/v2/cancelrequests/${number}`)
    expect(body.calculation.netRefund).toBe(1776.95)
    await reinstate(window)
    await soon(async () => (await contractOf(service, contract.id)).status).toBe('Active')
    expect(netOfHolders(await balances(service))).toEqual(before)
  })

  test('practice mode changes nothing; an answer to Execute that is lost is asked for again, and there is one cancel', async () => {
    const { contract, number } = await requestedC1(service)
    const window = await windows.open(desk)
    const { page, traffic } = window
    await window.go(`/cancellations/${number}`)
    const before = await contractOf(service, contract.id)
    const practice = page.getByRole('switch', { name: 'Practice mode' })
    await practice.click()
    await expectText(button(page, 'Execute'), NET)
    const answers = traffic.keepAnswers()
    await button(page, 'Execute').click()
    await soon(() => answers.filter(({ method }) => method === 'POST').length).toBeGreaterThan(0)
    await expectClean(window, { skipAxe: true })
    expect(await contractOf(service, contract.id)).toEqual(before)

    await practice.click()
    await window.go(`/cancellations/${number}`)
    await expectText(button(page, 'Execute'), NET)
    let lost = 0
    await page.route(new RegExp(`/cancelrequests/${number}$`), async (route) => {
      const answer = await route.fetch()
      if (route.request().method() !== 'POST' || lost > 0) return route.fulfill({ response: answer })
      lost += 1
      return route.abort('connectionreset')
    })
    await button(page, 'Execute').click()
    // The next request opens, or the queue.
    await soon(() => page.url()).not.toContain(number)
    const cancels = await service.api.as(desk.user).get(`/contracts/${contract.id}/cancels`)
    expect([lost, cancels.body.length]).toEqual([1, 1])
  })
}

async function reinstate({ page }: PortalWindow): Promise<void> {
  await button(page, 'Reinstate').click()
  const asked = page.getByRole('dialog')
  await fillIn(asked, 'Reason', 'The customer keeps the vehicle')
  const main = button(asked, 'Reinstate')
  await soon(() => main.getAttribute('aria-disabled')).not.toBe('true')
  await main.click()
  await field(asked, 'Reason').waitFor({ state: 'detached' })
}
