import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addPortal } from '../../src/http/portal.ts'

const folder = mkdtempSync(join(tmpdir(), 'bulwark-portal-'))
const page = '<!doctype html><html lang="en"><body></body></html>'
let server: FastifyInstance

beforeAll(() => {
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'secret.txt'), 'not for anyone')
  writeFileSync(join(folder, 'assets', 'index-AbC_123.js'), 'plain')
  writeFileSync(join(folder, 'assets', 'index-AbC_123.js.br'), 'packed by brotli')
  writeFileSync(join(folder, 'assets', 'index-AbC_123.js.gz'), 'packed by gzip')
  server = Fastify()
  addPortal(server, folder)
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  server.inject({ method: 'GET', url, headers })

describe('the portal below /app', () => {
  test.each([
    '/app',
    '/app/',
    '/app/contracts/VSC-1?tab=x',
    '/app/secret.txt',
    '/app/../package.json',
    '/app/%2e%2e/package.json',
  ])('%s answers the page or nothing, and never another file', async (url) => {
    const answer = await get(url)
    if (answer.statusCode === 200) expect(answer.body).toContain('<!doctype html>')
    else expect(answer.statusCode).toBe(404)
  })

  test('the page is asked for anew each time, under a policy that lets in nothing from elsewhere', async () => {
    const { headers } = await get('/app/home')
    expect(headers['cache-control']).toBe('no-cache')
    expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(headers['cross-origin-opener-policy']).toBe('same-origin')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  test('whoever brings no session is marked as a visitor', async () => {
    expect((await get('/app')).body).toContain('<html data-visitor lang="en">')
    expect((await get('/app', { cookie: 'other=1' })).body).toContain('data-visitor')
    expect((await get('/app', { cookie: 'other=1; bw_session=abc' })).body).toBe(page)
    expect((await get('/app', { cookie: '__Host-bw_session=abc' })).body).toBe(page)
  })

  test('a file is kept for good, and is packed as the browser accepts', async () => {
    const url = '/app/assets/index-AbC_123.js'
    const plain = await get(url)
    expect(plain.body).toBe('plain')
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const packed = await get(url, { 'accept-encoding': 'gzip, br' })
    expect(packed.body).toBe('packed by brotli')
    expect(packed.headers['content-encoding']).toBe('br')
    expect((await get(url, { 'accept-encoding': 'gzip' })).body).toBe('packed by gzip')
  })

  test('a file of another version is not found, so that the page can say so', async () => {
    expect((await get('/app/assets/index-old.js')).statusCode).toBe(404)
    expect((await get('/app/assets/..%2findex.html')).statusCode).toBe(404)
  })

  test('without a built portal it says how to get one', async () => {
    const bare = Fastify()
    addPortal(bare, join(folder, 'nowhere'))
    const answer = await bare.inject('/app')
    expect(answer.body).toContain('npm start')
    await bare.close()
  })
})
