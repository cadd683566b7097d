// Everything a fresh clone needs before it can run: packages and a build, each skipped when up to date.
// Plain JavaScript on Node alone, because it runs before anything is installed. Progress goes to stderr,
// so that a command's own output stays clean.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** Settings for TypeScript, a program in Go. Collecting memory took a third of its time; without that, it uses a sixth more. */
export const uncollected = { GOGC: 'off' }

const installStamp = join(root, 'node_modules', '.bulwark-installed')
const buildStamp = join(root, 'dist', '.bulwark-built')
const webStamp = join(root, 'web', 'dist', '.bulwark-built')

/** Installs and builds what is missing; answers once both are current, with what `beside` answers, which runs with the builds. */
export async function setUp(beside = async () => undefined) {
  requireNode()
  await install()
  // All at once: one waits while another computes.
  const [answer] = await Promise.all([beside(), build(), buildWeb()])
  return answer
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`Bulwark needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(2)
}

async function install() {
  const wanted = hashOf([
    readFileSync(join(root, 'package.json')),
    readFileSync(join(root, 'package-lock.json')),
    `${process.platform}-${process.arch}`,
  ])
  if (stampOf(installStamp) === wanted) return
  await step('Installing packages', 'npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'])
  writeFileSync(installStamp, wanted)
}

async function build() {
  const sources = [
    ...filesBelow(join(root, 'server', 'src')),
    join(root, 'tsconfig.json'),
    join(root, 'tsconfig.build.json'),
    join(root, 'scripts', 'bundle.mjs'),
    join(root, 'package-lock.json'),
  ].filter((file) => !file.endsWith('.test.ts'))
  const wanted = hashOfFiles(sources)
  if (stampOf(buildStamp) === wanted) return
  // Built beside and swapped in, so that a failed or interrupted build never leaves half of one.
  const fresh = join(root, `.dist-${process.pid}`)
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const cleanUp = () => rmSync(fresh, { recursive: true, force: true })
  await step('Building', process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh], {
    environment: uncollected,
    cleanUp,
  })
  const bundler = join(root, 'scripts', 'bundle.mjs')
  await step('Bundling', process.execPath, [bundler, join(fresh, 'bundle')], { cleanUp })
  writeFileSync(join(fresh, '.bulwark-built'), wanted)
  writeFileSync(join(fresh, '.bulwark-seed'), seedCodeVersion())
  swapIn(fresh, join(root, 'dist'))
}

/** The portal, built from its sources, the client and the facts of the operations that the client brings. */
async function buildWeb() {
  const sources = [
    ...filesBelow(join(root, 'web')).filter((file) => !file.startsWith(join(root, 'web', 'dist'))),
    ...filesBelow(join(root, 'sdk', 'src')),
    join(root, 'scripts', 'build-web.mjs'),
    join(root, 'package-lock.json'),
  ].filter((file) => !/\.test\.tsx?$/.test(file))
  const wanted = hashOfFiles(sources)
  if (stampOf(webStamp) === wanted) return
  const fresh = join(root, `.dist-web-${process.pid}`)
  const cleanUp = () => rmSync(fresh, { recursive: true, force: true })
  const builder = join(root, 'scripts', 'build-web.mjs')
  await step('Building the portal', process.execPath, [builder, fresh], { cleanUp })
  writeFileSync(join(fresh, '.bulwark-built'), wanted)
  swapIn(fresh, join(root, 'web', 'dist'))
}

/** Puts the new folder in the place of the old; of two that build at once, the last one stays. */
function swapIn(fresh, place) {
  const old = `${fresh}-old`
  for (;;) {
    if (existsSync(place)) moveIfThere(place, old)
    try {
      renameSync(fresh, place)
      break
    } catch (error) {
      // Another one has put its own there in the meantime.
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error
      rmSync(old, { recursive: true, force: true })
    }
  }
  rmSync(old, { recursive: true, force: true })
}

function moveIfThere(from, to) {
  try {
    renameSync(from, to)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/**
 * A fingerprint of the code that makes the sandbox's seed: the seed itself and every file that it imports, directly or
 * not. The same code gives the same seed, so what was seeded once can be used again.
 */
export function seedCodeVersion() {
  const files = new Set([join(root, 'server', 'src', 'sandbox', 'open.ts')])
  // A set also visits what is added while it is walked through.
  for (const file of files)
    for (const [, name] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g))
      files.add(join(dirname(file), name))
  return hashOfFiles([...files])
}

/** A fingerprint of files: their names and what is in them. */
export const hashOfFiles = (files) =>
  hashOf(files.toSorted().flatMap((file) => [file.slice(root.length), readFileSync(file)]))

function hashOf(parts) {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex')
}

const stampOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '')

/** Runs one command with a line before and after; its output is shown. */
export async function step(title, command, args, { environment = {}, cleanUp = () => undefined } = {}) {
  const began = Date.now()
  process.stderr.write(`${title} …\n`)
  mkdirSync(join(root, 'node_modules'), { recursive: true })
  const code = await runIn(root, command, args, environment)
  if (code !== 0) {
    cleanUp()
    process.stderr.write(`${title}: failed (exit ${code}).\n`)
    process.exit(code ?? 1)
  }
  process.stderr.write(`${title}: done in ${((Date.now() - began) / 1000).toFixed(1)} s\n`)
}

/**
 * Runs one command to its end, whatever it ends with. Its output is kept for `report`, or shown as it comes.
 * Gives `{ title, code, output, seconds }`.
 */
export async function capture(title, command, args, { environment = {}, show = false } = {}) {
  const began = Date.now()
  let output = ''
  const keep = show ? undefined : (text) => (output += text)
  const code = await runIn(root, command, args, environment, keep)
  return { title, code, output, seconds: (Date.now() - began) / 1_000 }
}

/** Prints what a captured command ended with; its output only if it failed. */
export function report({ title, code, output, seconds }) {
  if (code !== 0) process.stderr.write(output)
  process.stderr.write(`${title}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`)
}

/** A child process that is told when we are told to stop. Its output goes to our stderr, or to `keep`. */
function runIn(folder, command, args, environment, keep) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: keep ? ['ignore', 'pipe', 'pipe'] : ['ignore', 2, 2],
    })
    if (keep) for (const channel of [child.stdout, child.stderr]) channel.setEncoding('utf8').on('data', keep)
    const pass = (signal) => child.kill(signal)
    process.once('SIGTERM', pass)
    process.once('SIGINT', pass)
    child.once('error', reject)
    // `close` comes when all output has arrived.
    child.once('close', (code, signal) => {
      process.off('SIGTERM', pass)
      process.off('SIGINT', pass)
      if (signal) process.exit(128)
      resolve(code)
    })
  })
}
