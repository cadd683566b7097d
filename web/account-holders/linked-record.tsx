import type { UseQueryResult } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { Answer, Operation } from '../api/client.ts'
import { useAnswer } from '../api/queries.ts'
import { useCan, useIsPartner } from '../api/session.ts'
import { Link } from '../ui/link.tsx'
import type { LinkTarget } from './field-types.ts'
import { targets } from './lookups.ts'
import { useText } from './text.ts'

interface Named {
  readonly id: number
  readonly name: string
  readonly number?: string
  readonly code?: string
}

const MOST = 200

/** The record that an id means, if the caller may see it. */
export function useLinked(to: LinkTarget, id: number | null): Named | undefined {
  const can = useCan()
  const isPartner = useIsPartner()
  const { list, read, idName, isLimited } = targets[to]
  const isListed = read === undefined || (isPartner && isLimited === true)
  const operation: Operation = isListed ? list : read
  // One record by its id, or the first page of a short list. The shapes of all of them are alike.
  const options = isListed
    ? read
      ? { query: { pageNumber: 1, pageSize: MOST } }
      : {}
    : { path: { [idName]: id } }
  const query = useAnswer(operation as 'GET /dealers/{dealerId}', options as { path: { dealerId: number } }, {
    enabled: id !== null && can(operation),
    staleTime: 60_000,
  }) as unknown as UseQueryResult<Answer<Named | readonly Named[]>>
  const data = query.data?.data
  return Array.isArray(data) ? data.find((record: Named) => record.id === id) : (data as Named | undefined)
}

/** Records whose names are known but which the caller cannot open, by target and id. */
export const KnownNames = createContext<Readonly<Record<string, string>>>({})

/** A linked record by its name, which opens it. Without the right to see it, its id. */
export function LinkedRecord({ to, id }: { readonly to: LinkTarget; readonly id: number }) {
  const t = useText()
  const record = useLinked(to, id)
  const known = useContext(KnownNames)
  const { path } = targets[to]
  if (!record) return known[`${to}/${id}`] ?? t('value.id', { id })
  const name = [record.number ?? record.code, record.name].filter(Boolean).join(' · ')
  return path ? <Link to={`${path}/${id}`}>{name}</Link> : name
}
