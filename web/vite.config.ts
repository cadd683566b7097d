// How the portal is built and, with `npm run web`, served while it is being written.
import { defineConfig } from 'vite'

const service = process.env.BULWARK_URL ?? 'http://127.0.0.1:8080'

/** What the page asks the service for: everything that is not below /app. */
const proxied = { '^/(?!app(/|$))': { target: service } }

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
    },
  },
  server: { proxy: proxied, host: '127.0.0.1' },
})
