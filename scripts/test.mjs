// `npm test`: installs and builds what is missing, then runs every check. Lint and types run beside the tests, and what
// they print follows the tests. Arguments go to vitest: `npm test -- server/test/http`.
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { capture, report, root, setUp, uncollected } from './setup.mjs'

const began = Date.now()
// The stories of the portal need a browser. It is brought where there is none; where none can be had, CI fails.
const browser = await setUp(() => findBrowser({ bring: true }))
const withoutBrowser = browser ? [] : ['--exclude', 'server/test/portal/stories.test.ts']
const bin = (name) => join(root, 'node_modules', '.bin', name)
const types = (...project) =>
  // On one thread it takes less processor time, which the tests can use.
  [bin('tsc'), ['-p', join(...project), '--singleThreaded'], { environment: uncollected }]
const checks = [
  capture('Format and lint', bin('biome'), ['ci', '.', '--colors=off']),
  capture('Types', ...types('tsconfig.json')),
  capture('Types of the portal', ...types('web', 'tsconfig.json')),
]
// With more room for young objects, memory is collected less often. Most code of a test runs a few times only, so it is
// optimized later than usual: compiling took a quarter of the processor time.
const flags = ['--max-semi-space-size=64', '--interrupt-budget=600000', '--single-threaded-gc']
const vitest = [...flags, join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run']
const tests = await capture(
  'Tests',
  process.execPath,
  [...vitest, ...process.argv.slice(2), ...withoutBrowser],
  { show: true, environment: { BULWARK_TEST_BUILT: '1' } },
)
const results = [...(await Promise.all(checks)), tests]
for (const result of results) report(result)
console.log(`npm test took ${((Date.now() - began) / 1_000).toFixed(1)} s`)
const isComplete = browser !== undefined || !process.env.CI
process.exitCode = isComplete && results.every(({ code }) => code === 0) ? 0 : 1
if (!browser)
  console.log(
    'NO BROWSER: the stories of the portal were not run. Install Chromium, or name one with BULWARK_BROWSER.',
  )
