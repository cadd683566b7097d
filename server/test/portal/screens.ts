import { expect, test } from 'vitest'
import { findRecords, type PortalScreen, portalScreens } from '../../../scripts/portal-screens.mjs'
import { expectClean } from '../support/browser/clean.ts'
import type { WindowOptions } from '../support/browser/window.ts'
import type { Windows } from '../support/browser/windows.ts'
import { soldR1 } from '../support/builders/cancels.ts'
import type { TestService } from '../support/service/app.ts'
import { everyThird } from '../support/service/trials.ts'

/**
 * What a screen tries out by itself when it is opened, and says why not: closing a month, making a bank file. On a slow machine the
 * refusal comes when the next screen is there already.
 */
export const TRIED = [/^409 PATCH \/accountingperiods\//, /^422 POST \/achfiles$/]

/** What the service refuses on this screen because it has to. */
const refusalsOf = ({ refused, fails }: PortalScreen) => [
  ...TRIED,
  ...(refused ? [new RegExp(`^${refused} `)] : []),
  ...(fails ? [/^500 /] : []),
]

export interface Look extends WindowOptions {
  readonly query?: string
  readonly isWhole?: boolean
}

export async function expectCleanScreen(windows: Windows, screen: PortalScreen, look: Look): Promise<void> {
  const { query, isWhole = false, ...options } = look
  const window = await windows.same({ ...options, ...(screen.user ? { user: screen.user } : {}) })
  const { page } = window
  await page.unrouteAll()
  if (screen.fails)
    await page.route(new RegExp(`${screen.fails}(\\?|$)`), (route) =>
      route.fulfill({ status: 500, contentType: 'application/problem+json', body: BROKEN }),
    )
  const path = withQuery(screen.path, query)
  // What was read before would be shown in place of the failure, and a link does not change the language.
  if (screen.fails || query) await window.load(path)
  else await window.go(path)
  expect(page.url()).toContain(`/app${screen.path.replace(/[?#].*/, '')}`)
  await screen.act?.(page)
  await expectClean(window, { refusals: refusalsOf(screen), isWhole })
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

/** Judged by the stories that pass them; twins and states of other screens, which the soak opens in every look. */
const elsewhere =
  /^(sign-in|quote|cancel|search|keys|missing|set-password|contract$|contract-|contracts-(error|columns|partner)|partners-(?!dealers|customers)|home-partner|partner-own)/

/** The screens of one user, one after the other in one page: all in the soak, otherwise every third. */
export function screenStories(
  windows: Windows,
  screens: readonly PortalScreen[],
  { user, seed }: { readonly user: string; readonly seed: number },
): void {
  const own = screens.filter((screen) => screen.user === user && !elsewhere.test(screen.name))
  const drawn = new Set(own.length < 3 ? own : everyThird(own, seed))
  const shown = own.filter((screen) => screen.name === 'home' || drawn.has(screen))
  test.each(shown.map((screen) => [screen.name, screen] as const))('%s is clean', async (_, screen) => {
    // The frame around the screens is judged once.
    await expectCleanScreen(windows, screen, { isWhole: screen.name === 'home' })
  })
}
