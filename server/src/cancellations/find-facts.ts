import { type Db, run } from '../db/database.ts'
import type { CancelLine, Party, RefundPayer, ShortfallAccount } from '../domain/cancel-facts.ts'
import type { CalendarDate } from '../domain/dates.ts'
import type { Cents } from '../domain/money.ts'
import type { CancelMethod, MethodCode } from '../domain/refund-methods.ts'
import { settings } from '../domain/settings.ts'
import type { CancelReasonModel } from '../reference/cancel-reasons.ts'
import { type FoundRule, methodsIn, rulesIn } from '../reference/load-cancel-rules.ts'
import type { CancelInput } from './decide-cancel.ts'
import type { PayeeInput } from './inputs.ts'

/** What of a cancellation names records. */
export type NamedInCancel = Pick<
  CancelInput,
  'cancelReasonId' | 'cancelReasonCode' | 'payee' | 'override' | 'payments' | 'documentIds'
>

/** Somebody, as a statement finds them. */
export interface ReadParty extends Party {
  readonly number: string
}

/** What the database knows of a contract that is to be cancelled, besides the contract itself. */
export interface CancelFinds {
  readonly reason: CancelReasonModel | null
  readonly method: MethodCode | null
  readonly holders: readonly ReadParty[] | null
  readonly lines: readonly CancelLine[]
  readonly dealer: ReadParty & { readonly refundPayer: RefundPayer }
  readonly lienHolder: ReadParty | null
  readonly customer: Party
  readonly shortfall: ShortfallAccount
  readonly settings: Readonly<Record<SettingKey, unknown>>
  /** Whether the dealer still owes something for the contract itself. */
  readonly owing: boolean
  readonly claims: {
    readonly paid: Cents
    readonly authorized: Cents
    readonly lastLoss: CalendarDate | null
    /** Neither denied nor voided. */
    readonly open: boolean
  }
  readonly services:
    | readonly { readonly code: string; readonly used: number; readonly reserved: number }[]
    | null
  readonly documents: { readonly types: readonly number[]; readonly ids: readonly number[] }
  readonly readings:
    | readonly { readonly date: CalendarDate; readonly value: number; readonly source: string }[]
    | null
  readonly transferred: CalendarDate | null
  readonly request: number | null
  /** Whether something has happened to it that its term or its lines follow from. */
  readonly eventful: boolean
  readonly rules: readonly FoundRule[] | null
  readonly methods: readonly CancelMethod[] | null
  /** The id that a new request will have: nothing needs to wait then until it is stored. */
  readonly newId: number | null
}

const keys = [
  'defaultFee',
  'claimsDeductMode',
  'quoteFutureDays',
  'cancelBackDays',
  'requireCancelDocuments',
  'shortfallAccount',
] as const
type SettingKey = (typeof keys)[number]

const defaults = Object.fromEntries(
  settings.flatMap(({ key, defaultValue }) =>
    (keys as readonly string[]).includes(key) ? [[key, defaultValue]] : [],
  ),
) as CancelFinds['settings']

const party = `'type', h.type, 'id', h.id, 'number', h.number, 'name', h.name`
const holder = (id: string, more = '') =>
  `(select jsonb_build_object(${party}${more}) from account_holder h where h.id = ${id})`

