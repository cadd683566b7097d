import type { ContractRow } from '../../contracts/record/rows.ts'
import type { CancelLine, RefundPayer } from '../../domain/cancellation/facts.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import type { Cents } from '../../domain/money.ts'
import type { MethodCode } from '../../domain/refund/methods.ts'
import { RULES_VERSION } from '../rules/rules-cache.ts'

/** What of a contract its cancellation follows from: most of what a contract keeps is not for it. */
export interface FoundContract
  extends Pick<
    ContractRow,
    | ('id' | 'number' | 'status' | 'held_from' | 'dealer_id' | 'customer_id' | 'lien_holder_id')
    | ('product_type_code' | 'program_id' | 'state_of_sale' | 'sale_date' | 'expiration_date')
    | ('effective_odometer' | 'expiration_odometer' | 'finalize_date' | 'is_transferred')
    | ('financing' | 'cobuyer' | 'item')
  > {
  readonly methodCode: MethodCode | null
  readonly soldServices: ContractRow['sold']['services']
  readonly taxes: ContractRow['sales_tax']['details']
}

const CONTRACT = `c.id, c.number, c.status, c.held_from, c.dealer_id, c.customer_id, c.lien_holder_id, c.product_type_code,
  c.program_id, c.state_of_sale, c.sale_date, c.expiration_date, c.effective_odometer, c.expiration_odometer,
  c.finalize_date, c.is_transferred, c.financing, c.cobuyer, c.sold ->> 'cancelMethodCode' as "methodCode",
  c.sold -> 'services' as "soldServices", c.sales_tax -> 'details' as taxes, c.item`

/** What the statement finds. */
export interface FoundRow extends FoundContract {
  readonly reason:
    | readonly [id: number, code: string, name: string, isActive: boolean, details: object]
    | null
  readonly lines: readonly FoundLine[] | null
  readonly parties: readonly FoundParty[] | null
  readonly payer: RefundPayer
  readonly settings: Readonly<Record<string, unknown>> | null
  readonly shortfall: readonly [...FoundParty, isInternal: boolean] | null
  /** Whether the dealer still owes something for the contract itself. */
  readonly owing: boolean
  readonly paid: Cents
  readonly authorized: Cents
  readonly lastLoss: CalendarDate | null
  /** A claim that is neither denied nor voided. */
  readonly claimed: boolean
  readonly services: readonly [code: string, used: number, reserved: number][] | null
  readonly documentTypes: readonly number[]
  readonly documentIds: readonly number[]
  readonly readings: readonly [date: CalendarDate, value: number, source: string][] | null
  readonly transferred: CalendarDate | null
  readonly request: number | null
  /** Whether something has happened to it that its term or its lines follow from. */
  readonly eventful: boolean
  /** Which rules and methods stand. */
  readonly rulesVersion: string
  /** The id that a new request will have: nothing needs to wait then until it is stored. */
  readonly newId: number | null
}

export type FoundParty = readonly [type: string, id: number, number: string, name: string]
export type FoundLine = readonly [
  code: string,
  amount: Cents,
  isInternal: boolean,
  cancelRule: CancelLine['cancelRule'],
  cancelMethodCode: MethodCode | null,
  accountHolderId: number,
]

const party = 'h.type, h.id, h.number, h.name'

/**
 * All of it is asked for in one statement, and answered as one document: a quote is asked for often, each statement is a way
 * to go, and each column is read by itself. What is many is in lists of values: names for each would be most of the answer.
 */
export const FIND = `select row_to_json(found) as found from (select ${CONTRACT},
  (select json_build_array(v.id, v.code, v.name, v.is_active, v.details) from reference_value v
   where v.list = 'CancelReason' and ($2::bigint is null or v.id = $2)
     and ($3::text is null or lower(v.code) = lower($3))) as reason,
  (select json_agg(json_build_array(l.code, l.amount, l.is_internal, l.cancel_rule, l.cancel_method,
     l.account_holder_id) order by l.sequence, l.code) from contract_line l where l.contract_id = $1) as lines,
  (select json_agg(json_build_array(${party})) from unnest($4::bigint[]
     || array[c.dealer_id, c.lien_holder_id, c.customer_id]
     || array(select l.account_holder_id from contract_line l where l.contract_id = $1)) as named (id)
   join account_holder h on h.id = named.id) as parties,
  (select d.refund_payer from dealer d where d.id = c.dealer_id) as payer,
  (select json_object_agg(g.key, g.value) from general_setting g where g.key = any($5::text[])) as settings,
  (select json_build_array(${party}, a.is_internal) from account_holder h join disbursement_account a on a.id = h.id
   where h.type = 'DisbursementAccount' and lower(h.number) in ('admin', lower(
     (select g.value #>> '{}' from general_setting g where g.key = 'shortfallAccount')))
   order by lower(h.number) = 'admin' limit 1) as shortfall,
  exists (select from ledger g where g.contract_id = $1 and g.ledger_type = 'ContractDisbursement'
    and g.direction = 'Receive' and g.is_dealer_cost and g.open_amount > 0) as owing,
  claims.*,
  (select json_agg(json_build_array(s.code, s.used, s.reserved)) from (
     select e.service_code as code, count(*) filter (where e.status in ('Approved', 'Paid')) as used,
       count(*) filter (where e.status = 'Requested' and e.is_authorized) as reserved
     from ppm_claim_event e where e.contract_id = $1 group by e.service_code) as s) as services,
  array(select d.document_type_id from document d
    where d.entity_type = 'Contract' and d.entity_id = $1 and d.versions > 0) as "documentTypes",
  array(select d.id from document d
    where d.entity_type = 'Contract' and d.entity_id = $1 and d.versions > 0 and d.id = any($6::bigint[])) as "documentIds",
  (select json_agg(json_build_array(o.reading_date, o.value, o.source) order by o.id)
   from contract_odometer o where o.contract_id = $1) as readings,
  (select max(t.transfer_date) from contract_transfer t where t.contract_id = $1) as transferred,
  (select r.id from cancel_request r where r.contract_id = $1
     and r.status in ('Requested', 'NeedsInfo', 'Approved')) as request,
  exists (select from contract_event e where e.contract_id = $1 and e.kind <> 'Odometer') as eventful,
  ${RULES_VERSION} as "rulesVersion",
  case when $7 then nextval('cancel_request_id_seq') end as "newId"
  from contract c cross join lateral (
    select coalesce(sum(r.paid), 0)::bigint as paid,
      (coalesce(sum(r.unpaid), 0) + coalesce(sum(k.authorized_amount) filter (
        where k.status not in ('Denied', 'Voided')), 0))::bigint as authorized,
      max(k.loss_date) filter (where r.paid + r.unpaid > 0) as "lastLoss",
      coalesce(bool_or(k.status not in ('Denied', 'Voided')), false) as claimed
    from claim k cross join lateral (
      select coalesce(sum(q.amount) filter (where q.status = 'Paid'), 0) as paid,
        coalesce(sum(q.amount) filter (where q.status in ('Requested', 'InProcess')), 0) as unpaid
      from claim_payment_request q where q.claim_id = k.id) as r
    where k.contract_id = $1) as claims
  where c.id = $1) as found`
