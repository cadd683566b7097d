import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { faultsOf } from '../support/browser/clean.ts'
import { openWindow, settled } from '../support/browser/window.ts'

// The check that every screen has to pass: it finds what it is there to find.

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; require-trusted-types-for 'script'"
const pages: Readonly<Record<string, string>> = {
  good: '<h1>Contracts</h1><label>Number <input></label>',
  pale: '<h1>Contracts</h1><link rel="stylesheet" href="/pale.css"><p class="pale">Nobody can read this</p>',
  wide: '<h1>Contracts</h1><link rel="stylesheet" href="/pale.css"><div class="wide">wide</div>',
  policy: '<h1>Contracts</h1><script>document.title = "inline"</script>',
  script: '<h1>Contracts</h1><script src="/stores.js"></script>',
}
const files: Readonly<Record<string, readonly [string, string]>> = {
  '/pale.css': ['text/css', '.pale { color: #ccc; background: #fff } .wide { width: 3000px }'],
  '/stores.js': [
    'text/javascript',
    'localStorage.setItem("token", "x"); console.error("lost"); fetch("/none")',
  ],
}

const server = createServer(({ url = '' }, answer) => {
  const page = pages[url.replace('/app/', '')]
  const [type, text] = files[url] ?? ['text/html', page]
  answer.writeHead(text ? 200 : 404, { 'content-type': type, 'content-security-policy': policy })
  answer.end(
    type === 'text/html' ? `<!doctype html><html lang="en"><title>Page</title><main>${text}</main>` : text,
  )
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const window = await openWindow({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
afterAll(() => window.close())

async function faultsAt(name: string): Promise<string[]> {
  window.traffic.faults.length = 0
  window.traffic.refusals.length = 0
  await window.page.goto(`/app/${name}`)
  await settled(window)
  return (await faultsOf(window)).filter((fault) => !fault.includes('favicon'))
}

test('a good page is clean', async () => {
  expect(await faultsAt('good')).toEqual([])
})

test('pale text, a page that is too wide, a breach of the policy, storage, console and refusals are found', async () => {
  expect(await faultsAt('pale')).toEqual([expect.stringMatching(/^axe color-contrast: p: .*contrast of/)])
  expect(await faultsAt('wide')).toEqual(['overflow: 3008 of 1280 px: div.wide'])
  expect(await faultsAt('policy')).toEqual([
    expect.stringMatching(/^console: .*inline script/),
    expect.stringMatching(/^policy: script-src-elem inline/),
  ])
  expect(await faultsAt('script')).toEqual([
    'console: lost',
    'refused: 404 GET /none',
    'stored: localStorage token',
  ])
})
