import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import LongestFirst from './server/test/support/service/longest-first.ts'

/** Costly and rarely affected: `npm run soak` runs these, and so does whoever names one (docs/decisions/testing.md). */
const inSoak = [
  'server/test/claims/inspections-races.test.ts',
  // Fails now and then after certain other files: a token of the new administrator is refused.
  'server/test/cli/getting-started.test.ts',
  'server/test/db/embedded-owners.test.ts',
  'server/test/db/embedded-refusals.test.ts',
  'server/test/db/jobs.test.ts',
  'server/test/db/keys.test.ts',
  'server/test/documents/s3.test.ts',
  'server/test/portal/clean.test.ts',
  'server/test/portal/matrix.test.ts',
  'server/test/portal/restart.test.ts',
  'server/test/process/crash.test.ts',
  'server/test/process/database-crash.test.ts',
  'server/test/process/full-disk.test.ts',
  'server/test/http/make-examples.test.ts',
  'server/test/process/refusals.test.ts',
  'server/test/process/start.test.ts',
  'server/test/process/started-at-once.test.ts',
  'server/test/process/two-services.test.ts',
  'server/test/processes/runs-two-services.test.ts',
  'server/test/readme.test.ts',
  'server/test/sandbox/living.test.ts',
  'server/test/sandbox/start.test.ts',
  'server/test/sdk-package.test.ts',
]
const isNamed = (file: string) =>
  process.argv.some((argument) => argument.includes('/') && file.includes(argument))

/** Names what is checked: the files of the last commit. Random trials are drawn by it; without git, at random. */
function commit(): Record<string, string> {
  try {
    const tree = execFileSync('git', ['rev-parse', 'HEAD^{tree}'], {
      cwd: import.meta.dirname,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    return { BULWARK_COMMIT: tree.toString().trim() }
  } catch {
    return {}
  }
}

export default defineConfig({
  test: {
    env: commit(),
    setupFiles: ['server/test/support/service/draw-properties.ts'],
    include: [
      'server/src/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'web/**/*.test.ts',
      'server/test/**/*.test.ts',
    ],
    exclude: ['**/node_modules/**', ...inSoak.filter((file) => !isNamed(file))],
    // All files of a worker share one process and one set of loaded modules. Starting anew for each file costs more
    // than the tests.
    pool: 'threads',
    isolate: false,
    // Each worker loads and compiles everything for itself. More of them than processors take more than they give.
    maxWorkers: Math.max(2, availableParallelism()),
    sequence: { sequencer: LongestFirst },
    globalSetup: ['server/test/support/service/global-setup.ts'],
    reporters: ['default', 'server/test/support/service/slowest-files.ts'],
    // The usual second is too short for what is awaited while a browser takes the processors.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
