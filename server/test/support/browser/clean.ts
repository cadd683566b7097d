import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect } from 'vitest'
import { type PortalWindow, settled } from './window.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** WCAG 2.2 AA and everything that it contains. */
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

export interface CleanOptions {
  /** What the service refused because the story wanted it to: `401 POST /session`. */
  readonly refusals?: readonly (string | RegExp)[]
  /** Left out where only the width or the theme of a screen differs from one that was judged. */
  readonly skipAxe?: boolean
  /** Every row of a table is judged, and not only the first ones, and the frame around the screen. */
  readonly isWhole?: boolean
}

/** Expects a screen that everybody can use, fits its window, says nothing to the console and stores nothing. */
export async function expectClean(window: PortalWindow, options: CleanOptions = {}): Promise<void> {
  await settled(window)
  expect(await faultsOf(window, options), `${window.page.url()} is clean`).toEqual([])
}

/** Everything that is wrong with the screen, a line each. */
export async function faultsOf(window: PortalWindow, options: CleanOptions = {}): Promise<string[]> {
  const { page, traffic } = window
  const isExpected = (refusal: string) =>
    (options.refusals ?? []).some((known) =>
      typeof known === 'string' ? known === refusal : known.test(refusal),
    )
  return [
    ...traffic.faults,
    ...traffic.refusals.filter((refusal) => !isExpected(refusal)).map((refusal) => `refused: ${refusal}`),
    ...(await page.evaluate<string[]>(POLICY_BREACHES)),
    ...(await page.evaluate<string[]>(OVERFLOW)),
    ...(await page.evaluate<string[]>(STORED)),
    ...(options.skipAxe ? [] : await axeFaults(window, options.isWhole ?? false)),
  ]
}

const POLICY_BREACHES = `(globalThis.policyBreaches ?? []).splice(0).map((breach) => 'policy: ' + breach)`

/** Names what sticks out, because the width alone helps nobody to find it. */
const OVERFLOW = `(() => {
  const root = document.documentElement
  if (root.scrollWidth <= root.clientWidth) return []
  // What is placed absolutely is clipped by what it is placed in, and not by what it stands in.
  const holder = (element) =>
    getComputedStyle(element).position === 'absolute' ? element.offsetParent : element.parentElement
  const isClipped = (element) => {
    for (let at = holder(element); at && at !== root && at !== document.body; at = holder(at))
      if (getComputedStyle(at).overflowX !== 'visible') return true
    return false
  }
  const out = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > root.clientWidth + 1 && !isClipped(element),
  )
  const name = (element) => element.tagName.toLowerCase() + (element.className ? '.' + element.className : '')
  return ['overflow: ' + root.scrollWidth + ' of ' + root.clientWidth + ' px: ' + out.slice(0, 4).map(name).join(', ')]
})()`

const STORED = `(async () => {
  const kept = []
  for (const [name, store] of Object.entries({ localStorage, sessionStorage }))
    for (const key of Object.keys(store)) kept.push('stored: ' + name + ' ' + key)
  for (const { name } of await indexedDB.databases()) kept.push('stored: indexedDB ' + name)
  for (const name of await caches.keys()) kept.push('stored: cache ' + name)
  if (document.cookie) kept.push('stored: a cookie that scripts can read')
  return kept
})()`

/**
 * Rows of a table are alike, and a long one takes longer than the rest of the screen. What stands around a screen is
 * the same for all of them.
 */
const ALIKE = ['tbody tr:nth-child(n + 6)', '.top-bar', '.main-nav']

/** Axe comes in by the debugging protocol, because the policy of the page would refuse it. */
async function axeFaults({ page }: PortalWindow, isWhole: boolean): Promise<string[]> {
  const judged = isWhole ? 'document' : `{ exclude: ${JSON.stringify(ALIKE)} }`
  if (!(await page.evaluate<boolean>('typeof axe === "object"'))) await page.evaluate(axeSource)
  return page.evaluate<string[]>(`(async () => {
    // A colour in the middle of its transition is nobody's choice.
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
    const { violations } = await axe.run(${judged}, {
      runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'], iframes: false,
    })
    // Below a bar at the edge of the window everything is too small. It counts if it is so in the middle.
    const isSmall = async (target) => {
      const element = document.querySelector(target)
      element.scrollIntoView({ block: 'center' })
      return (await axe.run(element, { runOnly: { type: 'rule', values: ['target-size'] } })).violations.length > 0
    }
    const faults = []
    for (const { id, nodes } of violations)
      for (const { target, failureSummary } of nodes)
        if (id !== 'target-size' || (await isSmall(target[0])))
          faults.push('axe ' + id + ': ' + target.join(' ') + ': ' + failureSummary.split('\\n').slice(1).join('; ').trim())
    return faults
  })()`)
}
