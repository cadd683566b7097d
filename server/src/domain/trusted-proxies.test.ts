import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressText, parseAddress } from './ip-addresses.ts'
import { findClient, isForwardedHttps, parseNetworks } from './trusted-proxies.ts'

const shown = (list: string) => parseNetworks(list).networks.map(({ text }) => text)

describe('a list of trusted networks', () => {
  test.each([
    ['', []],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.0/8, 192.168.1.0/24', ['10.0.0.0/8', '192.168.1.0/24']],
    [' 127.0.0.1  ::1\tfd00::/8,', ['127.0.0.1', '::1', 'fd00::/8']],
    ['10.0.0.5/32 2001:DB8:0:0::1/128', ['10.0.0.5', '2001:db8::1']],
    ['::ffff:10.0.0.5', ['10.0.0.5']],
    ['::ffff:10.0.0.0/104', ['10.0.0.0/8']],
    ['::ffff:a00:0/104', ['10.0.0.0/8']],
  ])('%j is %j', (list, texts) => {
    expect(parseNetworks(list).faults).toEqual([])
    expect(shown(list)).toEqual(texts)
  })

  test.each([
    ['10.0.0', 'is not a network'],
    ['10.0.0.256', 'is not a network'],
    ['010.0.0.1', 'is not a network'],
    ['proxy.internal', 'is not a network'],
    ['10.0.0.0/', 'is not a network'],
    ['10.0.0.0/8/8', 'is not a network'],
    ['10.0.0.0/-1', 'is not a network'],
    ['10.0.0.0/255.0.0.0', 'is not a network'],
    ['[::1]', 'is not a network'],
    ['fe80::1%eth0', 'is not a network'],
    ['1::2::3', 'is not a network'],
    ['10.0.0.1:80', 'is not a network'],
    ['10.0.0.0/33', 'is at most /32'],
    ['fd00::/129', 'is at most /128'],
    ['10.1.2.3/8', 'The network is 10.0.0.0/8'],
    ['fd00::1/64', 'The network is fd00::/64'],
    ['0.0.0.0/0', 'is everyone'],
    ['::/0', 'is everyone'],
    ['::ffff:0:0/96', 'is everyone'],
    ['*', 'is not a network'],
  ])('%s is refused: %s', (entry, why) => {
    const { networks, faults } = parseNetworks(`192.0.2.1, ${entry}`)
    expect(networks.map(({ text }) => text)).toEqual(['192.0.2.1'])
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(`"${entry}"`)
    expect(faults[0]).toContain(why)
  })
})

const { networks } = parseNetworks('10.0.0.0/8 ::1 fd00::/8')
const from = (peer: string, forwardedFor?: string) => findClient(peer, forwardedFor, networks)

describe('the client of a request', () => {
  test.each([
    // The connection is not from a proxy: whatever it says about others is ignored.
    ['203.0.113.9', undefined, '203.0.113.9'],
    ['203.0.113.9', '198.51.100.1', '203.0.113.9'],
    ['203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['::ffff:203.0.113.9', '10.0.0.1', '203.0.113.9'],
    ['fe80::1%eth0', '198.51.100.1', 'fe80::1'],
    // One proxy: what it added is last, what the client wrote itself is before it.
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '1.1.1.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '127.0.0.1, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '"><script>, 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', ', , 198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', `${'1.1.1.1, '.repeat(1_500)}198.51.100.1`, '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::1', '198.51.100.1', '198.51.100.1'],
    // Several proxies, in one header or in several, which Node joins.
    ['10.0.0.1', '198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1,10.0.0.2,fd00::3', '198.51.100.1'],
    ['10.0.0.1', '10.9.9.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    // Spellings.
    ['10.0.0.1', ' \t198.51.100.1\t ', '198.51.100.1'],
    ['10.0.0.1', '198.51.100.1:51234', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::1]:51234', '2001:db8::1'],
    ['10.0.0.1', '[2001:DB8:0:0:0:0:0:1]', '2001:db8::1'],
    ['10.0.0.1', '2001:db8:0::0:1', '2001:db8::1'],
    ['10.0.0.1', '::ffff:198.51.100.1', '198.51.100.1'],
    ['10.0.0.1', '[::ffff:198.51.100.1]:80', '198.51.100.1'],
  ])('from %s with %j is %s', (peer, forwardedFor, address) => {
    expect(from(peer, forwardedFor)).toEqual({ address, isProxy: false })
  })

  test.each([
    ['nothing', undefined],
    ['an empty list', ''],
    ['commas', ',,, ,'],
    ['a word', 'unknown'],
    ['a hidden name', '_hidden'],
    ['a number', '3405803785'],
    ['leading zeros', '0198.051.0100.01'],
    ['brackets around IPv4', '[198.51.100.1]'],
    ['an open bracket', '[2001:db8::1'],
    ['a port that is too long', '198.51.100.1:123456'],
    ['a port that is a word', '198.51.100.1:http'],
    ['two addresses without a comma', '198.51.100.1 198.51.100.2'],
    ['a zone', 'fe80::1%eth0'],
    ['quotes', '"198.51.100.1"'],
    ['too much', '1'.repeat(15_000)],
    ['too many colons', `${'0:'.repeat(7_000)}1`],
    ['a character that is not ASCII', '１98.51.100.1'],
  ])('that a proxy names as %s is the proxy itself', (_, forwardedFor) => {
    expect(from('10.0.0.1', forwardedFor)).toEqual({ address: '10.0.0.1', isProxy: true })
  })

  test('behind a chain that breaks off is the last proxy that is known', () => {
    expect(from('10.0.0.1', '198.51.100.1, unknown, 10.0.0.2')).toEqual({
      address: '10.0.0.2',
      isProxy: true,
    })
  })

  test('is the farthest proxy if all are trusted', () => {
    expect(from('10.0.0.1', '10.0.0.3, 10.0.0.2')).toEqual({ address: '10.0.0.3', isProxy: true })
  })

  test('is the connection if no proxy is trusted, or the connection has no address any more', () => {
    expect(findClient('10.0.0.1', '198.51.100.1', [])).toEqual({ address: '10.0.0.1', isProxy: false })
    expect(from('', '198.51.100.1')).toEqual({ address: '', isProxy: false })
  })

  test('never depends on what the client writes before the entry of its proxy', () => {
    const anything = fc.string({ unit: fc.constantFrom(...'0123456789abf.:[], "%\t'.split('')) })
    fc.assert(
      fc.property(anything, (written) => {
        expect(from('10.0.0.1', `${written}, 198.51.100.1`).address).toBe('198.51.100.1')
      }),
    )
  })
})

test.each([
  ['https', true],
  [' HTTPS ', true],
  ['http, https', true],
  ['https, http', false],
  ['http', false],
  ['httpsx', false],
  ['', false],
  [undefined, false],
])('X-Forwarded-Proto %j means TLS: %s', (value, isHttps) => {
  expect(isForwardedHttps(value)).toBe(isHttps)
})

test.each([
  ['0:0:0:0:0:0:0:0', '::'],
  ['0:0:0:0:0:0:0:1', '::1'],
  ['1:0:0:0:0:0:0:0', '1::'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['1:0:2:0:3:0:4:0', '1:0:2:0:3:0:4:0'],
  ['2001:DB8::00A:10', '2001:db8::a:10'],
  ['::ffff:7f00:1', '127.0.0.1'],
])('%s is written %s', (text, written) => {
  expect(addressText(parseAddress(text) ?? [])).toBe(written)
})
