import { seesContract } from '../../access/scope.ts'
import { loadContractEvents } from '../../contracts/earnings/facts.ts'
import { stateFromRow } from '../../contracts/record/rows.ts'
import { int, oneOf } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { runAll } from '../../db/run-all.ts'
import { query, statement } from '../../db/statement.ts'
import { takeAllNumbers } from '../../db/take-numbers.ts'
import { provisionalId } from '../../db/unit-of-work.ts'
import { assumptionKeys, assumptions, knownDelivery } from '../../domain/cancellation/assumptions.ts'
import type { CancelFacts, CancelSettings, Party } from '../../domain/cancellation/facts.ts'
import type { CancelEligibility } from '../../domain/cancellation/guards.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type OdometerUnit, readingUnit } from '../../domain/odometer-unit.ts'
import { type MethodCode, methodCodes } from '../../domain/refund/methods.ts'
import { settingValues } from '../../domain/settings.ts'
import type { Caller } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { CancelReasonModel } from '../../reference/cancel-reasons.ts'
import { loadCachedRules, RULES_VERSION } from '../../reference/cancel-rules-cache.ts'
import { documentWith } from './columns.ts'
import {
  activeReason,
  contractOn,
  type FactsRow,
  type Known,
  odometerReadings,
  partyFromRow,
  shortfallAccountFromRow,
} from './facts-row.ts'
import type { CancelInput, PayeeInput } from './inputs.ts'

/** Everything that the decision about a cancellation needs. */
export interface LoadedCancel {
  readonly contract: Pick<FactsRow, 'id' | 'number'>
  /** The contract as of a cancel date, with the lines in effect on that day. */
  readonly factsOn: (date: CalendarDate) => CancelFacts
  readonly eligibility: CancelEligibility
  /** Undefined when the named reason does not exist or is no longer in use. */
  readonly reason: CancelReasonModel | undefined
  readonly limits: {
    readonly quoteFutureDays: number
    readonly cancelBackDays: number
    readonly requiresDocuments: boolean
  }
  /** The named account holders that exist, by id. */
  readonly holders: ReadonlyMap<number, Party>
  /** The codes of the methods in use. */
  readonly methods: ReadonlySet<MethodCode>
  /** The code of the method that was named by its id. */
  readonly methodCode: MethodCode | undefined
  /** The id for a new request, when one is being created. */
  readonly newId: number | null
  /** The named documents that the contract has. */
  readonly documentIds: ReadonlySet<number>
  /** The unit of its odometer. Null if it counts something else. */
  readonly odometerUnit: OdometerUnit | null
}

interface LoadOptions {
  readonly caller: Caller
  /** A new request is created: reserve an id for it. */
  readonly isNew?: boolean
  /** False if the caller's right to see the contract has not been checked yet. */
  readonly isSeen?: boolean
}

/** The parts of the input that name records. */
type NamedRecords = Pick<
  CancelInput,
  'cancelReasonId' | 'cancelReasonCode' | 'payee' | 'override' | 'payments' | 'documentIds'
>

const REQUEST_IDS = 'cancel_request_id_seq'

