// `npm run -s web:screens [folder]`: a picture of every screen of the portal and of its states, light and dark, on a desk
// and, where partners use it, on phones, into `.bulwark/screens`. PORTAL_URL takes them from a sandbox that runs already;
// SCREENS takes only those whose name begins with one of its words, LOOKS only some widths and themes (1280-light).
import { spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { browserArguments, findBrowser } from './browser.mjs'
import { freePort } from './free-port.mjs'
import { findRecords, portalScreens } from './portal-screens.mjs'
import { findStateRecords, makeChanges, portalStates } from './portal-states.mjs'
import { root } from './setup.mjs'

const DESK = 1280
const PHONES = [320, 390]
const TALLEST = 2_400
/** So long nothing is asked for until a page is at rest, and so long it is waited for at most. */
const QUIET = 600
const LONGEST = 30_000
const folder = process.argv[2] ?? join(root, '.bulwark', 'screens')
const wanted = (process.env.SCREENS ?? '').split(',')
const looks = (process.env.LOOKS ?? '').split(',')

/** What the service answers when something in it breaks. */
const failure = {
  status: 500,
  contentType: 'application/problem+json',
  body: JSON.stringify({
    ...{ type: 'about:blank', title: 'Internal error', status: 500, code: 'InternalError' },
    ...{ detail: 'Something in the service failed.', requestId: 'req-0000000000000001', instance: '/' },
  }),
}

const { chromium } = await import('playwright-core')
const executablePath = await findBrowser({ bring: true })
if (!executablePath) {
  console.error('There is no browser to take pictures with.')
  process.exit(1)
}
const service = process.env.PORTAL_URL
  ? { url: process.env.PORTAL_URL, stop: () => undefined }
  : await startSandbox()
const browser = await chromium.launch({ executablePath, args: browserArguments })
try {
  await takeAll()
} finally {
  await browser.close()
  await service.stop()
}

async function takeAll() {
  mkdirSync(folder, { recursive: true })
  const call = await callerOf(service.url)
  const read = (path) => call('GET', path)
  const records = { ...(await findRecords(read)), ...(await findStateRecords(read)) }
  await makeChanges(call, records)
  const screens = [...portalScreens(records), ...portalStates(records)].filter(({ name }) =>
    wanted.some((word) => name.startsWith(word)),
  )
  let taken = 0
  for (const theme of ['light', 'dark'])
    for (const width of [DESK, ...PHONES].filter((one) =>
      looks.some((look) => `${one}-${theme}`.includes(look)),
    ))
      for (const [user, ofUser] of byUser(screens.filter(({ isPhone }) => width === DESK || isPhone))) {
        await take(ofUser, { user, theme, width })
        taken += ofUser.length
      }
  console.log(`${taken} pictures are in ${folder}.`)
}

function byUser(screens) {
  const groups = new Map()
  for (const screen of screens) groups.set(screen.user, [...(groups.get(screen.user) ?? []), screen])
  return groups
}

/** The screens of one user in one window. */
async function take(screens, { user, theme, width }) {
  const context = await browser.newContext({
    ...{ baseURL: service.url, colorScheme: theme, reducedMotion: 'reduce' },
    viewport: { width, height: width === DESK ? 800 : 720 },
    ...(width === DESK ? {} : { hasTouch: true, isMobile: true }),
  })
  if (user) await signIn(context, user)
  for (const screen of screens) {
    const page = await context.newPage()
    try {
      await show(page, screen)
    } catch (error) {
      console.error(`${screen.name}: ${error.message.split('\n')[0]}`)
      process.exitCode = 1
    }
    const path = join(folder, `${screen.name}-${width}-${theme}.png`)
    await page.setViewportSize({ width, height: await heightOf(page) })
    await page.screenshot({ path })
    await page.close()
  }
  await context.close()
}

/**
 * Bars that stay at the edge of the window would stand in the middle of a picture that is taller than the window. A
 * dialog stands in the middle of the window, so that its picture is as large as a window.
 */
async function heightOf(page) {
  if ((await page.locator('.dialog').count()) > 0) return page.viewportSize().height
  const height = await page.evaluate('document.documentElement.scrollHeight')
  return Math.min(TALLEST, Math.max(page.viewportSize().height, height))
}

async function show(page, { path, act, fails, hangs, look }) {
  const isQuiet = countRequests(page)
  if (look) await setLook(page, look)
  if (fails) await page.route(new RegExp(`${fails}(\\?|$)`), (route) => route.fulfill(failure))
  if (hangs) await page.route(new RegExp(`${hangs}(\\?|$)`), () => undefined)
  await page.goto(`/app${path}`)
  // The grey lines of what is being read appear after a moment.
  if (hangs) return page.waitForTimeout(1_500)
  await rest(page, isQuiet)
  if (!act) return
  await act(page)
  await rest(page, isQuiet)
  // The browser draws a document after it has read it.
  if ((await page.locator('iframe').count()) > 0) await page.waitForTimeout(4_000)
}

/** What the user has set, without setting it. */
async function setLook(page, look) {
  await page.addInitScript(
    `Object.defineProperty(navigator, 'language', { get: () => ${JSON.stringify(look.language ?? 'en')} })`,
  )
  await page.route(/\/me\/preferences$/, async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...look } })
  })
}

/** Whether nothing is asked for any more. A busy service takes longer than browsers wait. */
function countRequests(page) {
  const open = new Set()
  page.on('request', (request) => open.add(request))
  for (const end of ['requestfinished', 'requestfailed']) page.on(end, (request) => open.delete(request))
  return () => open.size === 0
}

/** A screen has its heading or says why it has none, the door has a card; then nothing is being read for a while. */
async function rest(page, isQuiet) {
  await page.locator('#page :is(h1, [data-testid]), .front-card').first().waitFor({ timeout: LONGEST })
  const end = Date.now() + LONGEST
  for (let since = Date.now(); Date.now() - since < QUIET && Date.now() < end; await page.waitForTimeout(50))
    if (!isQuiet() || (await page.locator('.loading, [aria-busy=true]').count()) > 0) since = Date.now()
}

async function signIn(context, user) {
  const data = { userName: `${user}@sandbox.example`, password: 'sandbox' }
  const answer = await context.request.post('/session', { data })
  if (!answer.ok()) throw new Error(`${user} is not signed in: ${await answer.text()}`)
}

/** A function that asks the service as the administrator. */
async function callerOf(url) {
  const form = { grant_type: 'client_credentials', client_id: 'sandbox-admin', client_secret: 'sandbox' }
  const token = await (
    await fetch(`${url}/oauth/token`, { method: 'POST', body: new URLSearchParams(form) })
  ).json()
  return async (method, path, body) => {
    const answer = await fetch(`${url}${path}`, {
      ...{ method, body: body && JSON.stringify(body) },
      headers: {
        authorization: `Bearer ${token.access_token}`,
        ...(body ? { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() } : {}),
      },
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
}

/** A sandbox of its own, which is gone afterwards. */
async function startSandbox() {
  const data = mkdtempSync(join(tmpdir(), 'bulwark-screens-'))
  // The database runs as a user of its own where the service runs as root.
  chmodSync(data, 0o711)
  const port = await freePort()
  const child = spawn(process.execPath, [join(root, 'scripts', 'start.mjs')], {
    ...{ cwd: root, stdio: ['ignore', 'ignore', 'inherit'] },
    env: { ...process.env, BULWARK_DATA: join(data, 'data'), PORT: String(port) },
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/readyz`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error('The service did not start.')
    await sleep(100)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(data, { recursive: true, force: true })
    },
  }
}
