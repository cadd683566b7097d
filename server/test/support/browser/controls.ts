import type { Locator, Page } from 'playwright-core'

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

/** Types into a field, or chooses from it: whichever it is for. */
export async function fillIn(place: Place, label: string, value: string): Promise<void> {
  const control = field(place, label)
  const kind = await control.evaluate((element) => {
    const { tagName, role } = element as unknown as { tagName: string; role: string | null }
    return `${tagName} ${role}`
  })
  if (kind.startsWith('SELECT')) return choose(control, value)
  await control.fill(value)
  if (!kind.endsWith('combobox')) return
  await control
    .page()
    .getByRole('option', { name: beginning(value) })
    .first()
    .click()
}

/** A choice by its title, or the beginning of it. */
async function choose(control: Locator, value: string): Promise<void> {
  const title = control
    .locator('option')
    .filter({ hasText: beginning(value) })
    .first()
  await title.waitFor({ state: 'attached' })
  await control.selectOption({ label: (await title.textContent()) ?? value })
}

export async function fillAll(place: Place, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fillIn(place, label, value)
}
