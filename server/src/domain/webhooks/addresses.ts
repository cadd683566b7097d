import { type Groups, isWithin, parseIpv4, parseIpv6 } from '../ip-addresses.ts'

// Which network addresses a webhook may be sent to. The lists follow the registries of special-purpose addresses of IANA.

/**
 * What an address is for. `Public` addresses belong to anyone on the internet. `Loopback` is this machine. Everything else
 * is `Internal`: private networks, link-local, multicast, documentation, addresses that contain one of these, and whatever
 * is not an address at all.
 */
export type AddressKind = 'Public' | 'Loopback' | 'Internal'

/** An address as a resolver or a parsed URL writes it: IPv4 with four decimal parts, IPv6 without brackets. */
export function addressKind(address: string): AddressKind {
  const four = parseIpv4(address)
  if (four !== undefined) return kindOfIpv4(four)
  const six = parseIpv6(address)
  return six === undefined ? 'Internal' : kindOfIpv6(six)
}

type Range = readonly [first: string, bits: number]

const internalIpv4: readonly Range[] = [
  // This network.
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  // Shared by the customers of a carrier.
  ['100.64.0.0', 10],
  // Link-local, and the metadata of most clouds.
  ['169.254.0.0', 16],
  // The platform address of Azure's virtual machines.
  ['168.63.129.16', 32],
  ['172.16.0.0', 12],
  // Assignments of the IETF.
  ['192.0.0.0', 24],
  // Documentation.
  ['192.0.2.0', 24],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  // Relays of 6to4.
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  // Benchmarking.
  ['198.18.0.0', 15],
  // Multicast.
  ['224.0.0.0', 4],
  // Reserved, and broadcast.
  ['240.0.0.0', 4],
]
const LOOPBACK_IPV4: Range = ['127.0.0.0', 8]

function kindOfIpv4(address: number): AddressKind {
  if (isWithinIpv4(address, LOOPBACK_IPV4)) return 'Loopback'
  return internalIpv4.some((range) => isWithinIpv4(address, range)) ? 'Internal' : 'Public'
}

function isWithinIpv4(address: number, [first, bits]: Range): boolean {
  const size = 2 ** (32 - bits)
  return Math.floor(address / size) === Math.floor((parseIpv4(first) ?? 0) / size)
}

// Of the public IPv6 addresses, 2000::/3.
const internalIpv6: readonly Range[] = [
  // Assignments of the IETF: Teredo, benchmarking, ORCHID.
  ['2001::', 23],
  // Documentation.
  ['2001:db8::', 32],
  ['3fff::', 20],
]

/** IPv6 addresses that contain an IPv4 address, and the group in which it begins. */
interface Carrier {
  readonly range: Range
  readonly at: number
}
const MAPPED: Carrier = { range: ['::ffff:0:0', 96], at: 6 }
const carriers: readonly Carrier[] = [
  MAPPED,
  // NAT64: how a machine without IPv4 reaches one that has nothing else.
  { range: ['64:ff9b::', 96], at: 6 },
  // 6to4.
  { range: ['2002::', 16], at: 1 },
]

function kindOfIpv6(groups: Groups): AddressKind {
  if (isWithinIpv6(groups, ['::1', 128])) return 'Loopback'
  const carrier = carriers.find(({ range }) => isWithinIpv6(groups, range))
  if (carrier) {
    const kind = kindOfIpv4((groups[carrier.at] ?? 0) * 65_536 + (groups[carrier.at + 1] ?? 0))
    // Only a mapped address is the IPv4 address itself. The others go through a relay.
    return kind === 'Loopback' && carrier !== MAPPED ? 'Internal' : kind
  }
  if (!isWithinIpv6(groups, ['2000::', 3])) return 'Internal'
  return internalIpv6.some((range) => isWithinIpv6(groups, range)) || isIsatap(groups) ? 'Internal' : 'Public'
}

/** The interface of an ISATAP tunnel: it ends in an IPv4 address, after 0:5efe or 200:5efe. */
const isIsatap = (groups: Groups) => ((groups[4] ?? 0) | 0x200) === 0x200 && groups[5] === 0x5efe

const isWithinIpv6 = (groups: Groups, [first, bits]: Range): boolean =>
  isWithin(groups, parseIpv6(first) ?? [], bits)
