// Everything a fresh clone needs before it can run: packages and a build, each skipped when up to date.
// Plain JavaScript on Node alone, because it runs before anything is installed. Progress goes to stderr,
// so that a command's own output stays clean.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))
const installStamp = join(root, 'node_modules', '.bulwark-installed')
const buildStamp = join(root, 'dist', '.bulwark-built')

/** Installs and builds what is missing; answers once both are current. */
export async function setUp() {
  requireNode()
  await install()
  await build()
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
  ]
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
  const wanted = hashOf(sources.flatMap((file) => [file.slice(root.length), readFileSync(file)]))
  if (stampOf(buildStamp) === wanted) return
  // Built beside and swapped in, so that a failed or interrupted build never leaves half of one.
  const fresh = join(root, `.dist-${process.pid}`)
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const cleanUp = () => rmSync(fresh, { recursive: true, force: true })
  await step('Building', process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', fresh], {
    cleanUp,
  })
  writeFileSync(join(fresh, '.bulwark-built'), wanted)
  swapIn(fresh, join(root, 'dist'))
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

/** A child whose stdout goes to our stderr, and that is told when we are told to stop. */
function runIn(folder, command, args, environment) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: folder,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 2, 2],
    })
    const pass = (signal) => child.kill(signal)
    process.once('SIGTERM', pass)
    process.once('SIGINT', pass)
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      process.off('SIGTERM', pass)
      process.off('SIGINT', pass)
      if (signal) process.exit(128)
      resolve(code)
    })
  })
}
