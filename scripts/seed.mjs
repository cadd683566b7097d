// `npm run seed`: makes the file of the sandbox's seed again, from the rows that the use cases make, and the examples of
// openapi.json with it, since they are answers of the sandbox.
import { join } from 'node:path'
import { capture, report, root, setUp } from './setup.mjs'

await setUp()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const made = await capture(
  'Seed',
  process.execPath,
  [vitest, 'run', 'server/test/sandbox/seed-file.test.ts'],
  { environment: { BULWARK_SEED_FILE: 'write' } },
)
report(made)
process.exitCode = made.code
if (made.code === 0) await import('./examples.mjs')
