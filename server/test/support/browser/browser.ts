import { type Browser, chromium } from 'playwright-core'
import { browserArguments, findBrowser } from '../../../../scripts/browser.mjs'

let running: Promise<Browser> | undefined

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
  return chromium.launch({ executablePath, args: browserArguments })
}
