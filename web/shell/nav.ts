import { useMemo } from 'react'
import type { Operation } from '../api/client.ts'
import { useCan, useIsPartner, useSession } from '../api/session.ts'
import type { en } from './en.ts'

/** A screen among others of one area, such as the batches of the area Money. */
export interface NavPart {
  readonly path: string
  readonly title: keyof typeof en
  /** Shown to whoever may call it. */
  readonly needs: Operation
  /** Refused to callers with scopes, whatever their permissions. */
  readonly isOfficeOnly?: boolean
  /** Only a sandbox has it. */
  readonly isSandboxOnly?: boolean
}

/** A place in the main navigation. */
export interface NavItem {
  readonly path: string
  readonly title: keyof typeof en
  /** What the paths of all its screens begin with, if it is not its own path. */
  readonly area?: string
  /** The screens of an area. The item leads to the first of them, and is there if one of them is. */
  readonly parts?: readonly NavPart[]
  readonly icon:
    | 'home'
    | 'quote'
    | 'contract'
    | 'cancel'
    | 'alert'
    | 'money'
    | 'partners'
    | 'history'
    | 'rates'
    | 'chart'
    | 'settings'
    | 'terminal'
  /** Shown to whoever may call it. */
  readonly needs?: Operation
  /** Refused to callers with scopes, whatever their permissions. */
  readonly isOfficeOnly?: boolean
  /** The keys that open it, one after the other. */
  readonly keys?: string
}

/** What is asked of contracts. An inspection company sees its inspections alone. */
const claimParts: readonly NavPart[] = [
  { path: '/claims', title: 'claims.list', needs: 'GET /claims' },
  { path: '/inspections', title: 'claims.inspections', needs: 'GET /claims/inspections' },
]

/** What is owed, paid and booked. */
const moneyParts: readonly NavPart[] = [
  { path: '/money/remit', title: 'money.remit', needs: 'POST /inprocesscashtransactions' },
  { path: '/money/batches', title: 'money.batches', needs: 'GET /inprocesscashtransactions' },
  { path: '/money/cash', title: 'money.cash', needs: 'GET /v2/cashtransactions' },
  { path: '/money/ach', title: 'money.ach', needs: 'GET /achfiles', isOfficeOnly: true },
  { path: '/money/bank', title: 'money.bank', needs: 'GET /bankfiles', isOfficeOnly: true },
  {
    path: '/money/statements',
    title: 'money.statements',
    needs: 'POST /accountholders/{accountHolderId}/statementrequests',
  },
  { path: '/money/ledger', title: 'money.ledger', needs: 'GET /ledgers' },
  { path: '/money/aging', title: 'money.aging', needs: 'GET /aging' },
  { path: '/money/journal', title: 'money.journal', needs: 'GET /journal', isOfficeOnly: true },
  {
    path: '/money/trial-balance',
    title: 'money.trialBalance',
    needs: 'GET /trialBalance',
    isOfficeOnly: true,
  },
  { path: '/money/periods', title: 'money.periods', needs: 'GET /accountingperiods', isOfficeOnly: true },
]

/** The books that prices come from, and the rules that decide. */
const ratesParts: readonly NavPart[] = [
  { path: '/rates/books', title: 'rates.books', needs: 'GET /Rates/books', isOfficeOnly: true },
  {
    path: '/rates/agreements',
    title: 'rates.agreements',
    needs: 'GET /Rates/Disbursements/AccountHolder/{id}',
    isOfficeOnly: true,
  },
  { path: '/rates/criteria', title: 'rates.criteria', needs: 'POST /Rates/criteria/evaluations' },
  {
    path: '/rates/state-rules',
    title: 'rates.stateRules',
    needs: 'GET /cancelrules/coverage',
    isOfficeOnly: true,
  },
]

