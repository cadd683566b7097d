import { seesContract } from '../../access/scope.ts'
import { namedFor } from '../../account-holders/reference-names.ts'
import { type ContractRow, loadContract } from '../../contracts/record/rows.ts'
import { int, json, storedObject } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { query, statement } from '../../db/statement.ts'
import type { ClaimTerms } from '../../domain/claims/claim.ts'
import { coverageOn } from '../../domain/claims/in-force.ts'
import { isOpenClaim } from '../../domain/claims/status.ts'
import { coverageStep } from '../../domain/claims/worksheet.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { documentTypeById } from '../../domain/document-types.ts'
import { comparableOrNull, readingUnit } from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import { found } from '../../http/problems.ts'
import type { LiveBooks } from '../../rates/book/live-book.ts'
import { type ClaimExtras, type ClaimRead, claimAnswer } from './answer.ts'
import { type ClaimRecord, loadRecord, seeClaim } from './load-claim.ts'
import { loadSurroundings } from './load-facts.ts'
import type { ClaimModel } from './models.ts'
import type { ClaimRow } from './tables.ts'

/** What is needed to read and adjudicate claims. */
export interface ClaimServices {
  readonly books: LiveBooks
  /** Answers a change without reading the claim again, for a caller who does not need the answer. */
  readonly answerClaim?: (id: number) => Promise<ClaimModel>
}

const reference = (id: string) =>
  `(select jsonb_build_object('type', r.type, 'id', r.id, 'number', r.number, 'name', r.name)
    from account_holder r where r.id = ${id})`

/** Everything that the answer shows of other records, in one statement. */
const EXTRAS = statement(
  { extras: json(storedObject<ClaimExtras>('dealer')) },
  `select jsonb_build_object(
    'codes', (select jsonb_object_agg(v.id, v.code) from reference_value v where v.id = any($2::bigint[])),
    'payees', (select jsonb_object_agg(h.id, jsonb_build_object('type', h.type, 'id', h.id, 'number', h.number,
        'name', h.name)) from account_holder h where h.id = any($3::bigint[])),
    'dealer', ${reference('m.dealer_id')},
    'facility', ${reference('m.repair_facility_id')},
    'documents', (select jsonb_agg(jsonb_build_object('id', d.id, 'documentTypeCode', d.document_type_id,
        'fileName', d.file_name, 'createdAt', to_char(d.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'createdBy', d.created_by) order by d.id)
      from document d where d.entity_type = 'Claim' and d.entity_id = m.id and d.versions > 0),
    'relatedContracts', (select jsonb_agg(jsonb_build_object('type', 'Contract', 'id', o.id, 'number', o.number, 'name', null)
        order by o.id)
      from contract o join contract c on c.id = m.contract_id
      where m.claim_type = 'GAP' and o.vin = c.vin and o.id <> c.id and o.status = 'Active'),
    'miscPayments', (select jsonb_agg(jsonb_build_object('id', l.id, 'description', l.ledger_type, 'payee', h.name,
        'cents', case l.direction when 'Pay' then l.amount else -l.amount end, 'reason', l.reason) order by l.id)
      from ledger l join account_holder h on h.id = l.account_holder_id
      where l.claim_id = m.id and l.ledger_type = 'Adjustment' and l.status <> 'Voided')) as extras
  from claim m where m.id = $1`,
)

/** A claim that the caller sees, with everything that its answer shows. */
export async function readClaim(
  db: Db,
  services: ClaimServices,
  acting: Acting,
  id: number,
): Promise<ClaimModel> {
  if (services.answerClaim) return services.answerClaim(id)
  await seeClaim(db, acting.caller, id)
  return claimAnswer(await loadRead(db, services, acting, id))
}

export async function loadRead(
  db: Db,
  { books }: ClaimServices,
  acting: Acting,
  id: number,
): Promise<ClaimRead> {
  const record = await loadRecord(db, id)
  const { claim } = record
  const contract = await loadContract(db, claim.contract_id)
  const [surroundings, row] = await Promise.all([
    loadSurroundings(db, books, acting, contract, {
      claimId: id,
      claimType: claim.claim_type,
      lossDate: claim.loss_date,
      repairFacilityId: claim.repair_facility_id,
    }),
    EXTRAS.first(db, [id, referenceIds(record), record.requests.map(({ payee_id }) => payee_id)]),
  ])
  const extras = found(row, `claim ${id}`).extras
  const { caller } = acting
  const shown = {
    ...extras,
    dealer: namedFor(caller, extras.dealer),
    facility: extras.facility && namedFor(caller, extras.facility),
    payees: extras.payees && namedPayees(caller, extras.payees),
    documents: typedDocuments(extras),
    relatedContracts: await seenContracts(db, acting, extras),
  }
  const now = withCoverageNow(claim, contract, surroundings.terms, acting.today)
  return { ...record, claim: now, contract, surroundings, extras: shown, caller }
}

/**
 * The claim with its coverage as of today, as an authorization would find it: a hold, a finalize or a reinstatement of the
 * contract writes no claim. A claim that is finished keeps what was decided.
 */
function withCoverageNow(
  claim: ClaimRow,
  { item }: Pick<ContractRow, 'item'>,
  terms: ClaimTerms,
  today: CalendarDate,
): ClaimRow {
  if (!isOpenClaim(claim.status)) return claim
  const lossOdometer = comparableOrNull(claim.loss_odometer, readingUnit(item))
  const facts = { terms, lossDate: claim.loss_date, lossOdometer, today }
  const coverage = coverageOn(terms, facts)
  const fresh = coverageStep(facts, { coverage })
  const steps = claim.adjudication.steps.map((step) => (step.code === fresh.code ? fresh : step))
  return { ...claim, adjudication: { ...claim.adjudication, coverage, steps } }
}

const namedPayees = (caller: Acting['caller'], payees: NonNullable<ClaimExtras['payees']>) =>
  Object.fromEntries(Object.entries(payees).map(([id, payee]) => [id, namedFor(caller, payee)]))

/** Of the other contracts on a vehicle, those that the caller sees. */
async function seenContracts(
  db: Db,
  { caller }: Acting,
  { relatedContracts }: ClaimExtras,
): Promise<ClaimExtras['relatedContracts']> {
  const sees = seesContract(caller)
  if (!sees || relatedContracts === null) return relatedContracts
  const ids = relatedContracts.map(({ id }) => id)
  const rows = await query({ id: int })`
    select c.id from contract c where c.id = any(${ids}::bigint[]) and ${sees}`.rows(db)
  const seen = new Set(rows.map(({ id }) => id))
  return relatedContracts.filter(({ id }) => seen.has(id))
}

const referenceIds = ({ details, holds }: ClaimRecord): number[] =>
  [
    ...details.flatMap((detail) => [
      ...[detail.complaint_id, detail.cause_id, detail.correction_id],
      ...[detail.denied_reason_id, detail.hold_reason_id],
    ]),
    ...holds.map(({ reason_id }) => reason_id),
  ].filter((id) => id !== null)

/** Document types are stored by their ids. */
const typedDocuments = ({ documents }: ClaimExtras): ClaimExtras['documents'] =>
  (documents ?? []).map((document) => ({
    ...document,
    documentTypeCode: documentTypeById(Number(document.documentTypeCode)).code,
  }))
