import { expect, test } from 'vitest'
import { codeAt, stepAt } from '../../src/access/secrets/totp.ts'
import { expectClean } from '../support/browser/clean.ts'
import { button, fillAll } from '../support/browser/controls.ts'
import { expectText, type PortalWindow, signInByForm } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { PASSWORD, type People, peopleOf } from '../support/builders/people.ts'
import type { TestService } from '../support/service/app.ts'

const wrongName = '401 POST /session'
const tooMany = '429 POST /session'

async function enter({ page }: PortalWindow, userName: string, password = PASSWORD): Promise<void> {
  await fillAll(page, { 'User name': userName, Password: password })
  await button(page, 'Sign in').click()
}

/** A user with one-time codes, and the next code that is accepted. */
async function withCodes(people: People): Promise<{ userName: string; code: () => string }> {
  const { userName } = await people.add()
  const { caller } = await people.enter(userName)
  const { body } = await caller.post('/me/totp')
  const step = stepAt(new Date())
  await caller.put('/me/totp', { code: codeAt(body.secret, step) })
  // The code of this half minute has been used.
  return { userName, code: () => codeAt(body.secret, step + 1) }
}

export async function signInStories(service: TestService, windows: Windows): Promise<void> {
  const people = await peopleOf(service)

  test('a wrong password is refused, and after five the page says until when; the right one leads to where the link pointed', async () => {
    const locked = await people.add()
    for (let time = 0; time < 5; time += 1) await people.enter(locked.userName, 'wrong')
    const window = await windows.open()
    const { page } = window
    await window.load('/cancellations?pageNumber=1')
    await expectClean(window)
    await signInByForm(page, 'sandbox-cancels', 'wrong')
    await expectText(page.getByRole('alert'), 'not right')
    await expectClean(window, { refusals: [wrongName], skipAxe: true })
    await enter(window, locked.userName)
    await expectText(page.getByRole('alert'), /Try again at \d+:\d\d/)
    await signInByForm(page, 'sandbox-cancels')
    await expectText(page.locator('h1'), 'Cancellations')
    await expectText(page.getByRole('table', { name: 'Cancellations' }), 'CXR-')
    await expectClean(window, { refusals: [wrongName, tooMany] })
    expect(page.url()).toContain('/app/cancellations?pageNumber=1')
  })

  test('a one-time code is asked for, and a wrong one refused', async () => {
    const { userName, code } = await withCodes(people)
    const window = await windows.open()
    const { page } = window
    await window.load('')
    await enter(window, userName)
    const asked = page.getByRole('textbox', { name: 'One-time code' })
    await asked.fill('000000')
    await button(page, 'Sign in').click()
    await expectText(page.getByRole('alert'), 'one-time code')
    await asked.fill(code())
    await button(page, 'Sign in').click()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
  })

  test('somebody who was invited sets a password and signs in with it', async () => {
    const { userName, invitation } = await people.add('')
    const window = await windows.open()
    const { page } = window
    await window.load(`/invitation#${encodeURIComponent(invitation ?? '')}`)
    await fillAll(page, { 'New password': PASSWORD, 'New password again': PASSWORD })
    await expectClean(window)
    await button(page, 'Set password').click()
    await expectText(page.getByRole('status'), 'Your password is set')
    await enter(window, userName)
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(page.url()).not.toContain('invitation')
  })
}
