import { expect, test } from 'vitest'
import { expectText, openWindow, settled } from '../support/browser/window.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import type { TestService } from '../support/service/app.ts'

const eva = {
  ...{ firstName: 'Éva', lastName: 'Quillfeather', email: 'eva@quill.example', phone: '(737) 555-0199' },
  address: { line1: '1 Elm St', city: 'Austin', state: 'TX', zip: '78701' },
}

export function findStories(service: TestService): void {
  test('a contract is found by number, VIN, name and phone, and opened from the keyboard', async () => {
    const contract = await soldR1(service, { customer: eva })
    const window = await openWindow(service, { user: 'sandbox-entry' })
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
    await window.close()
  })

  test('what nobody has is not found, and the box says what to try', async () => {
    const window = await openWindow(service, { user: 'sandbox-entry' })
    await window.go('/home')
    await window.page.getByRole('combobox', { name: 'Search' }).fill('xylophonist')
    await expectText(window.page.locator('search').getByRole('status'), 'Nothing was found')
    await window.close()
  })
}
