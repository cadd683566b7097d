import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { type EndpointRules, hostKind, isAllowedAddress } from '../../domain/webhooks/endpoints.ts'

/** Gives the addresses of a name. */
export type Resolve = (name: string) => Promise<readonly string[]>

/** The name has an address that we do not connect to. */
export class AddressRefused extends Error {
  readonly code = 'AddressRefused'
}

const TIMEOUT_MILLISECONDS = 4_000
const TRIES = 2

/**
 * Asks the name servers directly. The system's own look-up would occupy one of the few threads of Node that also read files
 * and check passwords, and whoever runs a slow name server could stop those.
 */
export function openResolver(): Resolve {
  const resolver = new Resolver({ timeout: TIMEOUT_MILLISECONDS, tries: TRIES })
  return async (name) => {
    if (hostKind(name) === 'ThisMachine') return ['127.0.0.1', '::1']
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length === 0 && four.status === 'rejected') throw four.reason
    return found
  }
}

/**
 * How a connection finds its address: the name is resolved once, every address is checked, and the connection is made to one
 * of exactly these. A name server that answers differently the next time changes nothing.
 */
export const checkedLookup =
  (resolve: Resolve, rules: EndpointRules): LookupFunction =>
  (name, { all }, callback) => {
    resolveChecked(resolve, rules, name).then(
      (addresses) => {
        const [first] = addresses
        if (all) callback(null, [...addresses])
        else callback(null, first?.address ?? '', first?.family ?? 4)
      },
      (error: NodeJS.ErrnoException) => callback(error, all ? [] : ''),
    )
  }

async function resolveChecked(resolve: Resolve, rules: EndpointRules, name: string) {
  const addresses = (await resolve(name)).map((address) => ({ address, family: isIP(address) }))
  if (addresses.length === 0)
    throw Object.assign(new Error('The name has no address.'), { code: 'ENOTFOUND' })
  // One bad address is enough: whoever mixes them hopes that it is the one we take.
  requireAllowed(
    addresses.map(({ address }) => address),
    rules,
  )
  return addresses
}

function requireAllowed(addresses: readonly string[], rules: EndpointRules): void {
  if (!addresses.every((address) => isAllowedAddress(address, rules)))
    throw new AddressRefused('The host has an address that is not public.')
}
