import { useEffect, useState } from 'react'
import type { SearchHit } from '../../sdk/src/types.gen.ts'
import { call } from '../api/client.ts'
import { type NavPart, useNav } from './nav.ts'
import { useText } from './text.ts'

/** A line below the search: a record, or a screen. */
export interface Hit {
  readonly kind: SearchHit['kind'] | 'Screen'
  readonly number: string | null
  readonly title: string | null
  readonly subtitle: string
  readonly status: string | null
  /** The screen that shows it. */
  readonly to: string
}

interface Found {
  readonly text: string
  readonly hits: readonly Hit[]
  readonly hasMore: boolean
}

type State = 'short' | 'searching' | 'found' | 'failed'

/** The kinds of records that have a screen. */
const kinds = [
  'Contract',
  'CancelRequest',
  'Claim',
  'CashTransaction',
  'Dealer',
  'AccountHolder',
  'Customer',
] as const

const WAIT = 60

/** Searches a moment after the last key. An answer that comes after the next key is not shown. */
export function useHits(text: string): { hits: readonly Hit[]; hasMore: boolean; state: State } {
  const asked = text.trim()
  const screens = useScreens(asked)
  const [found, setFound] = useState<Found>()
  const [failed, setFailed] = useState<string>()
  const isRecord = asked.length >= 2 && !asked.startsWith('>')
  useEffect(() => {
    if (!isRecord) return undefined
    const gone = new AbortController()
    const timer = setTimeout(async () => {
      try {
        const query = { q: asked, kinds, perKind: 5 }
        const { data } = await call('GET /search', { query, signal: gone.signal })
        setFound({ text: asked, hits: data.items.map(hitOf), hasMore: data.more.length > 0 })
      } catch {
        if (!gone.signal.aborted) setFailed(asked)
      }
    }, WAIT)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [asked, isRecord])
  if (asked.startsWith('>')) return { hits: screens, hasMore: false, state: 'found' }
  if (!isRecord) return { hits: [], hasMore: false, state: 'short' }
  if (found?.text === asked) return { hits: found.hits, hasMore: found.hasMore, state: 'found' }
  if (failed === asked) return { hits: [], hasMore: false, state: 'failed' }
  // What was found for the text before stays until the next answer, so that the list does not flicker.
  return { hits: found?.hits ?? [], hasMore: false, state: 'searching' }
}

/** `>` and the beginning of a screen's name. */
function useScreens(text: string): readonly Hit[] {
  const t = useText()
  const wanted = text.slice(1).trim().toLowerCase()
  return useNav()
    .flatMap((item): readonly Pick<NavPart, 'path' | 'title'>[] => item.parts ?? [item])
    .map(({ path, title }) => ({ to: path, title: t(title) }))
    .filter(({ title }) => title.toLowerCase().includes(wanted))
    .map(({ to, title }) => ({
      ...{ kind: 'Screen' as const, number: null, subtitle: '', status: null },
      to,
      title,
    }))
}

const hitOf = (hit: SearchHit): Hit => ({ ...hit, to: screenOf(hit) })

/** Where the portal shows a record that the API has at `path`. */
export function screenOf({ kind, number, id, path }: SearchHit): string {
  if (kind === 'Contract') return `/contracts/${encodeURIComponent(number ?? String(id))}`
  if (kind === 'CancelRequest') return `/cancellations/${encodeURIComponent(number ?? String(id))}`
  if (kind === 'Claim') return `/claims/${encodeURIComponent(number ?? String(id))}`
  if (kind === 'CashTransaction') return `/money/cash/${id}`
  return `/partners${path}`
}
