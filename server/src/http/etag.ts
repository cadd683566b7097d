import { hash } from 'node:crypto'
import { Problem } from './problems.ts'

/** A strong ETag: a hash of the JSON as this caller is answered, before compression. */
export const etagOf = (json: string) => `"${hash('sha256', json, 'base64url').slice(0, 27)}"`

/** Whether a header of ETags (If-Match, If-None-Match) names this one. */
export function names(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/** If-Match compares strongly: a weak tag never matches. */
export function requireMatch(header: string, etag: string): void {
  const strong = header.split(',').filter((part) => !part.trim().startsWith('W/'))
  if (names(strong.join(','), etag)) return
  throw new Problem('PreconditionFailed', 'The record has changed since the ETag in If-Match was given.', {
    headers: { ETag: etag },
  })
}
