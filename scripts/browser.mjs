// The browser that the tests of the portal use: one that is on this machine or, if asked, one that is brought. The
// first that really starts is taken. `node scripts/browser.mjs` says which one it is.
import { spawn } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './setup.mjs'

const remembered = join(root, 'node_modules', '.cache', 'bulwark-browser.json')
const require = createRequire(import.meta.url)
const isRoot = process.getuid?.() === 0

/** What every start of the browser needs on this machine. Chromium refuses its sandbox to root. */
export const browserArguments = isRoot ? ['--no-sandbox'] : []

/**
 * The program of a browser that starts, or nothing. With `bring` it is installed where there is none: by apt for
 * root, else by Playwright. A browser that BULWARK_BROWSER names has to work; another is not looked for.
 */
export async function findBrowser({ bring }) {
  const named = process.env.BULWARK_BROWSER
  if (named) return requireNamed(named)
  const known = readRemembered()
  if (known) return known
  const found = (await firstThatStarts(placesHere())) ?? (await firstThatStarts(await packed()))
  const browser = found ?? (bring ? await bringOne() : undefined)
  if (browser) remember(browser)
  return browser
}

async function requireNamed(program) {
  if (fingerprintOf(program) === readNamed()) return program
  const fault = await startFault(program)
  if (fault) throw new Error(`BULWARK_BROWSER is ${program}, which does not start as a browser: ${fault}`)
  remember(program, 'named')
  return program
}

// --- Where browsers are ---------------------------------------------------------------------------------------------

const names = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'microsoft-edge-stable',
]

/** Outside the path: where the installers of the three systems put them. */
const usual = {
  linux: [
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/snap/bin/chromium',
    '/usr/lib/chromium/chromium',
  ],
  darwin: ['Chromium', 'Google Chrome', 'Microsoft Edge'].flatMap((name) =>
    ['/Applications', join(homedir(), 'Applications')].map((folder) =>
      join(folder, `${name}.app`, 'Contents', 'MacOS', name),
    ),
  ),
  win32: [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
    .filter(Boolean)
    .flatMap((folder) => [
      join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
      join(folder, 'Chromium', 'Application', 'chrome.exe'),
      join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
    ]),
}

function placesHere() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const onPath = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const places = [...onPath, ...(usual[process.platform] ?? []), ...inPlaywrightsCache()]
  return [...new Set(places)].filter(isProgram)
}

/** Every whole Chromium that any version of Playwright has left, newest first. */
function inPlaywrightsCache() {
  const cache = process.env.PLAYWRIGHT_BROWSERS_PATH || join(cacheFolder(), 'ms-playwright')
  if (!existsSync(cache)) return []
  const inside = [
    ['chrome-linux', 'chrome'],
    ['chrome-linux64', 'chrome'],
    ['chrome-linux-arm64', 'chrome'],
    ['chrome-mac', 'Chromium.app', 'Contents', 'MacOS', 'Chromium'],
    ['chrome-mac-arm64', 'Google Chrome for Testing.app', 'Contents', 'MacOS', 'Google Chrome for Testing'],
    ['chrome-win', 'chrome.exe'],
    ['chrome-win64', 'chrome.exe'],
  ]
  const number = (name) => Number(name.split('-')[1])
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((one, two) => number(two) - number(one))
    .flatMap((name) => inside.map((parts) => join(cache, name, ...parts)))
}

function cacheFolder() {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches')
  if (process.platform === 'win32') return process.env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local')
  return process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
}

/** A browser inside an npm package, for whoever has added it: it is built for Linux on x64 only. */
async function packed() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return []
  try {
    const place = pathToFileURL(require.resolve('@sparticuz/chromium')).href
    return [await (await import(place)).default.executablePath()]
  } catch {
    return []
  }
}

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}

// --- Bringing one ---------------------------------------------------------------------------------------------------

const MINUTES = 60_000

async function bringOne() {
  process.stderr.write('There is no browser for the tests of the portal. Installing one …\n')
  // Who may install packages of the system needs no download from elsewhere.
  if (isRoot && isProgram('/usr/bin/apt-get'))
    return (await installPackage()) ? firstThatStarts(placesHere()) : undefined
  const playwright = join(dirname(require.resolve('playwright-core/package.json')), 'cli.js')
  const isBrought = (await runs(process.execPath, [playwright, 'install', 'chromium'], 10 * MINUTES)).isDone
  return isBrought ? firstThatStarts(inPlaywrightsCache().filter(isProgram)) : undefined
}

/** Installs the package of the system, and says whether it is there now. */
async function installPackage() {
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  if ((await runs('apt-get', install, 10 * MINUTES)).isDone) return true
  // Its lists may be missing or too old to find the package.
  const isUpdated = (await runs('apt-get', ['update'], 2 * MINUTES)).isDone
  return isUpdated && (await runs('apt-get', install, 10 * MINUTES)).isDone
}

// --- Whether it starts ----------------------------------------------------------------------------------------------

const MARK = 'bulwark-browser-works'

async function firstThatStarts(programs) {
  for (const program of programs) if (!(await startFault(program))) return program
  return undefined
}

/** Has it render a page. Some are there and lack a library, or are a mere pointer to another package. */
async function startFault(program) {
  if (!isProgram(program)) return 'there is no such program.'
  const page = `data:text/html,<p>${MARK}</p>`
  const args = ['--headless', '--disable-gpu', '--no-first-run', ...browserArguments, '--dump-dom', page]
  const { isDone, output } = await runs(program, args, MINUTES)
  if (isDone && output.includes(`<p>${MARK}</p>`)) return undefined
  return output.trim().split('\n').at(-1) || 'it said nothing.'
}

/** Runs a command to its end, or ends it when the time is over. */
function runs(command, args, milliseconds) {
  return new Promise((resolve) => {
    let output = ''
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const child = spawn(command, args, {
      ...{
        env: environment,
        stdio: ['ignore', 'pipe', 'pipe'],
        timeout: milliseconds,
        killSignal: 'SIGKILL',
      },
    })
    for (const channel of [child.stdout, child.stderr])
      channel.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    child.once('error', (error) => resolve({ isDone: false, output: error.message }))
    child.once('close', (code) => resolve({ isDone: code === 0, output }))
  })
}

// --- What was tried before ------------------------------------------------------------------------------------------

/** Trying takes a second. It is done again when the program changes. */
function fingerprintOf(program) {
  if (!isProgram(program)) return undefined
  const { size, mtimeMs } = statSync(program)
  return `${program} ${size} ${mtimeMs}`
}

function readNotes() {
  try {
    return JSON.parse(readFileSync(remembered, 'utf8'))
  } catch {
    return {}
  }
}

const readNamed = () => readNotes().named?.fingerprint

function readRemembered() {
  const { program, fingerprint } = readNotes().found ?? {}
  return program && fingerprintOf(program) === fingerprint ? program : undefined
}

function remember(program, key = 'found') {
  mkdirSync(dirname(remembered), { recursive: true })
  const note = { program, fingerprint: fingerprintOf(program) }
  writeFileSync(remembered, JSON.stringify({ ...readNotes(), [key]: note }))
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const browser = await findBrowser({ bring: process.argv.includes('--bring') })
  console.log(browser ?? 'There is no browser. `node scripts/browser.mjs --bring` installs one.')
  process.exitCode = browser ? 0 : 1
}
