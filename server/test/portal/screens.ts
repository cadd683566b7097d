import { afterAll, test } from 'vitest'
import { findRecords, type PortalScreen, portalScreens } from '../../../scripts/portal-screens.mjs'
import { expectClean } from '../support/browser/clean.ts'
import { openWindow, type PortalWindow, type WindowOptions } from '../support/browser/window.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import type { TestService } from '../support/service/app.ts'

/** What the service refuses on this screen because it has to. */
const refusalsOf = ({ refused, fails }: PortalScreen) => [
  ...(refused ? [new RegExp(`^${refused} `)] : []),
  ...(fails ? [/^500 /] : []),
]

export interface Look extends WindowOptions {
  readonly query?: string
}

/** Windows that are used again for the same user in the same look: signing in and loading anew would take most of the time. */
export function openWindows(service: TestService) {
  const windows = new Map<string, Promise<PortalWindow>>()
  return {
    of(screen: PortalScreen, look: Look): Promise<PortalWindow> {
      const key = JSON.stringify([screen.user, look])
      const { query: _, ...options } = look
      const opened =
        windows.get(key) ?? openWindow(service, { ...options, ...(screen.user ? { user: screen.user } : {}) })
      windows.set(key, opened)
      return opened
    },
    async close(): Promise<void> {
      for (const window of windows.values()) await (await window).close()
      windows.clear()
    },
  }
}

export type Windows = ReturnType<typeof openWindows>

export async function expectCleanScreen(windows: Windows, screen: PortalScreen, look: Look): Promise<void> {
  const window = await windows.of(screen, look)
  const { page, traffic } = window
  traffic.faults.length = 0
  traffic.refusals.length = 0
  await page.unrouteAll()
  if (screen.fails)
    await page.route(new RegExp(`${screen.fails}(\\?|$)`), (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: BROKEN }),
    )
  await window.go(withQuery(screen.path, look.query))
  await screen.act?.(page)
  await expectClean(window, { refusals: refusalsOf(screen) })
}

function withQuery(path: string, query: string | undefined): string {
  if (!query) return path
  const [place = '', hash] = path.split('#')
  return `${place}${place.includes('?') ? '&' : '?'}${query}${hash === undefined ? '' : `#${hash}`}`
}

const BROKEN = JSON.stringify({
  ...{ type: 'about:blank', title: 'Internal error', status: 500, code: 'InternalError', instance: '/' },
  ...{ detail: 'Something in the service failed.', requestId: 'req-1' },
})

const seller = { user: 'sandbox-dealer-d1001', number: 'D1001' }

/** The screens, and a contract of the dealer, which has sold none in the seed. */
export async function screensOf(service: TestService): Promise<readonly PortalScreen[]> {
  await soldR1(service)
  const read = async (path: string) => (await service.api.as('sandbox-admin').get(path)).body
  return portalScreens(await findRecords(read, seller))
}

/** States and twins of other screens, which the soak opens. */
const inSoak =
  /^(search|keys|missing|set-password|contracts-(error|columns)|contract-missing|cancellations-done|partners-(?!dealers|customers))/

export async function screenStories(service: TestService): Promise<void> {
  const windows = openWindows(service)
  afterAll(windows.close)
  const screens = (await screensOf(service)).filter(({ name }) => !inSoak.test(name))
  test.each(screens.map((screen) => [screen.name, screen] as const))('%s is clean', async (_, screen) => {
    await expectCleanScreen(windows, screen, screen.isPhone ? { width: 320, height: 640 } : {})
  })
}
