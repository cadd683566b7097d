import { json, storedObject } from '../../db/columns.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { gapChecklist, missingDocuments } from '../../domain/claims/gap-missing.ts'
import { isInspected, isOpenInspection } from '../../domain/claims/inspection.ts'
import type { ClaimLetter, LetterDetail, LetterSettlement } from '../../domain/claims/letter-facts.ts'
import { missingWords } from '../../domain/claims/letter-missing.ts'
import type { ContractForm } from '../../domain/contract-form/form.ts'
import { dateWords } from '../../domain/contract-form/words.ts'
import { centsOf } from '../../domain/money.ts'
import { comparableOrNull, readingUnit } from '../../domain/odometer-unit.ts'
import type { Acting } from '../../http/caller.ts'
import type { ClaimRead } from '../record/answer.ts'
import type { SettlementModel } from '../record/gap-data.ts'
import type { DetailRow } from '../record/tables.ts'

// The stored claim as a letter tells it.

/** Names of reference values and of holders, by id. */
interface Names {
  readonly values: Readonly<Record<string, { readonly code: string; readonly name: string }>> | null
  readonly holders: Readonly<Record<string, string>> | null
}

const NAMES = statement(
  { names: json(storedObject<Names>()) },
  `select jsonb_build_object(
    'values', (select jsonb_object_agg(v.id, jsonb_build_object('code', v.code, 'name', v.name))
      from reference_value v where v.id = any($1::bigint[])),
    'holders', (select jsonb_object_agg(h.id, h.name) from account_holder h where h.id = any($2::bigint[]))) as names`,
)

/** Everything that the letter about a claim says. */
export async function letterFacts(
  db: Db,
  { now, today }: Acting,
  read: ClaimRead,
  contract: ContractForm,
): Promise<ClaimLetter> {
  const { claim, surroundings, requests } = read
  const names = await loadNames(db, read)
  const details = read.details.filter(({ status }) => status !== 'Voided')
  const { authorization_number: number, authorized_until: until } = claim
  return {
    writtenAt: now.toISOString(),
    date: today,
    appealDays: surroundings.settings.appealDays,
    contract,
    components: surroundings.terms.components,
    number: claim.number,
    isVoided: claim.status === 'Voided',
    lossDate: claim.loss_date,
    lossOdometer: comparableOrNull(claim.loss_odometer, readingUnit(read.contract.item)),
    facilityName: names.holder(claim.repair_facility_id),
    coverage: claim.adjudication.coverage,
    deniedReason: names.value(claim.denied_reason_id)?.name ?? null,
    authorization: number !== null && until !== null ? { number, until } : null,
    details: details.map((detail) => letterDetail(read, detail, names)),
    settlement: claim.adjudication.gapSettlement && letterSettlement(claim.adjudication.gapSettlement),
    payments: requests
      .filter(({ status }) => status !== 'Voided')
      .map(({ payee_id, amount, status }) => ({
        ...{ payeeName: names.holder(payee_id) ?? '', amount, isPaid: status === 'Paid' },
      })),
    missing: missingIn(read, details, names),
  }
}

async function loadNames(db: Db, { claim, details, holds, requests }: ClaimRead) {
  const valueIds = [
    ...details.flatMap(({ complaint_id, denied_reason_id, hold_reason_id }) => [
      ...[complaint_id, denied_reason_id, hold_reason_id],
    ]),
    ...holds.map(({ reason_id }) => reason_id),
    claim.denied_reason_id,
  ]
  const holderIds = [claim.repair_facility_id, ...requests.map(({ payee_id }) => payee_id)]
  const found = (await NAMES.first(db, [valueIds.filter(isKnown), holderIds.filter(isKnown)]))?.names
  return {
    value: (id: number | null) => found?.values?.[id ?? 0] ?? null,
    holder: (id: number | null) => found?.holders?.[id ?? 0] ?? null,
  }
}

type LoadedNames = Awaited<ReturnType<typeof loadNames>>

const isKnown = (id: number | null) => id !== null

const miscNames: Readonly<Record<DetailRow['misc'][number]['type'], string>> = {
  Tow: 'Towing',
  Rental: 'A rental car',
  Diagnosis: 'Diagnosis',
  Sublet: 'Work by another shop',
  Fluids: 'Fluids',
  ShopSupplies: 'Shop supplies',
  Teardown: 'Teardown',
}

function letterDetail(read: ClaimRead, detail: DetailRow, names: LoadedNames): LetterDetail {
  const { sequence, status, components, figures, labor, parts, misc } = detail
  return {
    ...{ sequence, status, components, figures },
    title: titleOf(read, detail, names),
    lines: [
      ...labor.map(({ id, componentCode }) => ({
        ...{ target: 'Labor' as const, id, componentCode, name: 'Labor' },
      })),
      ...parts.map(({ id, componentCode, description }) => ({
        ...{ target: 'Part' as const, id, componentCode, name: description ?? 'A part' },
      })),
      ...misc.map(({ id, componentCode, type }) => ({
        ...{ target: 'Misc' as const, id, componentCode, name: miscNames[type] },
      })),
    ],
    deniedReason: names.value(detail.denied_reason_id)?.name ?? null,
  }
}

/** The complaint; of a prepaid service its name and day. */
function titleOf({ claim, contract, events }: ClaimRead, detail: DetailRow, names: LoadedNames): string {
  const event = events.find(({ id }) => id === detail.ppm_event_id)
  if (event) {
    const service = contract.sold.services.find(({ code }) => code === event.service_code)
    return `${service?.name ?? event.service_code} on ${dateWords(event.service_date)}`
  }
  if (claim.claim_type === 'GAP') return 'Total loss'
  return names.value(detail.complaint_id)?.name ?? detail.complaint_text ?? 'Repair'
}

const letterSettlement = (settled: SettlementModel): LetterSettlement => ({
  scheduledPayoff: centsOf(settled.scheduledPayoff),
  refunds: centsOf(settled.refunds),
  exclusions: centsOf(settled.exclusions),
  coveredBalance: centsOf(settled.coveredBalance),
  insuranceCredit: centsOf(settled.insuranceCredit),
  gap: centsOf(settled.gap),
  maxBenefit: settled.maxBenefit === null ? null : centsOf(settled.maxBenefit),
  payable: centsOf(settled.payable),
  customerResidual: centsOf(settled.customerResidual),
})

function missingIn(
  { claim, holds, inspections }: ClaimRead,
  details: readonly DetailRow[],
  names: LoadedNames,
) {
  const { gap, claim_type, adjudication } = claim
  const isRequired =
    claim.inspection_required && claim.inspection_waiver === null && !inspections.some(isInspected)
  const held = [
    ...holds.filter(({ to_date }) => to_date === null).map(({ reason_id }) => reason_id),
    ...details.filter(({ status }) => status === 'Hold').map(({ hold_reason_id }) => hold_reason_id),
  ]
  return missingWords({
    hasDetails: details.length > 0,
    gapMissing: adjudication.gapMissing,
    documents:
      claim_type === 'GAP'
        ? missingDocuments(gapChecklist(gap?.checklist ?? null, gap?.lossType ?? null))
        : [],
    holds: held.flatMap((id) => names.value(id)?.code ?? []),
    needsInspection: isRequired || inspections.some(isOpenInspection),
    needsApproval: details.some(({ status }) => status === 'PendingApproval'),
  })
}
