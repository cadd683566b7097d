import { afterAll, describe, test } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { openWindows } from '../support/browser/windows.ts'
import { testService } from '../support/service/app.ts'
import { expectCleanScreen, type Look, screensOf } from './screens.ts'

// Every screen in every look. Only the soak runs it.

const service = await testService()
const windows = openWindows(service)
afterAll(endBrowser)

const screens = await screensOf(service)
const looks: Readonly<Record<string, Look>> = {
  'light at 1280 px': {},
  'dark at 1280 px': { theme: 'dark' },
  // What 1280 px show at 200 %.
  'at 200 % zoom': { width: 640, height: 400 },
  'in Spanish': { language: 'es' },
  'with longer texts': { query: 'lang=xx' },
}
const phoneLooks: typeof looks = {
  'light at 320 px': { width: 320, height: 640 },
  'dark at 320 px': { width: 320, height: 640, theme: 'dark' },
  'with longer texts at 320 px': { width: 320, height: 640, query: 'lang=xx' },
}

describe.each(Object.entries(looks))('%s', (_, look) => {
  afterAll(windows.close)
  test.each(screens.map((screen) => [screen.name, screen] as const))('%s is clean', async (_, screen) => {
    await expectCleanScreen(windows, screen, { ...look, isWhole: true })
  })
})

describe.each(Object.entries(phoneLooks))('%s', (_, look) => {
  afterAll(windows.close)
  const onPhones = screens.filter(({ isPhone }) => isPhone)
  test.each(onPhones.map((screen) => [screen.name, screen] as const))('%s is clean', async (_, screen) => {
    await expectCleanScreen(windows, screen, { ...look, isWhole: true })
  })
})
