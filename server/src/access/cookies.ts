/** The cookie of a session. With TLS its name has the prefix of `cookieName`. */
export const SESSION_COOKIE = 'bw_session'
/** The cookie of a device that has signed in before (`devices.ts`). */
export const DEVICE_COOKIE = 'bw_device'

/**
 * The name of a cookie. Behind TLS it begins with `__Host-`: browsers take such a cookie only over TLS and from this host,
 * so nobody on a neighboring host can set it.
 */
export const cookieName = (name: string, isHttps: boolean): string => (isHttps ? `__Host-${name}` : name)

interface Cookie {
  readonly name: string
  readonly value: string
  /** Zero removes it. */
  readonly seconds: number
  readonly isSecure: boolean
}

/** The Set-Cookie header of a cookie that no script reads and no other site sends. */
export const cookieText = ({ name, value, seconds, isSecure }: Cookie): string =>
  `${name}=${value}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`

/** The value of a cookie in a Cookie header. */
export function cookieNamed(header: string, name: string): string | undefined {
  for (const part of header.split(';')) {
    const at = part.indexOf('=')
    if (part.slice(0, at).trim() === name) return part.slice(at + 1).trim()
  }
  return undefined
}
