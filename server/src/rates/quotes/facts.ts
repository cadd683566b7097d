import { reachesDealer } from '../../access/scope.ts'
import { date, int, json, orNull, text } from '../../db/columns.ts'
import { sql } from '../../db/sql.ts'
import { query } from '../../db/statement.ts'
import type { PayWhen } from '../../domain/ledger/rows.ts'
import type { DealerFacts } from '../../domain/rating/request.ts'
import { settings, settingValues } from '../../domain/settings.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'

/** The dealer and the settings at the time of the quote. */
export interface QuoteFacts {
  readonly dealerId: number
  readonly groupId: number | null
  readonly agentId: number | null
  readonly dealer: DealerFacts
  readonly newMaxOdometer: number
  readonly maxBackDays: number
  readonly maxFutureDays: number
  readonly quoteValidDays: number
  /** The required parameters by type of product, as far as the administrator has changed the defaults. */
  readonly required: Readonly<Record<string, readonly string[]>>
  /** When lines are paid of which the book does not say it, if the administrator has changed the default. */
  readonly payWhen?: PayWhen
}

/** The facts with the name of the dealer, which is shown and decides nothing: it is not part of a quote. */
export interface NamedFacts {
  readonly facts: QuoteFacts
  readonly dealerName: string
}

const factsColumns = {
  id: int,
  number: text,
  name: text,
  status: text,
  effective_date: date,
  expiration_date: orNull(date),
  state: orNull(text),
  county: orNull(text),
  city: orNull(text),
  group_id: orNull(int),
  group_number: orNull(text),
  agent_id: orNull(int),
  agent_number: orNull(text),
  settings: orNull(json((value) => value as Readonly<Record<string, unknown>>)),
}

const factSettings = ['newMaxOdometer', 'maxBackDays', 'maxFutureDays', 'quoteValidDays', 'payWhen'] as const

/** Quotes and contracts from before the setting counted have none. Never change it: they mean this. */
const USUAL_PAY_WHEN: PayWhen = 'WhenFunded'

const REQUIRED = 'requiredParams.'
const defaultRequired = new Map(
  settings
    .filter(({ key }) => key.startsWith(REQUIRED))
    .map(({ key, defaultValue }) => [key.slice(REQUIRED.length), parameterNames(defaultValue)]),
)

const scopeKeys = new WeakMap<Caller['scopes'], string>()

/** The key of the cached facts: the dealer number and the caller's scopes. */
export function factsKey({ scopes }: Caller, dealerNumber: string): string {
  const known = scopeKeys.get(scopes) ?? JSON.stringify(scopes)
  scopeKeys.set(scopes, known)
  return `${dealerNumber.toLowerCase()} ${known}`
}

/** 404 if there is no such dealer or the caller has no access to it. */
export async function loadQuoteFacts(caller: Caller, dealerNumber: string): Promise<NamedFacts> {
  const reaches = reachesDealer(caller, 'h.id')
  const facts = await query(factsColumns)`
    select h.id, h.number, h.name, h.status, h.effective_date, h.expiration_date, h.state, h.county, h.city,
      g.id as group_id, g.number as group_number, a.id as agent_id, a.number as agent_number,
      (select jsonb_object_agg(key, value) from general_setting) as settings
    from account_holder h join dealer k on k.id = h.id
    left join account_holder g on g.id = k.dealer_group_id
    left join lateral (
      select agent.id, agent.number from dealer_agent of_dealer join account_holder agent on agent.id = of_dealer.agent_id
      where of_dealer.dealer_id = h.id and of_dealer.role = 'Primary'
      order by of_dealer.position, of_dealer.agent_id limit 1) as a on true
    where h.type = 'Dealer' and lower(h.number) = lower(${dealerNumber}) ${reaches ? sql`and ${reaches}` : sql``}`.first(
    caller.db,
  )
  const row = found(facts, `dealer ${dealerNumber}`)
  const values = settingValues(row.settings, factSettings)
  const named: QuoteFacts = {
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
    newMaxOdometer: values.newMaxOdometer,
    maxBackDays: values.maxBackDays,
    maxFutureDays: values.maxFutureDays,
    quoteValidDays: values.quoteValidDays,
    required: Object.fromEntries(
      Object.entries(row.settings ?? {})
        .filter(([key]) => key.startsWith(REQUIRED))
        .map(([key, names]) => [key.slice(REQUIRED.length), parameterNames(names)]),
    ),
    ...changedPayWhen(values.payWhen),
  }
  return { facts: named, dealerName: row.name }
}

function parameterNames(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : []
}

/** The parameters that a quote of this type of product requires. */
export const requiredParameterNames = (
  { required }: QuoteFacts,
  productTypeCode: string,
): readonly string[] => required[productTypeCode] ?? defaultRequired.get(productTypeCode) ?? []

const changedPayWhen = (payWhen: PayWhen): Pick<QuoteFacts, 'payWhen'> =>
  payWhen === USUAL_PAY_WHEN ? {} : { payWhen }

/** When the lines of a sale are paid of which the book does not say it. */
export const payWhenOfSale = ({ payWhen = USUAL_PAY_WHEN }: Pick<QuoteFacts, 'payWhen'>): PayWhen => payWhen

/** The facts of a sale that is made, or was made, while this was the setting. */
export function withPayWhen({ payWhen: _, ...facts }: QuoteFacts, setting: PayWhen): QuoteFacts {
  return { ...facts, ...changedPayWhen(setting) }
}