const reportParts: readonly NavPart[] = [
  { path: '/reports/production', title: 'reports.production', needs: 'GET /reports/production' },
  {
    path: '/reports/earnings',
    title: 'reports.earnings',
    needs: 'GET /reports/earnings',
    isOfficeOnly: true,
  },
  {
    path: '/reports/loss-ratio',
    title: 'reports.lossRatio',
    needs: 'GET /reports/loss-ratio',
    isOfficeOnly: true,
  },
  {
    path: '/reports/loss-triangle',
    title: 'reports.lossTriangle',
    needs: 'GET /reports/loss-triangle',
    isOfficeOnly: true,
  },
  { path: '/reports/cancels', title: 'reports.cancels', needs: 'GET /reports/cancels' },
  { path: '/reports/aging', title: 'reports.aging', needs: 'GET /reports/aging' },
  {
    path: '/reports/overdue-refunds',
    title: 'reports.overdueRefunds',
    needs: 'GET /reports/overdue-refunds',
  },
]

/** How the administrator has set the service up, and who may use it. */
const settingsParts: readonly NavPart[] = [
  ...(['contracts', 'cancels', 'claims', 'accounting', 'rates', 'processes'] as const).map(
    (group): NavPart => ({
      path: `/settings/${group}`,
      title: `settings.${group}`,
      needs: 'GET /generalsettings',
      isOfficeOnly: true,
    }),
  ),
  { path: '/settings/users', title: 'settings.users', needs: 'GET /v2/Users' },
  { path: '/settings/roles', title: 'settings.roles', needs: 'GET /permissions' },
  {
    path: '/settings/custom-fields',
    title: 'settings.customFields',
    needs: 'GET /generalsettings',
    isOfficeOnly: true,
  },
  { path: '/settings/lists', title: 'settings.lists', needs: 'GET /generalsettings', isOfficeOnly: true },
]

/** What programs and their makers need. */
const developerParts: readonly NavPart[] = [
  // Everybody may have keys; those who connect programs are led to them.
  { path: '/developers/keys', title: 'developers.keys', needs: 'GET /events/types' },
  { path: '/developers/webhooks', title: 'developers.webhooks', needs: 'GET /webhooks' },
  { path: '/developers/events', title: 'developers.events', needs: 'GET /events' },
  {
    path: '/developers/runs',
    title: 'developers.runs',
    needs: 'GET /automatic-process-runs',
    isOfficeOnly: true,
  },
  { path: '/developers/clock', title: 'developers.clock', needs: 'GET /sandbox/clock', isSandboxOnly: true },
]

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
  { path: '/claims', title: 'nav.claims', icon: 'alert', area: '/claims', parts: claimParts, keys: 'g l' },
  { path: '/money', title: 'nav.money', icon: 'money', area: '/money', parts: moneyParts, keys: 'g m' },
  { path: '/partners', title: 'nav.partners', icon: 'partners', needs: 'GET /dealers', keys: 'g p' },
  { path: '/rates', title: 'nav.rates', icon: 'rates', area: '/rates', parts: ratesParts },
  { path: '/audit', title: 'nav.audit', icon: 'history', needs: 'GET /audit', isOfficeOnly: true },
  { path: '/reports', title: 'nav.reports', icon: 'chart', area: '/reports', parts: reportParts },
  { path: '/settings', title: 'nav.settings', icon: 'settings', area: '/settings', parts: settingsParts },
  {
    path: '/developers',
    title: 'nav.developers',
    icon: 'terminal',
    area: '/developers',
    parts: developerParts,
  },
]

/** Where the caller can go. */
export function useNav(): readonly NavItem[] {
  const can = useCan()
  const isPartner = useIsPartner()
  const { mustEnroll, mode } = useSession()
  return useMemo(() => {
    const isOpen = ({ needs, isOfficeOnly, isSandboxOnly }: Partial<NavPart>) =>
      (!needs || can(needs)) && !(isOfficeOnly && isPartner) && !(isSandboxOnly && mode !== 'sandbox')
    return mustEnroll ? [] : items.filter(isOpen).flatMap((item) => withParts(item, isOpen))
  }, [can, isPartner, mustEnroll, mode])
}

/** An area has the screens that the caller may open, and begins with the first of them. */
function withParts(item: NavItem, isOpen: (part: NavPart) => boolean): NavItem[] {
  if (!item.parts) return [item]
  const parts = item.parts.filter(isOpen)
  return parts[0] ? [{ ...item, parts, path: parts[0].path }] : []
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`)

/** Whether the screen at this path belongs to the item. */
export const holdsPath = (item: NavItem, path: string): boolean =>
  isWithin(path, item.area ?? item.path) || (item.parts ?? []).some((part) => isWithin(path, part.path))
