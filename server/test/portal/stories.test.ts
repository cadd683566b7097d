import { afterAll, describe } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { openWindows } from '../support/browser/windows.ts'
import { testService } from '../support/service/app.ts'
import { isSoak, trialSeed } from '../support/service/trials.ts'
import { cancelStories } from './cancel.ts'
import { chooseStories } from './choose.ts'
import { findStories } from './find.ts'
import { keyboardStories } from './keyboard.ts'
import { quoteStories } from './quote.ts'
import { readerStories } from './readers.ts'
import { screenStories, screensOf } from './screens.ts'
import { signInStories } from './sign-in.ts'
import { twoTabsStories } from './two-tabs.ts'

// What people do with the portal, in a real browser on the real service. One file, because one browser and one service
// serve all of them.

const service = await testService()
const screens = await screensOf(service)
const windows = openWindows(service)
const seed = trialSeed('screens of the portal', 'BULWARK_SCREENS_SEED')
const cleanScreens = (user: string) => screenStories(windows, screens, { user, seed })
afterAll(endBrowser)

// Stories of one user follow each other: the page is loaded again only for another user.
describe('the office', () => {
  cleanScreens('sandbox-admin')
  findStories(service, windows)
  if (isSoak) chooseStories(windows)
})
describe('accounting', () => cleanScreens('sandbox-accounting'))
describe('an adjuster', () => cleanScreens('sandbox-adjuster'))
describe('an inspection company', () => cleanScreens('sandbox-inspector-ic100'))
describe('the cancellation desk', () => {
  cancelStories(service, windows)
  keyboardStories(service, windows)
})
// Each of these loads the portal several times. They are rarely affected, so `npm test` leaves them to the soak.
if (isSoak) describe('signing in', () => signInStories(service, windows))
if (isSoak) describe('whoever only reads', () => readerStories(service, windows))
describe('a dealer', () => {
  quoteStories(service, windows)
  cleanScreens('sandbox-dealer-d1001')
})
describe('contract entry', () => {
  cleanScreens('sandbox-entry')
  if (isSoak) twoTabsStories(service, windows)
})
