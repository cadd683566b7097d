// Measures the portal in a browser, by what the browser itself says about it.

/** A signed-in tab with nothing in its cache, on a processor that is slowed down so many times. */
export async function openPortal(browser, url, cpu) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 1280, height: 800 } })
  const answer = await context.request.post('/session', {
    data: { userName: 'sandbox-admin@sandbox.example', password: 'sandbox' },
  })
  if (!answer.ok()) throw new Error(`Not signed in: ${await answer.text()}`)
  await context.addInitScript(OBSERVE)
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  if (cpu > 1) await debug.send('Emulation.setCPUThrottlingRate', { rate: cpu })
  return { page, debug, close: () => context.close() }
}

/** Keeps what the browser reports, and when the first row of a table stands there. */
const OBSERVE = `
  globalThis.seen = { largestPaint: 0, layoutShift: 0, firstRow: 0, slowest: 0 }
  const observe = (type, each, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true, ...more })
  observe('largest-contentful-paint', ({ startTime }) => { seen.largestPaint = startTime })
  observe('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) seen.layoutShift += value })
  observe('event', ({ duration, interactionId }) => {
    if (interactionId > 0) seen.slowest = Math.max(seen.slowest, duration)
  }, { durationThreshold: 16 })
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main table tbody tr')) return
    seen.firstRow = performance.now()
    observer.disconnect()
  }).observe(document, { childList: true, subtree: true })`

const seenOf = (page) => page.evaluate('globalThis.seen')

/** Nothing is loading and nothing has changed the page for a moment. */
async function isQuiet(page) {
  await page.waitForLoadState('networkidle')
  await page.locator('[role=status][aria-label=Loading]').first().waitFor({ state: 'detached' })
}

/** One load with an empty cache. */
export async function measureLoad(open, path, cpu) {
  const { page, close } = await open(cpu)
  try {
    await page.goto(`/app${path}`)
    // Looking for an element runs code in the page. A person's browser does not, so that is left until nothing loads.
    await page.waitForLoadState('networkidle')
    await page.locator('h1').first().waitFor()
    await isQuiet(page)
    const listAnswer = await page.evaluate(`Math.max(0, ...performance.getEntriesByType('resource')
      .filter(({ name }) => new URL(name).pathname === '/v2/contracts').map(({ duration }) => duration))`)
    return { ...(await seenOf(page)), listAnswer }
  } finally {
    await close()
  }
}

/** The names of the scripts and styles that a first load of the home screen brings. */
export async function filesOfFirstLoad(open) {
  const { page, close } = await open()
  try {
    await page.goto('/app/home')
    await page.locator('h1').first().waitFor()
    await isQuiet(page)
    return await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
      .filter((path) => /\\.(?:js|css)$/.test(path))`)
  } finally {
    await close()
  }
}

/** The longest time from a key or a click to the next picture: in a list, its menus, its rows and the search. */
export async function measureInteractions(open, cpu) {
  const { page, close } = await open(cpu)
  try {
    await page.goto('/app/contracts')
    await page.locator('main table tbody tr').first().waitFor()
    await isQuiet(page)
    const settle = () => page.waitForTimeout(150 * cpu)
    const press = (locator) => pressByHand(page, locator, settle)
    const steps = [
      () => page.keyboard.press('j'),
      () => page.keyboard.press('x'),
      () => page.keyboard.press('k'),
      () => press(page.getByRole('button', { name: /^Columns/ })),
      () => page.keyboard.press('Escape'),
      () => press(page.locator('main table thead button')),
      () => press(page.getByRole('combobox', { name: 'Search' })),
      () => page.keyboard.type('dana', { delay: 60 }),
      () => page.keyboard.press('ArrowDown'),
      () => page.keyboard.press('Escape'),
      () => press(page.getByRole('switch', { name: 'Practice mode' })),
      () => press(page.locator('main table tbody tr a')),
    ]
    for (const step of steps) {
      await step()
      await settle()
    }
    await isQuiet(page)
    await settle()
    return (await seenOf(page)).slowest
  } finally {
    await close()
  }
}

/** How long a hand holds the button of a mouse down. */
const HELD_MILLISECONDS = 80

/**
 * A press as a hand does it: the pointer gets there first, then the button goes down and up. Playwright's own click listens
 * to each of these events and asks what lies below it, which on a slow processor takes a tenth of the time allowed.
 */
async function pressByHand(page, locator, settle) {
  const { x, y, width, height } = await locator.first().boundingBox()
  await page.mouse.move(x + width / 2, y + height / 2)
  await settle()
  await page.mouse.down()
  await page.waitForTimeout(HELD_MILLISECONDS)
  await page.mouse.up()
}

const begins = ['Rey', 'Mar', 'Hol', 'Brad', 'Schu', 'Nak', 'Car', 'Wil', 'Fitz', 'Del']
/** No text comes twice, because the page remembers what it has found. */
const texts = begins.flatMap((begin, at) => [
  `BENCH-${String(1_388 + at).padStart(7, '0')}`,
  (0x1388 + at).toString(16).padStart(8, '0'),
  `${begin}enman`,
  `dana ${begin}oski`,
])

/** From the last key to the hits on the screen, for so many texts. */
export async function measureSearch(open, count) {
  const { page, close } = await open()
  try {
    await page.goto('/app/home')
    const box = page.getByRole('combobox', { name: 'Search' })
    await box.waitFor()
    await isQuiet(page)
    const times = []
    for (let at = 0; at < count; at += 1) {
      const text = texts[at]
      await box.fill('')
      await box.pressSequentially(text.slice(0, -1), { delay: 20 })
      await isQuiet(page)
      const shown = page.evaluate(HITS_AFTER_KEY)
      await box.press(text.at(-1))
      times.push(await shown)
    }
    return times
  } finally {
    await close()
  }
}

/** Resolves with the milliseconds from the next key to the answer for its text, when that is painted. */
const HITS_AFTER_KEY = `new Promise((resolve) => {
  addEventListener('keydown', ({ timeStamp }) => {
    const asked = new PerformanceObserver((list) => {
      if (!list.getEntries().some(({ name, startTime }) => startTime > timeStamp && name.includes('/search?'))) return
      asked.disconnect()
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - timeStamp)))
    })
    asked.observe({ type: 'resource' })
  }, { once: true, capture: true })
})`

/** The memory of the page after so many screens, without what can be collected. */
export async function measureHeap(open, contract, screens) {
  const { page, debug, close } = await open()
  try {
    await page.goto('/app/home')
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.waitFor()
    const places = (await menu.getByRole('link').allTextContents()).map((name) => name.trim())
    const stops = [
      ...places.map((name) => () => menu.getByRole('link', { name }).click()),
      () => openContract(page, contract),
    ]
    for (let screen = 0; screen < screens; screen += 1) {
      await stops[screen % stops.length]()
      await page.locator('h1').first().waitFor()
      await isQuiet(page)
    }
    await debug.send('HeapProfiler.collectGarbage')
    const { usedSize } = await debug.send('Runtime.getHeapUsage')
    return usedSize / 1024 / 1024
  } finally {
    await close()
  }
}

/** By the search, so that the page stays loaded. */
async function openContract(page, path) {
  const box = page.getByRole('combobox', { name: 'Search' })
  await box.fill(path.split('/').at(-1))
  await page.getByRole('option').first().click()
}
