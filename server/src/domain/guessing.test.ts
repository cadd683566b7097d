import { describe, expect, test } from 'vitest'
import { resetCounts, signInCounts, waits } from './guessing.ts'

test('waits grow, and never exceed a quarter of an hour', () => {
  expect(waits.every((wait, at) => at === 0 || wait > (waits[at - 1] ?? 0))).toBe(true)
  expect(waits.at(-1)).toBe(900)
})

describe('a sign-in', () => {
  const stranger = { name: 'Anna@Summit.example', address: '192.0.2.7', device: undefined }

  test('counts for the name from this address, for the name, and for the address', () => {
    expect(signInCounts(stranger)).toEqual({
      own: { key: 'sign-in pair 192.0.2.7 anna@summit.example', free: 5 },
      others: [
        { key: 'sign-in name anna@summit.example', free: 10 },
        { key: 'sign-in address 192.0.2.7', free: 100 },
      ],
    })
  })

  test('from IPv6 counts for the network', () => {
    const keys = (address: string) => signInCounts({ ...stranger, address }).others.map(({ key }) => key)
    expect(keys('2001:db8:1:2::7')).toContain('sign-in address 2001:db8:1:2::/64')
    expect(keys('2001:db8:1:2:a:b:c:d')).toEqual(keys('2001:db8:1:2::7'))
    expect(keys('2001:db8:1:3::7')).not.toEqual(keys('2001:db8:1:2::7'))
  })

  test('from a known device counts for the device only', () => {
    expect(signInCounts({ ...stranger, device: '1.21.x' })).toEqual({
      own: { key: 'sign-in device 1.21.x', free: 5 },
      others: [],
    })
  })

  test('and a request for a new password have different counts', () => {
    const keys = ({ own, others }: ReturnType<typeof signInCounts>) => [own, ...others].map(({ key }) => key)
    const reset = keys(resetCounts(stranger))
    expect(keys(signInCounts(stranger)).filter((key) => reset.includes(key))).toEqual([])
  })
})
