import { type Browser, chromium } from 'playwright-core'
import { browserArguments, findBrowser } from '../../../../scripts/browser.mjs'

let running: Promise<Browser> | undefined
let startMilliseconds = 0

/** The worker's browser, started once. It listens to this worker by a pipe and ends when the worker does. */
export function theBrowser(): Promise<Browser> {
  running ??= startBrowser()
  return running
}

/** Ends it before the worker does, after the last story. */
export async function endBrowser(): Promise<void> {
  const browser = await running
  running = undefined
  await browser?.close()
}

async function startBrowser(): Promise<Browser> {
  const executablePath = await findBrowser({ bring: false })
  if (!executablePath)
    throw new Error(
      'There is no browser for the tests of the portal. `node scripts/browser.mjs --bring` installs one.',
    )
  const began = Date.now()
  const browser = await chromium.launch({ executablePath, args: browserArguments })
  startMilliseconds = Date.now() - began
  return browser
}

const SHORTEST = 5_000
const LONGEST = 20_000

/**
 * How long a story waits for something before it fails. What is there comes within a second; a machine that is busy
 * with other things needs longer, and shows that when the browser starts.
 */
export const patience = () => Math.min(LONGEST, Math.max(SHORTEST, 12 * startMilliseconds))
