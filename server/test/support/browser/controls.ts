import type { Locator, Page } from 'playwright-core'
import { patience } from './browser.ts'

// Controls as a person finds them: by role and the beginning of the name.

/** What holds the controls: the page, a dialog, a region. */
export type Place = Page | Locator

const beginning = (name: string) => new RegExp(`^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`)

export const button = (place: Place, name: string) =>
  place.getByRole('button', { name: beginning(name) }).first()
export const link = (place: Place, name: string) => place.getByRole('link', { name: beginning(name) }).first()
export const region = (place: Place, name: string) => place.getByRole('region', { name: beginning(name) })
export const dialog = (place: Place, name: string) => place.getByRole('dialog', { name: beginning(name) })
export const figure = (place: Place, testId: string) => place.getByTestId(testId)

/** Any control with this label, whatever kind it is. */
export const field = (place: Place, label: string): Locator =>
  place
    .getByRole('textbox', { name: beginning(label) })
    .or(place.getByRole('combobox', { name: beginning(label) }))
    .or(place.getByRole('spinbutton', { name: beginning(label) }))
    .or(place.getByLabel(beginning(label)).and(place.locator('input[type=date]')))
    .first()

/** Types into a field, or chooses from it by the beginning of a title: whichever it is for. */
export async function fillIn(place: Place, label: string, value: string): Promise<void> {
  const control = field(place, label)
  for (const ends = Date.now() + patience(); ; ) {
    const kind = await kindOf(control)
    if (kind !== 'select' && kind !== 'disabled') {
      try {
        return await type(control, value, kind)
      } catch (error) {
        // Its code has come meanwhile, and it is another kind of field now.
        if (Date.now() > ends || (await kindOf(control)) === kind) throw error
        continue
      }
    }
    // What can be chosen may still be on its way, and with many choices the field is another one.
    const title = kind === 'select' ? await choiceIn(control, value) : undefined
    if (title !== undefined) {
      await control.selectOption({ label: title })
      return
    }
    if (Date.now() > ends)
      throw new Error(kind === 'select' ? `${label} has no choice ${value}.` : `${label} stays disabled.`)
    await control.page().waitForTimeout(20)
  }
}

async function type(control: Locator, value: string, kind: string): Promise<void> {
  await control.fill(value)
  if (kind === 'combobox')
    await control
      .page()
      .getByRole('option', { name: beginning(value) })
      .first()
      .click()
}

/** A field whose code is still being loaded is disabled, and looks like another kind. */
async function kindOf(control: Locator): Promise<string> {
  return control.evaluate((element) => {
    const { tagName, role, disabled } = element as unknown as {
      tagName: string
      role: string | null
      disabled: boolean
    }
    return disabled ? 'disabled' : (role ?? tagName.toLowerCase())
  })
}

async function choiceIn(control: Locator, value: string): Promise<string | undefined> {
  const titles = await control.locator('option').allTextContents()
  return titles.find((title) => title.startsWith(value))
}

export async function fillAll(place: Place, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fillIn(place, label, value)
}
