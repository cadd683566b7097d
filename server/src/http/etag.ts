import { hash } from 'node:crypto'
import { Problem } from './problems.ts'

/** A strong ETag: a hash of the JSON that this caller gets, before compression. */
export const computeEtag = (json: string) => `"${hash('sha256', json, 'base64url').slice(0, 27)}"`

/** Whether a header of ETags (If-Match, If-None-Match) contains this one. */
export function containsEtag(header: string, etag: string): boolean {
  if (header.trim() === '*') return true
  return header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/** If-Match compares strongly: a weak tag never matches. */
export function requireMatch(header: string, etag: string): void {
  const strong = header.split(',').filter((part) => !part.trim().startsWith('W/'))
  if (containsEtag(strong.join(','), etag)) return
  throw new Problem(
    'PreconditionFailed',
    'The record has changed since you read it: the ETag in If-Match is not the current one.',
    {
      headers: { ETag: etag },
    },
  )
}
