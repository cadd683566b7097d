// `npm run examples`: makes the examples of openapi.json again, from requests to a sandbox, and openapi.json with them.
import { join } from 'node:path'
import { capture, report, root, setUp } from './setup.mjs'

await setUp()
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const made = await capture(
  'Examples',
  process.execPath,
  [vitest, 'run', 'server/test/http/make-examples.test.ts'],
  { environment: { BULWARK_EXAMPLES: 'write' } },
)
report(made)
if (made.code === 0) await import('./openapi.mjs')
process.exitCode = made.code
