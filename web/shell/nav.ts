import { useMemo } from 'react'
import type { Operation } from '../api/client.ts'
import { useCan, useIsPartner, useSession } from '../api/session.ts'
import type { en } from './en.ts'

/** A place in the main navigation. */
export interface NavItem {
  readonly path: string
  readonly title: keyof typeof en
  readonly icon: 'home' | 'quote' | 'contract' | 'cancel' | 'partners' | 'history'
  /** Shown to whoever may call it. */
  readonly needs?: Operation
  /** Refused to callers with scopes, whatever their permissions. */
  readonly isOfficeOnly?: boolean
  /** The keys that open it, one after the other. */
  readonly keys?: string
}

const items: readonly NavItem[] = [
  { path: '/home', title: 'nav.home', icon: 'home', keys: 'g h' },
  {
    path: '/quote',
    title: 'nav.quote',
    icon: 'quote',
    needs: 'GET /Rates/rateQuote/{dealerNumber}',
    keys: 'g q',
  },
  { path: '/contracts', title: 'nav.contracts', icon: 'contract', needs: 'GET /v2/contracts', keys: 'g c' },
  {
    path: '/cancellations',
    title: 'nav.cancellations',
    icon: 'cancel',
    needs: 'GET /v2/cancelrequests',
    keys: 'g x',
  },
  { path: '/partners', title: 'nav.partners', icon: 'partners', needs: 'GET /dealers', keys: 'g p' },
  { path: '/audit', title: 'nav.audit', icon: 'history', needs: 'GET /audit', isOfficeOnly: true },
]

/** Where the caller can go. */
export function useNav(): readonly NavItem[] {
  const can = useCan()
  const isPartner = useIsPartner()
  const { mustEnroll } = useSession()
  return useMemo(
    () =>
      mustEnroll
        ? []
        : items.filter((item) => (!item.needs || can(item.needs)) && !(item.isOfficeOnly && isPartner)),
    [can, isPartner, mustEnroll],
  )
}
