import { addressText, type Groups, isMapped, isWithin, MAPPED_BITS, parseAddress } from './ip-addresses.ts'

/** A network of proxies that we believe. Groups and bits are those of IPv6; IPv4 is mapped into it. */
export interface Network {
  /** As it is shown: `10.0.0.0/8`, or an address alone. */
  readonly text: string
  readonly first: Groups
  readonly bits: number
}

/** Reads a list with commas or spaces between. Every entry that cannot be used is told. */
export function parseNetworks(list: string): {
  readonly networks: readonly Network[]
  readonly faults: readonly string[]
} {
  const parsed = list
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .map(parseNetwork)
  return {
    networks: parsed.filter((one): one is Network => typeof one !== 'string'),
    faults: parsed.filter((one): one is string => typeof one === 'string'),
  }
}

/** The network, or what is wrong with it. */
function parseNetwork(entry: string): Network | string {
  const [address = '', prefix, ...more] = entry.split('/')
  const groups = parseAddress(address)
  const notOne = `"${entry}" is not a network. Write an address such as 10.0.0.5 or fd00::5, or a network such as 10.0.0.0/8`
  if (!groups || more.length > 0 || (prefix !== undefined && !/^\d{1,3}$/.test(prefix))) return notOne
  const isFour = !address.includes(':')
  const width = isFour ? 32 : 128
  const given = prefix === undefined ? width : Number(prefix)
  if (given > width) return `"${entry}" has a prefix that is too long. It is at most /${width}`
  const bits = isFour ? given + MAPPED_BITS : given
  if (bits === 0 || (bits <= MAPPED_BITS && isMapped(groups)))
    return `"${entry}" is everyone, so that every caller could claim any address. Name the networks of the proxies`
  const first = firstOf(groups, bits)
  if (first.some((group, at) => group !== groups[at]))
    return `"${entry}" is an address inside a network. The network is ${networkText(first, bits)}`
  return { text: networkText(first, bits), first, bits }
}

const firstOf = (groups: Groups, bits: number): Groups =>
  groups.map((group, at) => {
    const size = 2 ** (16 - Math.min(16, Math.max(0, bits - 16 * at)))
    return group - (group % size)
  })

function networkText(first: Groups, bits: number): string {
  const isFour = isMapped(first) && bits >= MAPPED_BITS
  const [shown, width] = isFour ? [bits - MAPPED_BITS, 32] : [bits, 128]
  return shown === width ? addressText(first) : `${addressText(first)}/${shown}`
}

/** Where a request comes from. */
export interface Client {
  readonly address: string
  /** A trusted proxy itself, which named nobody behind it. */
  readonly isProxy: boolean
}

/**
 * The client of a request: of the addresses in X-Forwarded-For, the last one that is not a trusted proxy. Each proxy adds the
 * address that it saw at the end, so what a client wrote itself is further left and never reached. An entry that is no address
 * ends the walk: the proxy that sent it is the last one that is known.
 */
export function findClient(
  peer: string,
  forwardedFor: string | undefined,
  trusted: readonly Network[],
): Client {
  // Most services have no proxy, and most connections one spelling.
  if (trusted.length === 0 && !peer.startsWith('::ffff:') && !peer.includes('%'))
    return { address: peer, isProxy: false }
  const own = parseEntry(peer.replace(/%.*$/, ''))
  if (!own) return { address: peer, isProxy: false }
  let client = own
  let end = forwardedFor?.length ?? 0
  let isProxy = isTrusted(client, trusted)
  while (isProxy && forwardedFor !== undefined && end > 0) {
    const comma = forwardedFor.lastIndexOf(',', end - 1)
    const entry = forwardedFor.slice(comma + 1, end).trim()
    end = Math.max(0, comma)
    // Lists may have empty entries (RFC 9110).
    if (entry === '') continue
    const next = parseEntry(entry)
    if (!next) break
    client = next
    isProxy = isTrusted(client, trusted)
  }
  return { address: addressText(client), isProxy }
}

const LONGEST_ENTRY = 60

/** An address, perhaps with a port, and in brackets if it is IPv6. */
function parseEntry(entry: string): Groups | undefined {
  if (entry.length > LONGEST_ENTRY) return undefined
  const [, six, four] = /^\[([\da-f:.]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/i.exec(entry) ?? []
  if (six !== undefined && !six.includes(':')) return undefined
  return parseAddress(six ?? four ?? entry)
}

const isTrusted = (groups: Groups, trusted: readonly Network[]): boolean =>
  trusted.some(({ first, bits }) => isWithin(groups, first, bits))

/** Whether the last proxy, which we believe, says that it was reached with TLS. */
export const isForwardedHttps = (forwardedProto: string | undefined): boolean =>
  forwardedProto?.split(',').at(-1)?.trim().toLowerCase() === 'https'