/** Loads the facts with few statements, sent together. */
export async function loadCancel(
  db: Db,
  contractId: number,
  named: NamedRecords,
  { caller, isNew = false, isSeen = true }: LoadOptions,
): Promise<LoadedCancel> {
  const methodId = named.override?.cancelMethodId
  const trialId = isNew ? provisionalId(db) : undefined
  const [, facts, method, taken] = await runAll([
    isSeen ? undefined : requireSeen(db, caller, contractId),
    findFacts(db, contractId, named),
    methodId === undefined ? undefined : METHOD.first(db, [methodId]),
    // Only a transaction creates a request.
    isNew && trialId === undefined ? takeAllNumbers(db as Tx, { [REQUEST_IDS]: 1 }) : undefined,
  ])
  const row = found(facts, `contract ${contractId}`)
  const { rules, methods } = await loadCachedRules(db, caller.tenant.id, row.rulesVersion)
  // Most contracts have no event that affects the refund.
  const events = row.hasEvents ? await loadContractEvents(db, contractId) : []
  const holders = new Map((row.parties ?? []).map((party) => [party[1], partyFromRow(party)]))
  const settings = settingValues(row.settings, settingKeys)
  const assumed = assumptions(settings)
  const delivery = knownDelivery(row, assumed.delivery)
  const known: Known = { row, events, holders, ...assumed, delivery }
  const cancelSettings: CancelSettings = {
    ...{ rules, methods, refundPayer: row.payer, shortfallAccount: shortfallAccountFromRow(row) },
    fee: settings.defaultFee,
    claimsDeductMode: settings.claimsDeductMode,
    refundDays: settings.refundDays,
    holidays: assumed.holidays,
    roundsToDollars: settings.roundRefundsToDollar,
  }
  return {
    contract: row,
    factsOn: (date) => ({ contract: contractOn(date, known), settings: cancelSettings }),
    eligibility: {
      state: stateFromRow(row),
      hasGapClaim: row.product_type_code === 'GAP' && row.claimed,
      openCancelRequestId: row.request,
      transferDate: row.transferred,
      lastPaidLossDate: row.lastLoss,
      odometerReadings: odometerReadings(row),
    },
    reason: activeReason(row),
    limits: {
      quoteFutureDays: settings.quoteFutureDays,
      cancelBackDays: settings.cancelBackDays,
      requiresDocuments: settings.requireCancelDocuments,
    },
    holders,
    methods: new Set(methods.map(({ code }) => code)),
    methodCode: method?.code,
    newId: taken?.(REQUEST_IDS)[0] ?? trialId ?? null,
    documentIds: new Set(row.documentIds),
    odometerUnit: readingUnit(row.item),
  }
}

/** Answers 404 for a contract that the caller may not see. */
async function requireSeen(db: Db, caller: Caller, contractId: number): Promise<void> {
  const sees = seesContract(caller)
  if (!sees) return
  const seen = query({ id: int })`select c.id from contract c where c.id = ${contractId} and ${sees}`
  found(await seen.first(db), `contract ${contractId}`)
}

const METHOD = statement(
  { code: oneOf(methodCodes) },
  `select code from reference_value where list = 'CancelMethod' and id = $1 and is_active`,
)

const CONTRACT = `c.id, c.number, c.status, c.held_from, c.dealer_id, c.customer_id, c.lien_holder_id, c.product_type_code,
  c.program_id, c.state_of_sale, c.sale_date, c.expiration_date, c.effective_odometer, c.expiration_odometer,
  c.finalize_date, c.is_transferred, c.delivery_date, c.delivery_method, c.financing, c.cobuyer,
  c.sold ->> 'cancelMethodCode' as "methodCode",
  c.sold -> 'services' as "soldServices", c.sales_tax -> 'details' as taxes,
  c.sales_tax -> 'jurisdiction' as "taxPlace", c.item`

const party = 'h.type, h.id, h.number, h.name'

/**
 * One statement reads everything and returns one JSON document. Quotes are frequent: each statement is a round trip, and
 * each column has its own cost to parse. Lists come as arrays of values, because repeated names would be most of the text.
 */
const FIND = statement(
  { found: documentWith<FactsRow>('id', 'lines', 'parties', 'settings', 'rulesVersion') },
  `select row_to_json(found) as found from (select ${CONTRACT},
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
  exists (select from contract_event e where e.contract_id = $1 and e.kind <> 'Odometer') as "hasEvents",
  ${RULES_VERSION} as "rulesVersion"
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
  where c.id = $1) as found`,
)

const settingKeys = [
  'defaultFee',
  'claimsDeductMode',
  'refundDays',
  'quoteFutureDays',
  'cancelBackDays',
  'requireCancelDocuments',
  'shortfallAccount',
  'roundRefundsToDollar',
  ...assumptionKeys,
] as const

async function findFacts(
  db: Db,
  contractId: number,
  { cancelReasonId, cancelReasonCode, payee, override, payments, documentIds }: NamedRecords,
): Promise<FactsRow | undefined> {
  const row = await FIND.first(db, [
    ...[contractId, cancelReasonId ?? null, cancelReasonCode ?? null],
    accountHolderIds([payee, override?.payee, ...(payments ?? []).map((payment) => payment.payee)]),
    ...[settingKeys, documentIds ?? []],
  ])
  return row?.found
}

const accountHolderIds = (payees: readonly (PayeeInput | null | undefined)[]): number[] =>
  payees.flatMap((payee) => payee?.accountHolderId ?? [])
