// `npm test`: set up, then every check: format and lint, types, tests.
import { join } from 'node:path'
import { root, setUp, step } from './setup.mjs'

await setUp()
const bin = (name) => join(root, 'node_modules', '.bin', name)
await step('Format and lint', bin('biome'), ['ci', '.', '--colors=off'])
await step('Types', bin('tsc'), ['-p', 'tsconfig.json'])
await step('Tests', bin('vitest'), ['run', ...process.argv.slice(2)])
