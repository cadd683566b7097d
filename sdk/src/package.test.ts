import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

// What users of the package count on: it brings nothing with it, runs in browsers, and weighs little.

const folder = new URL('.', import.meta.url)
const sources = readdirSync(folder).filter((name) => !/test\.ts$|^fake-/.test(name))

test('the package depends on nothing, and imports nothing but its own files', () => {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', folder), 'utf8'))
  expect(Object.keys(manifest)).not.toContain('dependencies')
  for (const name of sources) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    for (const [, from] of text.matchAll(/(?:from|import\() ?'([^']+)'/g))
      expect(from, name).toMatch(/^\.\/[\w.-]+\.ts$/)
    if (!name.endsWith('.gen.ts')) expect(text.split('\n').length, name).toBeLessThanOrEqual(300)
  }
})

test('a page that uses all of it loads less than 8 kB', async () => {
  const bundle = await rolldown({ input: new URL('client.ts', folder).pathname })
  const { output } = await bundle.generate({ minify: true })
  await bundle.close()
  expect(gzipSync(output[0].code).length).toBeLessThan(8_000)
})
