// How network addresses are written and compared.

/** The eight groups of an IPv6 address, 16 bits each. */
export type Groups = readonly number[]

/** The number behind an IPv4 address with four decimal parts. */
export function parseIpv4(text: string): number | undefined {
  const parts = text.split('.')
  if (parts.length !== 4 || !parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255))
    return undefined
  return parts.reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** An IPv6 address without brackets and without a zone. */
export function parseIpv6(text: string): Groups | undefined {
  const [left = '', right, ...more] = text.split('::')
  if (more.length > 0) return undefined
  const before = parseGroups(left)
  const after = right === undefined ? [] : parseGroups(right)
  if (!before || !after) return undefined
  const missing = 8 - before.length - after.length
  if (right === undefined ? missing !== 0 : missing < 1) return undefined
  return [...before, ...Array.from({ length: missing }, () => 0), ...after]
}

/** Groups between colons. The last one may be written as an IPv4 address, which takes two. */
function parseGroups(text: string): number[] | undefined {
  if (text === '') return []
  const groups: number[] = []
  const parts = text.split(':')
  for (const [at, part] of parts.entries()) {
    const four = at === parts.length - 1 ? parseIpv4(part) : undefined
    if (four !== undefined) groups.push(Math.floor(four / 65_536), four % 65_536)
    else if (/^[\da-f]{1,4}$/i.test(part)) groups.push(Number.parseInt(part, 16))
    else return undefined
  }
  return groups
}

/** Whether an address begins with the same bits as another. */
export const isWithin = (groups: Groups, first: Groups, bits: number): boolean =>
  groups.every((group, at) => {
    const compared = Math.min(16, Math.max(0, bits - 16 * at))
    const size = 2 ** (16 - compared)
    return Math.floor(group / size) === Math.floor((first[at] ?? 0) / size)
  })

/** The prefix of the IPv6 addresses that are IPv4 addresses. */
export const MAPPED_BITS = 96
const MAPPED: Groups = [0, 0, 0, 0, 0, 0xffff, 0, 0]
export const isMapped = (groups: Groups): boolean => isWithin(groups, MAPPED, MAPPED_BITS)

/** Either kind of address as groups. An IPv4 address becomes the mapped one, so that both spellings are the same. */
export function parseAddress(text: string): Groups | undefined {
  const four = parseIpv4(text)
  if (four === undefined) return parseIpv6(text)
  return [...MAPPED.slice(0, 6), Math.floor(four / 65_536), four % 65_536]
}

/** The one spelling of an address (RFC 5952). A mapped address is written as IPv4. */
export function addressText(groups: Groups): string {
  if (isMapped(groups)) return groups.slice(6).flatMap(bytesOfGroup).join('.')
  const text = groups.map((group) => group.toString(16)).join(':')
  const [longest] = [...text.matchAll(/\b0(?::0)+\b/g)].toSorted((a, b) => b[0].length - a[0].length)
  if (!longest) return text
  const [before, after] = [text.slice(0, longest.index), text.slice(longest.index + longest[0].length)]
  return `${before.replace(/:$/, '')}::${after.replace(/^:/, '')}`
}

const bytesOfGroup = (group: number) => [Math.floor(group / 256), group % 256]

/**
 * What requests, guesses and connections of one address are counted under. Whoever has one IPv6 address usually has all 2^64
 * of its network, so that network counts as one.
 */
export function countedAddress(address: string): string {
  if (!address.includes(':')) return address
  const groups = parseIpv6(address.replace(/%.*$/, ''))
  if (!groups) return address
  return isMapped(groups) ? addressText(groups) : `${addressText([...groups.slice(0, 4), 0, 0, 0, 0])}/64`
}

/** Whether a host is this machine, as an address or by name. */
export function isLoopback(host: string): boolean {
  const groups = parseAddress(host.replace(/^\[(.*)\]$/, '$1'))
  if (!groups) return host.toLowerCase() === 'localhost'
  return addressText(groups) === '::1' || (isMapped(groups) && Math.floor((groups[6] ?? 0) / 256) === 127)
}
