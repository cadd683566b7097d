import { reachesDealer } from '../../access/scope.ts'
import { sql } from '../../db/sql.ts'
import type { DealerFacts } from '../../domain/rating/request.ts'
import { settings } from '../../domain/settings.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'

/** What a quote rests on besides the book and the question: the dealer and the settings, as they are at the time. */
export interface QuoteFacts {
  readonly dealerId: number
  readonly groupId: number | null
  readonly agentId: number | null
  readonly dealer: DealerFacts
  readonly newMaxOdometer: number
  readonly maxBackDays: number
  readonly maxFutureDays: number
  readonly quoteValidDays: number
  /** What a type of product needs, where the administrator has set it otherwise than it comes. */
  readonly required: Readonly<Record<string, readonly string[]>>
}

interface FactsRow {
  id: number
  number: string
  status: string
  effective_date: string
  expiration_date: string | null
  state: string | null
  county: string | null
  city: string | null
  group_id: number | null
  group_number: string | null
  agent_id: number | null
  agent_number: string | null
  settings: Record<string, unknown> | null
}

const defaults = new Map(settings.map(({ key, defaultValue }) => [key, defaultValue]))
const REQUIRED = 'requiredParams.'

const scopeKeys = new WeakMap<Caller['scopes'], string>()

/** What the facts of a dealer are remembered by: its number, and what the caller is limited to. */
export function factsKey({ scopes }: Caller, dealerNumber: string): string {
  const known = scopeKeys.get(scopes) ?? JSON.stringify(scopes)
  scopeKeys.set(scopes, known)
  return `${dealerNumber.toLowerCase()} ${known}`
}

/** By the dealer's number; one that is not there, or not the caller's, is 404. */
export async function loadQuoteFacts(caller: Caller, dealerNumber: string): Promise<QuoteFacts> {
  const reaches = reachesDealer(caller, 'h.id')
  const { rows } = await sql<FactsRow>`
    select h.id, h.number, h.status, h.effective_date, h.expiration_date, h.state, h.county, h.city,
      g.id as group_id, g.number as group_number, a.id as agent_id, a.number as agent_number,
      (select jsonb_object_agg(key, value) from general_setting) as settings
    from account_holder h join dealer k on k.id = h.id
    left join account_holder g on g.id = k.dealer_group_id
    left join lateral (
      select agent.id, agent.number from dealer_agent of_dealer join account_holder agent on agent.id = of_dealer.agent_id
      where of_dealer.dealer_id = h.id and of_dealer.role = 'Primary'
      order by of_dealer.position, of_dealer.agent_id limit 1) as a on true
    where h.type = 'Dealer' and lower(h.number) = lower(${dealerNumber}) ${reaches ? sql`and ${reaches}` : sql``}`.execute(
    caller.db,
  )
  const row = found(rows[0], `dealer ${dealerNumber}`)
  const setting = (key: string) => Number(row.settings?.[key] ?? defaults.get(key))
  return {
    dealerId: row.id,
    groupId: row.group_id,
    agentId: row.agent_id,
    dealer: {
      number: row.number,
      status: row.status,
      effectiveDate: row.effective_date,
      expirationDate: row.expiration_date,
      state: row.state ?? '',
      county: row.county,
      city: row.city,
      groupNumber: row.group_number,
      agentNumber: row.agent_number,
    },
    newMaxOdometer: setting('newMaxOdometer'),
    maxBackDays: setting('maxBackDays'),
    maxFutureDays: setting('maxFutureDays'),
    quoteValidDays: setting('quoteValidDays'),
    required: Object.fromEntries(
      Object.entries(row.settings ?? {})
        .filter(([key]) => key.startsWith(REQUIRED))
        .map(([key, names]) => [key.slice(REQUIRED.length), namesIn(names)]),
    ),
  }
}

const namesIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])

/** What a quote of this type of product must be given. */
export const requiredParameterNames = (
  { required }: QuoteFacts,
  productTypeCode: string,
): readonly string[] => required[productTypeCode] ?? namesIn(defaults.get(`${REQUIRED}${productTypeCode}`))
