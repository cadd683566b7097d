import { addressKind } from './addresses.ts'

/** Where a service may send: a sandbox also to this machine, and without encryption. */
export interface EndpointRules {
  readonly isSandbox: boolean
}

export const URL_LENGTH_AT_MOST = 2_000

/**
 * Why a webhook may not have this URL; nothing if it may. A name is only judged as a name here. The addresses that it has
 * are judged each time a connection is made.
 */
export function urlRefusal(text: string, rules: EndpointRules): string | undefined {
  // A parser of URLs drops these silently, so that a person reads another address than the one that is called.
  if (/[\s\p{Cc}\p{Cf}\\]/u.test(text))
    return 'The URL must not contain spaces, backslashes or invisible characters.'
  const url = parseUrl(text)
  if (!url) return 'The URL is not valid. An example is https://example.com/hooks.'
  if (url.protocol !== 'https:' && !(rules.isSandbox && url.protocol === 'http:'))
    return 'The URL must begin with https://.'
  if (url.username !== '' || url.password !== '') return 'The URL must not contain a user name or password.'
  if (url.hash !== '' || text.includes('#'))
    return 'The URL must not have a fragment (#), because it is never sent.'
  if (url.port === '0') return 'The port must be between 1 and 65535.'
  return isAllowedHost(url.hostname, rules)
    ? undefined
    : 'The host must be public: a name that the internet knows, or a public address.'
}

/** Whether a resolved address may be connected to. */
export function isAllowedAddress(address: string, { isSandbox }: EndpointRules): boolean {
  const kind = addressKind(address)
  return kind === 'Public' || (isSandbox && kind === 'Loopback')
}

/** The host of a parsed URL: a name in lower case, or an address whose spelling is already normal. */
export function hostKind(hostname: string): 'Address' | 'ThisMachine' | 'InternalName' | 'Name' {
  if (hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return 'Address'
  const name = hostname.replace(/\.$/, '')
  if (name === 'localhost' || name.endsWith('.localhost')) return 'ThisMachine'
  // A name without a dot, and names that are never on the internet.
  const isInternal = !name.includes('.') || internalEndings.some((ending) => name.endsWith(ending))
  return isInternal ? 'InternalName' : 'Name'
}

const internalEndings = ['.local', '.internal', '.localdomain', '.intranet', '.lan', '.home.arpa', '.onion']

/** An address without the brackets that a URL puts around IPv6. */
const bareAddress = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

function isAllowedHost(hostname: string, rules: EndpointRules): boolean {
  switch (hostKind(hostname)) {
    case 'Address':
      return isAllowedAddress(bareAddress(hostname), rules)
    case 'ThisMachine':
      return rules.isSandbox
    case 'InternalName':
      return false
    case 'Name':
      return true
  }
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
