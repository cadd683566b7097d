import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { dateIn } from '../domain/dates.ts'
import type { Acting, Caller } from './caller.ts'
import { Problem } from './problems.ts'
import { parameterNames, type Route } from './route.ts'
import { PathId } from './schemas.ts'
import type { Shell } from './shell.ts'

export type Handle = (
  request: FastifyRequest,
  reply: FastifyReply,
  acting: Acting | undefined,
) => Promise<FastifyReply>

/** The caller with the current instant and date by the service's clock. */
export function actingAs(shell: Shell, caller: Caller | undefined): Acting | undefined {
  if (!caller) return undefined
  const now = shell.clock.now()
  return { caller, now, today: dateIn(caller.tenant.timeZone, now) }
}

export function signedIn(acting: Acting | undefined): Acting {
  if (!acting) throw new Problem('Unauthenticated', 'The request has no valid credential.')
  return acting
}

/** Reads the path parameters. A malformed one matches no record. */
export function pathParamsReader(route: Route): (raw: unknown) => Record<string, unknown> {
  const parameters = parameterNames(route.path).map((name) => ({
    name,
    read: readerOf(route.params?.[name] ?? PathId),
  }))
  return (raw) => {
    const params: Record<string, unknown> = {}
    for (const { name, read } of parameters) {
      const text = showDottedLetter((raw as Record<string, string>)[name] ?? '')
      const value = text.includes('\u0000') ? undefined : read(text)
      if (value === undefined) throw new Problem('NotFound', `There is no record "${text}".`)
      params[name] = value
    }
    return params
  }
}

/** Most parameters are ids written as plain numbers, which can be read without a schema. */
function readerOf(schema: z.ZodType): (text: string) => unknown {
  const byShape = (text: string) => schema.safeParse(text).data
  return schema === PathId ? (text) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : byShape(text)) : byShape
}

export const successorLink = (route: Route) =>
  route.successor ? `<${route.successor}>; rel="successor-version"` : undefined

// --- İ in a path ---------------------------------------------------------------------------------------------------

/**
 * The router compares paths in lower case and cuts parameters from the path as it was sent, by position. İ (U+0130) is the
 * one letter whose lower case is longer, so every position after it would be wrong. It is routed as an escape of two
 * characters that stay two; a parameter gets it back.
 */
const MARK = '\uE130'
const escapes: Readonly<Record<string, string>> = { İ: `${MARK}i`, [MARK]: `${MARK}m` }
const letters = Object.fromEntries(Object.entries(escapes).map(([letter, escaped]) => [escaped, letter]))

const ENCODED = new RegExp(Object.keys(escapes).map(encodeURIComponent).join('|'), 'gi')
const ESCAPED = new RegExp(Object.keys(letters).join('|'), 'g')

/** The address for the router. */
export function hideDottedLetter(url: string): string {
  if (!url.includes('%')) return url
  const at = url.indexOf('?')
  const [path, search] = at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at)]
  return (
    path.replace(ENCODED, (encoded) => encodeURIComponent(escapes[decodeURIComponent(encoded)] ?? '')) +
    search
  )
}

/** A path parameter as it was sent. */
export const showDottedLetter = (text: string): string =>
  text.includes(MARK) ? text.replace(ESCAPED, (escaped) => letters[escaped] ?? escaped) : text
