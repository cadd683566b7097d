import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import { expect, onTestFailed } from 'vitest'
import { patience, theBrowser } from './browser.ts'
import { type Traffic, watchTraffic } from './traffic.ts'

export interface WindowOptions {
  /** Who is signed in, e.g. `sandbox-cancels`. Nobody, if it is left out. */
  readonly user?: string
  readonly width?: number
  readonly height?: number
  readonly theme?: 'light' | 'dark'
  readonly language?: 'en' | 'es'
}

/** A window of the portal. Its tabs share cookies, and no other window does. */
export interface PortalWindow {
  readonly page: Page
  readonly context: BrowserContext
  readonly traffic: Traffic
  /** Opens a path below /app, as a link of the page does, and waits until it shows what it has to show. */
  go(path: string): Promise<void>
  /** The same from the beginning: the page is loaded anew, and remembers nothing. */
  load(path: string): Promise<void>
  /** The size and the theme. */
  look(options: Pick<WindowOptions, 'width' | 'height' | 'theme'>): Promise<void>
  /** Signs in without the form; `signInByForm` is for stories about signing in. */
  signIn(user: string): Promise<void>
  /** Another tab beside this one. */
  newTab(): Promise<PortalWindow>
  close(): Promise<void>
}

export interface Served {
  readonly url: string
}

export const userNameOf = (user: string) => `${user}@sandbox.example`
export const PASSWORD = 'sandbox'
const DESK = { width: 1280, height: 800 }

const sizeOf = ({ width = DESK.width, height = DESK.height }: WindowOptions) => ({ width, height })

/** Opens a window, with its user signed in. */
export async function openWindow(service: Served, options: WindowOptions = {}): Promise<PortalWindow> {
  const browser = await theBrowser()
  const context = await browser.newContext({
    baseURL: service.url,
    viewport: sizeOf(options),
    colorScheme: options.theme ?? 'light',
    locale: options.language === 'es' ? 'es-US' : 'en-US',
    // Far from the administrator's zone, so that a date which is read in the zone of the browser shows.
    timezoneId: 'Pacific/Kiritimati',
    reducedMotion: 'reduce',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(patience())
  await context.addInitScript(WATCH_POLICY)
  if (options.language === 'es') await preferSpanish(context)
  if (options.user) await signInQuietly(context, options.user)
  keepPictures(context)
  return tabOf(context)
}

/** What the user has set counts more than the language of the browser. It is not set, so that others still read English. */
const preferSpanish = (context: BrowserContext) =>
  context.route(/\/me\/preferences$/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    await route.fulfill({
      response: answer,
      ...(answer.ok() ? { json: { ...(await answer.json()), language: 'es' } } : {}),
    })
  })

let failures = 0

const SHOWN_LINES = 60

/** A story that fails says what its tabs showed, as a screen reader reads it, and leaves pictures of them. */
export function keepPictures(context: BrowserContext): void {
  if (!expect.getState().currentTestName) return
  onTestFailed(async ({ task }) => {
    for (const page of context.pages()) {
      failures += 1
      const path = join(tmpdir(), 'bulwark-stories', `${failures} ${task.name.replaceAll('/', ' ')}.png`)
      await page.screenshot({ path, fullPage: true, timeout: 5_000 }).catch(() => undefined)
      const text = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5_000 })
        .catch((error: Error) => error.message)
      const lines = text.split('\n').slice(0, SHOWN_LINES).join('\n')
      console.error(`${page.url()} looked like ${path}, and showed:\n${lines}`)
    }
  })
}

async function tabOf(context: BrowserContext): Promise<PortalWindow> {
  const page = await context.newPage()
  const traffic = watchTraffic(page)
  return {
    page,
    context,
    traffic,
    async go(path) {
      // Before somebody is signed in there is no page that links lead from.
      if ((await page.locator('main#page').count()) === 0) await page.goto(`/app${path}`)
      else await page.evaluate(followLink(`/app${path}`))
      await settled({ page, traffic })
    },
    async load(path) {
      await page.goto(`/app${path}`)
      await settled({ page, traffic })
    },
    async look(options) {
      await page.setViewportSize(sizeOf(options))
      await page.emulateMedia({ colorScheme: options.theme ?? 'light', reducedMotion: 'reduce' })
    },
    signIn: (user) => signInQuietly(context, user),
    newTab: () => tabOf(context),
    close: () => context.close(),
  }
}

/** What a link does, up to the moment at which the router has begun. */
const followLink = (path: string) => `(async () => {
  history.pushState(null, '', ${JSON.stringify(path)})
  for (const frame of [1, 2]) await new Promise(requestAnimationFrame)
})()`

/** Breaches of the policy are kept where `expectClean` finds them. */
const WATCH_POLICY = `
  globalThis.policyBreaches = []
  document.addEventListener('securitypolicyviolation', (event) => {
    globalThis.policyBreaches.push(event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample)
  })`

async function signInQuietly(context: BrowserContext, user: string): Promise<void> {
  const answer = await context.request.post('/session', {
    data: { userName: userNameOf(user), password: PASSWORD },
  })
  if (answer.status() !== 200) throw new Error(`${user} is not signed in: ${await answer.text()}`)
}

/** Signs in as a person does. */
export async function signInByForm(page: Page, user: string, password = PASSWORD): Promise<void> {
  await page.getByRole('textbox', { name: 'User name' }).fill(userNameOf(user))
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const QUIET_MILLISECONDS = 40
/** The next screen, or something on this one, is on its way. */
const BUSY = 'main[aria-busy=true], [role=status].loading'
/** A screen, or what stands for one that is not there. */
const SHOWN = 'h1, [data-testid=empty], [data-testid=error], [data-testid=forbidden]'

/** Waits until there is a screen, nothing is loading, and nothing has been asked for a moment. */
export async function settled({ page, traffic }: Pick<PortalWindow, 'page' | 'traffic'>): Promise<void> {
  const ends = Date.now() + patience()
  await page.locator(SHOWN).first().waitFor()
  for (let quietSince = Date.now(); ; await page.waitForTimeout(15)) {
    const isBusy = traffic.openRequests() > 0 || (await page.locator(BUSY).count()) > 0
    if (isBusy) quietSince = Date.now()
    if (Date.now() - quietSince >= QUIET_MILLISECONDS) return
    if (Date.now() > ends) throw new Error(`${page.url()} goes on loading.`)
  }
}

/** The texts of what is found, once they are as expected. */
export async function expectText(found: Locator, text: string | RegExp): Promise<void> {
  const wanted = typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text)
  await expect
    .poll(
      async () =>
        plain(
          await found
            .first()
            .textContent({ timeout: 1_000 })
            .catch(() => ''),
        ),
      {
        timeout: patience(),
        interval: 40,
        message: String(found),
      },
    )
    .toEqual(wanted)
}

/** What is read, as soon as it is as expected. */
export const soon = <Value>(read: () => Value | Promise<Value>) =>
  expect.poll(read, { timeout: patience(), interval: 40 })

/** Typography is not what stories are about: one kind of space, one kind of hyphen. */
const plain = (text: string | null) =>
  (text ?? '').replace(/[\u00a0\u202f\u2009\s]+/g, ' ').replaceAll('\u2011', '-')
