import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import LongestFirst from './server/test/support/service/longest-first.ts'

/** Costly and rarely affected: `npm run soak` runs these, and so does whoever names one (docs/decisions/testing.md). */
const inSoak = [
  'server/test/access/revocation.test.ts',
  'server/test/account-holders/files.test.ts',
  'server/test/claims/inspections-races.test.ts',
  'server/test/cli/earnings-command.test.ts',
  'server/test/cli/process-command.test.ts',
  'server/test/contracts/bulk-earnings.test.ts',
  'server/test/contracts/hostile-files.test.ts',
  'server/test/db/embedded-owners.test.ts',
  'server/test/db/embedded-refusals.test.ts',
  'server/test/db/embedded-start.test.ts',
  'server/test/db/jobs.test.ts',
  'server/test/db/keys.test.ts',
  'server/test/db/reseal.test.ts',
  'server/test/documents/hostile.test.ts',
  'server/test/documents/s3.test.ts',
  'server/test/forms/printer.test.ts',
  'server/test/http/limits.test.ts',
  'server/test/http/make-examples.test.ts',
  'server/test/portal/claims.test.ts',
  'server/test/portal/clean.test.ts',
  'server/test/portal/developers.test.ts',
  'server/test/portal/links.test.ts',
  'server/test/portal/looks.test.ts',
  'server/test/portal/money.test.ts',
  'server/test/portal/restart.test.ts',
  'server/test/portal/set-up.test.ts',
  'server/test/process/crash.test.ts',
  'server/test/process/database-crash.test.ts',
  'server/test/process/full-disk.test.ts',
  'server/test/process/lost-connections.test.ts',
  'server/test/process/refusals.test.ts',
  'server/test/process/start.test.ts',
  'server/test/process/started-at-once.test.ts',
  'server/test/process/stop.test.ts',
  'server/test/process/two-services.test.ts',
  'server/test/process/workers.test.ts',
  'server/test/processes/runs-two-services.test.ts',
  'server/test/processes/types-interrupted.test.ts',
  'server/test/rates/book-large.test.ts',
  'server/test/rates/disbursements-worker.test.ts',
  'server/test/readme.test.ts',
  'server/test/sandbox/living.test.ts',
  'server/test/sandbox/reset.test.ts',
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

/**
 * `npm test` has just built the product, so its tests load the built files. Node loads them by itself, and they run
 * faster than what vitest makes of a source for every import. Run by hand, vitest loads the sources as they are now.
 */
const isBuilt = process.env.BULWARK_TEST_BUILT === '1'
const source = join(import.meta.dirname, 'server', 'src') + sep
const built = join(import.meta.dirname, 'dist') + sep

const loadBuilt: Plugin = {
  name: 'load-built',
  enforce: 'pre',
  resolveId(id, importer) {
    const file = id.startsWith('.') && importer ? resolve(dirname(importer), id) : id
    if (!file.startsWith(source) || /\.test\.ts$/.test(file)) return
    return file.replace(source, built).replace(/\.ts$/, '.js')
  },
}

export default defineConfig({
  plugins: isBuilt ? [loadBuilt] : [],
  test: {
    server: { deps: { external: isBuilt ? [new RegExp(`^${built}`)] : [] } },
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
    // Many tests wait: for PostgreSQL, a browser, a clock. One more worker than processors uses that time.
    maxWorkers: Math.max(2, availableParallelism()) + 1,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['server/test/support/service/global-setup.ts'],
    reporters: ['default', 'server/test/support/service/slowest-files.ts'],
    // The usual second is too short for what is awaited while a browser takes the processors.
    expect: { poll: { timeout: 10_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
