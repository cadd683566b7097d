import { visibleKeys } from '../../access/api-keys.ts'
import { seesContract } from '../../access/scope.ts'
import { seesUser } from '../../access/users.ts'
import { seesAnyHolder } from '../../account-holders/scope.ts'
import { STAGES, seesBatch } from '../../cash/batches/rights.ts'
import { seesInspection } from '../../claims/inspections/find-inspection.ts'
import { INSPECTIONS } from '../../claims/record/inspection-answer.ts'
import { seesClaim } from '../../claims/record/visibility.ts'
import { type Sql, sql } from '../../db/sql.ts'
import type { SubjectKind } from '../../domain/events/catalogue.ts'
import { type Access, type Caller, isLimited, lacking } from '../../http/caller.ts'
import { ownAccounts, seesLedgerRow } from '../../ledger/ledger-view.ts'

/** What a limited caller needs to see the events of a kind of subject: what it needs to read the subject itself. */
interface SubjectScope {
  readonly permission: Access
  /** The condition on the subject with this id, and on the event `e`. */
  sees(caller: Caller, id: Sql): Sql
}

/** Only callers without limits see these: they are about the administrator as a whole. */
const staffOnly: SubjectScope = { permission: 'events:read', sees: () => sql`false` }

const all = sql`true`

/** What the event itself names: the record may be gone. */
const namedInEvent = {
  accountHolderId: "(e.data ->> 'accountHolderId')::bigint",
  direction: "(e.data ->> 'direction')",
}

const ofNamedAccount = (permission: Access): SubjectScope => ({
  permission,
  sees: (caller) => ownAccounts(caller, namedInEvent.accountHolderId),
})

/** What a limited caller sees of each kind of subject, as the rooms show it. */
const scopes: Readonly<Record<SubjectKind, SubjectScope>> = {
  contracts: {
    permission: 'contracts:read',
    sees: (caller, id) =>
      sql`exists (select from contract c where c.id = ${id} and ${seesContract(caller) ?? all})`,
  },
  claims: {
    permission: 'claims:read',
    sees: (caller, id) => sql`exists (select from claim m join contract c on c.id = m.contract_id
      where m.id = ${id} and ${seesClaim(caller) ?? all})`,
  },
  inspections: {
    permission: 'inspections:read',
    sees: (caller, id) => sql`exists (select from ${sql.raw(INSPECTIONS)}
      where i.id = ${id} and ${seesInspection(caller) ?? all})`,
  },
  cashtransactions: {
    permission: 'cash:read',
    sees: (caller, id) => sql`exists (select from cash_transaction k
      where k.id = ${id} and ${ownAccounts(caller, 'k.account_holder_id')})`,
  },
  inprocesscashtransactions: {
    permission: STAGES,
    sees: (caller) => seesBatch(caller, namedInEvent) ?? all,
  },
  ledgers: {
    permission: 'ledgers:read',
    sees: (caller, id) => sql`exists (select from ledger o where o.id = ${id} and ${seesLedgerRow(caller)})`,
  },
  accountholders: {
    permission: 'accountholders:read',
    sees: (caller, id) =>
      sql`exists (select from account_holder h where h.id = ${id} and ${seesAnyHolder(caller) ?? all})`,
  },
  users: {
    permission: 'users:read',
    sees: (caller, id) =>
      sql`exists (select from app_user u where u.id = ${id} and ${seesUser(caller) ?? all})`,
  },
  apikeys: {
    permission: 'signed-in',
    sees: (caller, id) =>
      sql`exists (select from api_key where id = ${id} and ${visibleKeys(caller) ?? all})`,
  },
  webhooks: {
    permission: 'webhooks:manage',
    sees: (caller, id) => sql`exists (select from webhook w where w.id = ${id} and ${isOwnWebhook(caller)})`,
  },
  availablepaymentmethods: {
    permission: 'payment-methods:read',
    sees: (caller, id) => sql`exists (select from payment_method p
      where p.id = ${id} and ${ownAccounts(caller, 'p.account_holder_id')})`,
  },
  statementrequests: ofNamedAccount('statements:write'),
  'automatic-process-runs': staffOnly,
  generalsettings: staffOnly,
  audit: staffOnly,
  achfiles: staffOnly,
  achreturns: staffOnly,
  bankfiles: staffOnly,
  disbursements: staffOnly,
  ratebooks: staffOnly,
  cancelrules: staffOnly,
}

/** The condition that a webhook `w` was made by this caller. */
export const isOwnWebhook = ({ kind, id }: Pick<Caller, 'kind' | 'id'>): Sql =>
  sql`(w.maker_kind = ${kind} and w.maker_id = ${id})`

/**
 * The condition that the caller sees an event `e`: a limited caller sees the events of what it can read. Nothing for a
 * caller without limits, who sees all events.
 */
export function seesEvent(caller: Caller): Sql | undefined {
  if (!isLimited(caller)) return undefined
  // Compared only within its kind: the ids of other kinds are no numbers.
  const id = sql`split_part(e.subject, '/', 2)::bigint`
  const kinds = Object.entries(scopes).filter(([, { permission }]) => !lacking(caller, permission))
  const cases = kinds.map(([kind, { sees }]) => sql`when ${kind} then ${sees(caller, id)}`)
  return sql`case split_part(e.subject, '/', 1) ${sql.join(cases, sql` `)} else false end`
}
