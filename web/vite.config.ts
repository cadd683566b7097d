// How the portal is built and, with `npm run web`, served while it is being written.
import { defineConfig } from 'vite'

const service = process.env.BULWARK_URL ?? 'http://127.0.0.1:8080'

/** What the page asks the service for: everything that is not below /app. */
const proxied = { '^/(?!app(/|$))': { target: service } }

/** What most rooms use. Charts and long tables are left to those that have them. */
const SHARED = /\/web\/(?:api|lists|actions|ui\/(?!bar-|chart|scales|virtual|life))/

const TABLE = /\/web\/ui\/(?:table|panel)/

export default defineConfig({
  root: import.meta.dirname,
  base: '/app/',
  // Compiled here and not by a plugin: the compiler that Vite brings knows JSX.
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A small picture inside a style sheet would be refused by the content security policy.
    assetsInlineLimit: 0,
    // Preloading by script is done by the browsers we support.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      // Packages mark files for servers that draw pages. There is none here, and a line for each would hide real warnings.
      onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      output: {
        codeSplitting: {
          // Each file that a page asks for costs a slow machine time, however small it is. So what the first page needs is
          // two files, of which releases seldom change one, and what most rooms share is two.
          groups: [
            { name: 'libraries', test: /node_modules/, tags: ['$initial'], priority: 3 },
            { name: 'first', tags: ['$initial'], priority: 2 },
            // The charts of the home page have a table below them, and need nothing else of what rooms share.
            { name: 'table', test: TABLE, minShareCount: 3, priority: 2 },
            { name: 'shared', test: SHARED, minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: proxied, host: '127.0.0.1' },
})