/** All of it is asked for in one statement: a quote is asked for often, and each statement is a way to go. */
const FIND = `select
  (select jsonb_build_object('id', v.id, 'code', v.code, 'name', v.name, 'isActive', v.is_active) || v.details
   from reference_value v where v.list = 'CancelReason' and ($2::bigint is null or v.id = $2)
     and ($3::text is null or lower(v.code) = lower($3))) as reason,
  (select v.code from reference_value v where v.list = 'CancelMethod' and v.id = $4 and v.is_active) as method,
  (select jsonb_agg(jsonb_build_object(${party})) from account_holder h where h.id = any($5::bigint[])) as holders,
  (select jsonb_agg(jsonb_build_object('code', l.code, 'amount', l.amount, 'isInternal', l.is_internal,
      'cancelRule', l.cancel_rule, 'cancelMethodCode', l.cancel_method,
      'accountHolder', jsonb_build_object(${party})) order by l.sequence, l.code)
   from contract_line l join account_holder h on h.id = l.account_holder_id where l.contract_id = $1) as lines,
  ${holder('c.dealer_id', `, 'refundPayer', (select d.refund_payer from dealer d where d.id = c.dealer_id)`)} as dealer,
  ${holder('c.lien_holder_id')} as "lienHolder",
  ${holder('c.customer_id')} as customer,
  (select jsonb_object_agg(g.key, g.value) from general_setting g where g.key = any($6::text[])) as settings,
  (select jsonb_build_object(${party}, 'isInternal', a.is_internal)
   from account_holder h join disbursement_account a on a.id = h.id
   where h.type = 'DisbursementAccount' and lower(h.number) in ('admin', lower(
     (select g.value #>> '{}' from general_setting g where g.key = 'shortfallAccount')))
   order by lower(h.number) = 'admin' limit 1) as shortfall,
  exists (select from ledger g where g.contract_id = $1 and g.ledger_type = 'ContractDisbursement'
    and g.direction = 'Receive' and g.is_dealer_cost and g.open_amount > 0) as owing,
  (select jsonb_build_object(
      'paid', coalesce(sum(r.paid), 0),
      'authorized', coalesce(sum(r.unpaid), 0) + coalesce(sum(k.authorized_amount) filter (
        where k.status not in ('Denied', 'Voided')), 0),
      'lastLoss', max(k.loss_date) filter (where r.paid + r.unpaid > 0),
      'open', coalesce(bool_or(k.status not in ('Denied', 'Voided')), false))
   from claim k cross join lateral (
     select coalesce(sum(q.amount) filter (where q.status = 'Paid'), 0) as paid,
       coalesce(sum(q.amount) filter (where q.status in ('Requested', 'InProcess')), 0) as unpaid
     from claim_payment_request q where q.claim_id = k.id) as r
   where k.contract_id = $1) as claims,
  (select jsonb_agg(jsonb_build_object('code', s.code, 'used', s.used, 'reserved', s.reserved)) from (
     select e.service_code as code, count(*) filter (where e.status in ('Approved', 'Paid')) as used,
       count(*) filter (where e.status = 'Requested' and e.is_authorized) as reserved
     from ppm_claim_event e where e.contract_id = $1 group by e.service_code) as s) as services,
  (select jsonb_build_object('types', coalesce(jsonb_agg(distinct d.document_type_id), '[]'),
      'ids', coalesce(jsonb_agg(d.id) filter (where d.id = any($7::bigint[])), '[]'))
   from document d where d.entity_type = 'Contract' and d.entity_id = $1 and d.versions > 0) as documents,
  (select jsonb_agg(jsonb_build_object('date', o.reading_date, 'value', o.value, 'source', o.source) order by o.id)
   from contract_odometer o where o.contract_id = $1) as readings,
  (select max(t.transfer_date) from contract_transfer t where t.contract_id = $1) as transferred,
  (select r.id from cancel_request r where r.contract_id = $1
     and r.status in ('Requested', 'NeedsInfo', 'Approved')) as request,
  exists (select from contract_event e where e.contract_id = $1 and e.kind <> 'Odometer') as eventful,
  ${rulesIn('c.state_of_sale', 'c.product_type_code')} as rules,
  ${methodsIn()} as methods,
  case when $8 then nextval('cancel_request_id_seq') end as "newId"
  from contract c where c.id = $1`

export async function findForCancel(
  db: Db,
  contractId: number,
  named: NamedInCancel,
  isNew: boolean,
): Promise<CancelFinds> {
  const { override, payee, payments } = named
  const [found] = await run<CancelFinds>(db, FIND, [
    contractId,
    ...[named.cancelReasonId ?? null, named.cancelReasonCode ?? null, override?.cancelMethodId ?? null],
    holdersIn([payee, override?.payee, ...(payments ?? []).map((one) => one.payee)]),
    ...[keys, named.documentIds ?? [], isNew],
  ])
  if (!found?.shortfall) throw new Error('There is no such contract, or no account that bears a shortfall.')
  return {
    ...found,
    lines: found.lines ?? [],
    // A quote of a sale has none, and is not cancelled either.
    customer: found.customer ?? { type: 'Customer', id: 0, number: null, name: '' },
    settings: { ...defaults, ...found.settings },
  }
}

const holdersIn = (payees: readonly (PayeeInput | null | undefined)[]): number[] =>
  payees.flatMap((one) => one?.accountHolderId ?? [])

/** The parties with these ids. */
export const findHolders = (db: Db, ids: readonly number[]): Promise<ReadParty[]> =>
  run<ReadParty>(db, 'select type, id, number, name from account_holder where id = any($1::bigint[])', [ids])
