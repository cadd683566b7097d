import { afterAll, describe } from 'vitest'
import { endBrowser } from '../support/browser/browser.ts'
import { openWindows } from '../support/browser/windows.ts'
import { testService } from '../support/service/app.ts'
import { cancelStories } from './cancel.ts'
import { findStories } from './find.ts'
import { keyboardStories } from './keyboard.ts'
import { quoteStories } from './quote.ts'
import { screenStories } from './screens.ts'
import { signInStories } from './sign-in.ts'
import { twoTabsStories } from './two-tabs.ts'

// What people do with the portal, in a real browser on the real service. One file, because one browser and one service
// serve all of them.

const service = await testService()
const windows = openWindows(service)
afterAll(endBrowser)

// First, because the others move the clock. After them the order keeps the stories of a user together: a window shows
// the page of the same user as it is, and loads it for another.
describe('screens', () => screenStories(service, windows))
describe('finding', () => findStories(service, windows))
describe('cancelling', () => cancelStories(service, windows))
describe('by keyboard', () => keyboardStories(service, windows))
describe('quoting and selling', () => quoteStories(service, windows))
describe('signing in', () => signInStories(service, windows))
describe('two tabs', () => twoTabsStories(service, windows))
