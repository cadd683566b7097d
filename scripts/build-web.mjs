// `node scripts/build-web.mjs <folder>`: the portal as files to be served, with their compressed twins. What is
// compressed once and read for years may take its time.
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { root } from './setup.mjs'

const folder = resolve(process.argv[2])
await build({
  configFile: join(root, 'web', 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: folder, emptyOutDir: true },
})
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:js|css|html|svg)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
// At once: each takes one processor.
await Promise.all(files.map(compress))

async function compress(file) {
  const content = await readFile(file)
  if (content.length < 1_024) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, quality),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${file}.br`, brotli), writeFile(`${file}.gz`, zipped)])
}
