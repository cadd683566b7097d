// How large the portal is, and how long it takes to make.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { root, uncollected } from '../scripts/setup.mjs'
import { generate } from '../sdk/generate.mjs'
import { filesOfFirstLoad } from './portal-page.mjs'
import { median } from './processes.mjs'
import { figure, isQuick } from './rows.mjs'

const dist = join(root, 'web', 'dist')
const ROUNDS = isQuick ? 1 : 3
/** One for each processor. The usual four make more types than two processors can check sooner. */
const checkers = availableParallelism()

export async function sizeRows(open) {
  const first = new Set((await filesOfFirstLoad(open)).map((path) => basename(path)))
  const assets = readdirSync(join(dist, 'assets')).filter((name) => /\.(?:js|css)$/.test(name))
  const largest = rooms(first).sort((one, two) => two.kilobytes - one.kilobytes)[0]
  const size = (name, ours, atMost) => figure({ name: `portal: ${name}, packed`, unit: 'kB', ours, atMost })
  return [
    size('script and style of a first load', packed([...first]), 170),
    size(`the largest room (${largest.name}) besides`, largest.kilobytes, 60),
    size('all of it', packed(assets), 500),
  ]
}

/** What opening each room brings besides the first load. */
function rooms(first) {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'))
  return Object.entries(manifest)
    .filter(([key, { isDynamicEntry }]) => isDynamicEntry && /\/screens\.tsx$/.test(key))
    .map(([key]) => ({
      name: key.split('/').at(-2),
      kilobytes: packed(filesOf(manifest, key).filter((name) => !first.has(name))),
    }))
}

/** A chunk, its styles, and everything that it imports at once. */
function filesOf(manifest, entry) {
  const keys = new Set([entry])
  // A set also visits what is added while it is walked through.
  for (const key of keys) for (const imported of manifest[key].imports ?? []) keys.add(imported)
  const files = [...keys].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])])
  return [...new Set(files.map((file) => basename(file)))]
}

const packed = (names) =>
  names.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(dist, 'assets', name)), { level: 9 }).length,
    0,
  ) / 1000

export async function timeRows() {
  const folder = mkdtempSync(join(tmpdir(), 'bulwark-bench-portal-'))
  const bin = (name) => join(root, 'node_modules', '.bin', name)
  const env = { ...process.env, ...uncollected }
  const run = (command, args) => execFileSync(command, args, { cwd: root, env, stdio: 'ignore' })
  const spec = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8'))
  try {
    return [
      seconds('the build', 5, () => run(process.execPath, [join('scripts', 'build-web.mjs'), folder])),
      seconds('the types', 3, () =>
        run(bin('tsc'), ['-p', join('web', 'tsconfig.json'), '--noEmit', '--checkers', String(checkers)]),
      ),
      seconds('the generated client', 0.2, () => generate(spec)),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function seconds(name, atMost, work) {
  const times = Array.from({ length: ROUNDS }, () => {
    const began = performance.now()
    work()
    return (performance.now() - began) / 1_000
  })
  return figure({ name: `portal: ${name}`, unit: 's', ours: median(times), atMost })
}
