// `npm test`: installs and builds what is missing, then runs every check. Lint and types run beside the tests, and what
// they print follows the tests. Arguments go to vitest: `npm test -- server/test/http`.
import { join } from 'node:path'
import { capture, report, root, setUp } from './setup.mjs'

const began = Date.now()
await setUp()
const bin = (name) => join(root, 'node_modules', '.bin', name)
const checks = [
  capture('Format and lint', bin('biome'), ['ci', '.', '--colors=off']),
  capture('Types', bin('tsc'), ['-p', 'tsconfig.json']),
]
const tests = await capture('Tests', bin('vitest'), ['run', ...process.argv.slice(2)], { show: true })
const results = [...(await Promise.all(checks)), tests]
for (const result of results) report(result)
console.log(`npm test took ${((Date.now() - began) / 1_000).toFixed(1)} s`)
process.exitCode = results.every(({ code }) => code === 0) ? 0 : 1
