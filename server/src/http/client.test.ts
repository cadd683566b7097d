import Fastify from 'fastify'
import { expect, test, vi } from 'vitest'
import { parseNetworks } from '../domain/trusted-proxies.ts'
import { watchClients, withoutHost } from './client.ts'
import type { Shell } from './shell.ts'

/** Who a server with these settings believes to be called by. */
function serverWith(proxies: string, isHttps = false) {
  const warn = vi.fn()
  const server = Fastify()
  const settings = { trustedProxies: parseNetworks(proxies).networks, isHttps }
  // Nothing else of the shell is used.
  watchClients(server, { settings, log: { warn } } as unknown as Shell)
  server.get('/', ({ clientAddress, client, isHttps }) => ({ clientAddress, ...client, isHttps }))
  const ask = async (remoteAddress: string, headers: Record<string, string | string[]> = {}) => {
    const answer = await server.inject({ path: '/', remoteAddress, headers })
    return { ...answer.json(), stays: answer.headers['strict-transport-security'] }
  }
  return { ask, warn }
}

test('a trusted proxy names the client and its protocol', async () => {
  const { ask, warn } = serverWith('10.0.0.0/8')
  const headers = { 'x-forwarded-for': ['203.0.113.1', '198.51.100.7'], 'x-forwarded-proto': 'https' }
  expect(await ask('10.0.0.1', headers)).toEqual({
    ...{ clientAddress: '198.51.100.7', address: '198.51.100.7', isProxy: false },
    ...{ isHttps: true, stays: 'max-age=31536000' },
  })
  expect(await ask('10.0.0.1')).toMatchObject({ address: '10.0.0.1', isProxy: true, isHttps: false })
  expect((await ask('10.0.0.1')).stays).toBeUndefined()
  expect(warn).not.toHaveBeenCalled()
})

test('anyone else does not', async () => {
  const { ask } = serverWith('10.0.0.0/8')
  const headers = { 'x-forwarded-for': '198.51.100.7', 'x-forwarded-proto': 'https' }
  expect(await ask('203.0.113.9', headers)).toMatchObject({ clientAddress: '203.0.113.9', isHttps: false })
})

test('a proxy that is not trusted is named in the log once, and never more than a few', async () => {
  const { ask, warn } = serverWith('192.0.2.1')
  for (const _ of [1, 2])
    expect(await ask('10.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).toMatchObject({
      address: '10.0.0.1',
    })
  expect(warn).toHaveBeenCalledTimes(1)
  expect(warn.mock.calls[0]?.[0].hint).toContain('X-Forwarded-For from 10.0.0.1 is ignored.')
  for (let at = 2; at < 50; at += 1) await ask(`10.0.0.${at}`, { 'x-forwarded-for': '198.51.100.7' })
  expect(warn).toHaveBeenCalledTimes(5)
})

test('a public https address is enough', async () => {
  expect(await serverWith('', true).ask('203.0.113.9')).toMatchObject({
    ...{ isHttps: true, stays: 'max-age=31536000' },
  })
})

test.each([
  ['/contracts?pageSize=1', '/contracts?pageSize=1'],
  ['//evil.example/x', '//evil.example/x'],
  ['http://evil.example/contracts?at=http://x/y', '/contracts?at=http://x/y'],
  ['HTTPS://evil.example:1?x=1', '/?x=1'],
  ['http://evil.example', '/'],
  ['*', '/*'],
])('of %s the target is %s', (url, target) => {
  expect(withoutHost(url)).toBe(target)
})
