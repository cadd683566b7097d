import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressText, countedAddress } from './ip-addresses.ts'

describe('an address is counted', () => {
  test.each([
    ['127.0.0.1', '127.0.0.1'],
    ['192.0.2.7', '192.0.2.7'],
    // IPv4 in the spellings of IPv6.
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['::1', '::/64'],
    ['2001:db8::7', '2001:db8::/64'],
    ['2001:0db8:0:0:1:2:3:4', '2001:db8::/64'],
    ['2001:DB8:a:b:c:d:e:f', '2001:db8:a:b::/64'],
    ['2001:db8:a:0:ffff:ffff:ffff:ffff', '2001:db8:a::/64'],
    ['2001:db8:a:1::', '2001:db8:a:1::/64'],
    ['fe80::1%eth0', 'fe80::/64'],
    ['fe80::1%eth1', 'fe80::/64'],
    // What is no address is its own count.
    ['', ''],
    ['unknown', 'unknown'],
    ['1::2::3', '1::2::3'],
  ])('%s as %s', (address, counted) => {
    expect(countedAddress(address)).toBe(counted)
  })

  const group = fc.integer({ min: 0, max: 65_535 })
  const half = fc.tuple(group, group, group, group)

  test('together with all others of its network, and with none of another', () => {
    fc.assert(
      fc.property(half, half, half, half, (network, host, other, elsewhere) => {
        // The network of ::ffff:192.0.2.7 has every IPv4 address.
        fc.pre(network.some((part) => part > 0) && network.join() !== elsewhere.join())
        const counted = (...halves: readonly (readonly number[])[]) =>
          countedAddress(addressText(halves.flat()))
        expect(counted(network, host)).toBe(counted(network, other))
        expect(counted(network, host)).not.toBe(counted(elsewhere, host))
      }),
    )
  })
})
