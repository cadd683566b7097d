import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Cookie } from 'playwright-core'
import { projectRoot } from '../../../src/db/project-root.ts'
import { keepPictures, openWindow, type PortalWindow, type Served, type WindowOptions } from './window.ts'

/**
 * The windows of a test file: one for each language, used again by whoever is next. What a window has loaded and compiled
 * it keeps, and a new one would take as long as a short story.
 */
export interface Windows {
  /** For a story: one tab. If the user is another one, it is empty; else it shows what the story before has left. */
  open(options?: WindowOptions): Promise<PortalWindow>
  /** As it was left. */
  same(options?: WindowOptions): Promise<PortalWindow>
  close(): Promise<void>
}

interface Opened {
  readonly window: PortalWindow
  /** Who is signed in. */
  user: string | undefined
}

export function openWindows(service: Served): Windows {
  if (!existsSync(join(projectRoot, 'web', 'dist', 'index.html')))
    throw new Error('The portal is not built. `npm start` and `npm test` build it.')
  const opened = new Map<string, Promise<Opened>>()
  const cookies = new Map<string, Cookie[]>()

  async function same(options: WindowOptions = {}): Promise<PortalWindow> {
    const language = options.language ?? 'en'
    const found = opened.get(language)
    const promised = found ?? openFirst(options)
    opened.set(language, promised)
    const place = await promised
    const { window } = place
    window.traffic.forget()
    if (!found) return window
    keepPictures(window.context)
    if (place.user !== options.user) await enter(place, options.user)
    await window.look(options)
    return window
  }

  async function openFirst(options: WindowOptions): Promise<Opened> {
    const window = await openWindow(service, options)
    await keepCookies(window, options.user)
    return { window, user: options.user }
  }

  async function enter(place: Opened, user: string | undefined): Promise<void> {
    const { window } = place
    const { context } = window
    await leave(window)
    place.user = user
    if (!user) return
    const known = cookies.get(user)
    if (known) return context.addCookies(known)
    await window.signIn(user)
    await keepCookies(window, user)
  }

  async function leave({ page, context }: PortalWindow): Promise<void> {
    await page.goto('about:blank')
    await context.clearCookies()
  }

  async function keepCookies({ context }: PortalWindow, user: string | undefined): Promise<void> {
    if (user) cookies.set(user, await context.cookies())
  }

  return {
    same,
    async open(options = {}) {
      const window = await same(options)
      const { page, context, traffic } = window
      for (const other of context.pages()) if (other !== page) await other.close()
      await page.unrouteAll()
      // Whoever is not signed in may have signed in during the last story.
      if (!options.user) await leave(window)
      traffic.forget()
      return window
    },
    async close() {
      for (const place of opened.values()) await (await place).window.close()
      opened.clear()
    },
  }
}
