import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['server/src/**/*.test.ts', 'server/test/**/*.test.ts'],
    // One process, one registry of modules per worker: starting anew for each file costs more than the tests.
    pool: 'threads',
    isolate: false,
    // One more than processors: some files wait, for processes that start and for keys that are looked at again.
    maxWorkers: 3,
    globalSetup: ['server/test/support/service/global-setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
