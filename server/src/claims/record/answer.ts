import { limitsOfLiability } from '../../contracts/record/limits.ts'
import type { ContractRow } from '../../contracts/record/rows.ts'
import { claimBenefits } from '../../domain/claims/benefits.ts'
import type { ComponentTerms, Hundredths, LineFigures } from '../../domain/claims/claim.ts'
import { claimCosts } from '../../domain/claims/costs.ts'
import { unitsOf } from '../../domain/claims/hundredths.ts'
import { amountOf, amountOrNull, type Cents, centsOf, minus, sumCents, ZERO } from '../../domain/money.ts'
import type { Caller } from '../../http/caller.ts'
import { auditFieldsFromRow } from '../../http/schemas.ts'
import { stepAnswers } from './gap-data.ts'
import { inspectionAnswer } from './inspection-answer.ts'
import type { ClaimRecord } from './load-claim.ts'
import type { ClaimSurroundings } from './load-facts.ts'
import type { ClaimModel } from './models.ts'
import type { DetailRow, RequestRow, ServiceEventRow } from './tables.ts'
import { warningsFor } from './warnings.ts'

// A claim as it is answered.

interface RecordReference {
  readonly type: string
  readonly id: number
  readonly number: string | null
  readonly name: string | null
}

/** What the answer shows of other records. */
export interface ClaimExtras {
  /** The codes of reference values, by id. */
  readonly codes: Readonly<Record<string, string>> | null
  /** Payees by id. */
  readonly payees: Readonly<Record<string, RecordReference>> | null
  readonly dealer: RecordReference
  readonly facility: RecordReference | null
  readonly documents: ClaimModel['documents'] | null
  readonly relatedContracts: readonly RecordReference[] | null
  readonly miscPayments:
    | readonly (Omit<ClaimModel['miscPayments'][number], 'amount'> & { readonly cents: Cents })[]
    | null
}

export interface ClaimRead extends ClaimRecord {
  readonly contract: ContractRow
  readonly surroundings: ClaimSurroundings
  readonly extras: ClaimExtras
  readonly caller: Pick<Caller, 'scopes'>
}

export function claimAnswer(read: ClaimRead): ClaimModel {
  const { claim, contract, surroundings, extras, details, requests } = read
  const standing = details.filter(({ status }) => status !== 'Voided')
  const costs = claimCosts(details.map(costedDetail))
  const codeOf = (id: number | null) => (id === null ? null : (extras.codes?.[id] ?? null))
  return {
    id: claim.id,
    number: claim.number,
    status: claim.status,
    claimType: claim.claim_type,
    contract: contractAnswer(read),
    coverage: { ...claim.adjudication.coverage, reasons: [...claim.adjudication.coverage.reasons] },
    reportedDate: claim.reported_date,
    lossDate: claim.loss_date,
    lossOdometer: claim.loss_odometer,
    repairFacility: extras.facility,
    advisorName: claim.advisor_name,
    repairOrderNumber: claim.repair_order_number,
    customerContact: claim.customer_contact,
    adjusterId: claim.adjuster_id,
    details: details.map((detail) => issueAnswer(detail, surroundings, codeOf)),
    deductible: {
      ...contract.sold.deductible,
      applied: amountOf(sumCents(standing.map(({ deductible_applied }) => deductible_applied))),
    },
    costs: {
      requested: amountOf(costs.requested),
      adjusted: amountOf(costs.adjusted),
      tax: amountOf(costs.tax),
      deductible: amountOf(costs.deductible),
      overLimit: amountOf(costs.overLimit),
      payable: amountOf(costs.payable),
      customerPay: amountOf(costs.customerPay),
      authorized: amountOf(costs.authorized),
      paid: amountOf(costs.paid),
      outstanding: amountOf(costs.outstanding),
    },
    benefits: benefitAnswers(read),
    gap: claim.gap,
    gapSettlement: claim.adjudication.gapSettlement,
    gapMissing: [...claim.adjudication.gapMissing],
    ppmEvents: read.events.map(eventAnswer),
    holds: read.holds.map(({ reason_id, from_date, to_date }) => ({
      ...{ reasonId: reason_id, reasonCode: codeOf(reason_id) ?? '', from: from_date, to: to_date },
    })),
    deniedReason: claim.denied_reason,
    endReason: claim.end_reason,
    inspections: read.inspections.map((inspection) => inspectionAnswer(inspection, read.caller)),
    inspectionRequired: claim.inspection_required,
    inspectionWaiver: claim.inspection_waiver?.reason ?? null,
    payments: requests.map((request) => requestAnswer(request, extras.payees?.[request.payee_id ?? 0])),
    miscPayments: (extras.miscPayments ?? []).map(({ cents, ...payment }) => ({
      ...{ ...payment, amount: amountOf(cents) },
    })),
    authorizationNumber: claim.authorization_number,
    authorizedUntil: claim.authorized_until,
    notesCount: claim.notes_count,
    reserve: amountOf(claim.reserve),
    caseReserve: amountOrNull(claim.case_reserve),
    steps: stepAnswers(claim.adjudication.steps),
    documents: extras.documents ?? [],
    relatedDealer: surroundings.relatedDealer,
    relatedContracts: [...(extras.relatedContracts ?? [])],
    warnings: warningsFor(read.caller, claim.warnings),
    ...auditFieldsFromRow(claim),
  }
}

/** A detail as the sums of a claim see it. */
export const costedDetail = ({ status, figures, paid }: DetailRow) => ({ status, figures, paid })

function contractAnswer({ contract, surroundings, extras }: ClaimRead): ClaimModel['contract'] {
  const { limits } = limitsOfLiability(contract)
  const aggregate = limits.find(({ scope }) => scope === 'Aggregate')?.amount
  const used = sumCents([surroundings.contractPaid, surroundings.contractAuthorized])
  const left = aggregate === undefined ? null : minus(centsOf(aggregate), used)
  return {
    contractId: contract.id,
    number: contract.number,
    status: contract.status,
    productName: contract.product_name,
    planName: contract.plan_name,
    term: contract.sold.term,
    deductible: contract.sold.deductible,
    effectiveDate: contract.effective_date,
    expirationDate: contract.expiration_date,
    expirationOdometer: contract.expiration_odometer,
    vehicle: contract.item.isVehicle
      ? { vin: contract.vin, year: contract.vehicle_year, make: contract.make, model: contract.model }
      : null,
    dealer: extras.dealer,
    remainingLiability: amountOrNull(left === null || left > 0 ? left : ZERO),
  }
}

type CodeOf = (id: number | null) => string | null

function issueAnswer(
  detail: DetailRow,
  { terms }: ClaimSurroundings,
  codeOf: CodeOf,
): ClaimModel['details'][number] {
  const { figures } = detail
  return {
    id: detail.id,
    sequence: detail.sequence,
    status: detail.status,
    complaintId: detail.complaint_id,
    complaintCode: codeOf(detail.complaint_id),
    causeId: detail.cause_id,
    causeCode: codeOf(detail.cause_id),
    correctionId: detail.correction_id,
    correctionCode: codeOf(detail.correction_id),
    complaintText: detail.complaint_text,
    causeText: detail.cause_text,
    correctionText: detail.correction_text,
    components: detail.components.map(({ code, isPrimaryFailure }) =>
      componentAnswer(code, isPrimaryFailure, terms.components),
    ),
    ...lineAnswers(detail),
    adjustments: figures.adjustments.map(({ amount, ...adjustment }, at) => ({
      ...{ id: at + 1, ...adjustment, amount: amountOf(amount) },
    })),
    requested: amountOf(figures.requested),
    adjusted: amountOf(figures.adjusted),
    tax: amountOf(figures.tax),
    deductibleApplied: amountOf(figures.deductibleApplied),
    overLimit: amountOf(figures.overLimit),
    notCovered: amountOf(figures.notCovered),
    payable: amountOf(figures.payable),
    customerPay: amountOf(figures.customerPay),
    authorizedAmount: amountOrNull(detail.authorized_amount),
    requestedPayments: amountOf(detail.requested_payments),
    paid: amountOf(detail.paid),
    deniedReasonId: detail.denied_reason_id,
    deniedReasonCode: codeOf(detail.denied_reason_id),
    holdReasonId: detail.hold_reason_id,
    holdReasonCode: codeOf(detail.hold_reason_id),
    ppmEventId: detail.ppm_event_id,
  }
}

function componentAnswer(
  code: string,
  isPrimaryFailure: boolean,
  components: ReadonlyMap<string, ComponentTerms>,
): ClaimModel['details'][number]['components'][number] {
  const known = components.get(code)
  return {
    componentId: known?.id ?? null,
    code,
    name: known?.name ?? code,
    coverageGroupId: known?.groupId ?? null,
    // A product without coverage groups covers every component.
    isCovered: known?.isCovered ?? components.size === 0,
    isPrimaryFailure,
    limit: amountOrNull(known?.limit ?? null),
  }
}

const NO_FIGURES = { amount: ZERO, tax: ZERO, cap: null }

function lineAnswers({ labor, parts, misc, figures }: DetailRow) {
  const figureOf = (lines: readonly LineFigures[], id: number): Partial<LineFigures> & typeof NO_FIGURES =>
    (lines.find((line) => line.id === id) as typeof NO_FIGURES | undefined) ?? NO_FIGURES
  return {
    labor: labor.map((line) => {
      const { amount, tax, hoursApproved, rateApproved } = figureOf(figures.labor, line.id)
      return {
        ...{ id: line.id, componentCode: line.componentCode, operationCode: line.operationCode },
        description: line.description,
        hoursRequested: unitsOf(line.hoursRequested),
        hoursGuide: line.hoursGuide === null ? null : unitsOf(line.hoursGuide),
        hoursApproved: unitsOf(hoursApproved ?? (0 as Hundredths)),
        rateRequested: amountOf(line.rateRequested),
        rateApproved: amountOf(rateApproved ?? ZERO),
        ...{ amount: amountOf(amount), isTaxable: line.isTaxable, tax: amountOf(tax) },
      }
    }),
    parts: parts.map((line) => {
      const { amount, tax, unitPriceApproved } = figureOf(figures.parts, line.id)
      return {
        ...{ id: line.id, componentCode: line.componentCode, partNumber: line.partNumber },
        ...{ description: line.description, type: line.type, quantity: unitsOf(line.quantity) },
        unitPriceRequested: amountOf(line.unitPriceRequested),
        msrp: amountOrNull(line.msrp),
        unitPriceApproved: amountOf(unitPriceApproved ?? ZERO),
        ...{ amount: amountOf(amount), tax: amountOf(tax) },
      }
    }),
    misc: misc.map((line) => {
      const { amount, tax, cap } = figureOf(figures.misc, line.id)
      return {
        ...{ id: line.id, componentCode: line.componentCode, type: line.type },
        ...{ quantity: unitsOf(line.quantity), unitPrice: amountOf(line.unitPrice) },
        ...{ cap: amountOrNull(cap ?? null), amount: amountOf(amount), tax: amountOf(tax) },
      }
    }),
  }
}

/** The benefits of the contract, with what the claim takes of them. */
export const benefitAnswers = ({ details, surroundings }: ClaimRead): ClaimModel['benefits'] =>
  claimBenefits(surroundings.terms, details).map(
    ({ unitCap, occurrenceCap, contractCap, used, remaining, code, name, unit }) => ({
      ...{ code, name, unit, unitCap: amountOf(unitCap), occurrenceCap: amountOf(occurrenceCap) },
      ...{ contractCap: amountOrNull(contractCap), used: amountOf(used), remaining: amountOf(remaining) },
    }),
  )

export const requestAnswer = (
  request: RequestRow,
  payee: Pick<RecordReference, 'number' | 'name'> | undefined,
): ClaimModel['payments'][number] => ({
  id: request.id,
  claimId: request.claim_id,
  status: request.status,
  payee: {
    ...{ type: request.payee_type, id: request.payee_id },
    ...{ number: payee?.number ?? null, name: payee?.name ?? null },
  },
  amount: amountOf(request.amount),
  detailIds: request.shares.map(({ detailId }) => detailId),
  invoiceNumber: request.invoice_number,
  invoiceDate: request.invoice_date,
  invoiceAmount: amountOrNull(request.invoice_amount),
  paymentMethod: request.payment_method,
  odometerOut: request.odometer_out,
  documentIds: [...request.document_ids],
  note: request.note,
  ledgerId: request.ledger_id,
  cashTransactionId: request.cash_transaction_id,
  requestedAt: request.created_at.toISOString(),
  requestedBy: request.created_by,
  voidReason: request.void_reason,
})

export const eventAnswer = (event: ServiceEventRow): ClaimModel['ppmEvents'][number] => ({
  id: event.id,
  serviceId: event.service_id,
  serviceCode: event.service_code,
  serviceDate: event.service_date,
  odometer: event.odometer,
  facilityId: event.facility_id,
  invoiceNumber: event.invoice_number,
  price: amountOf(event.price as Cents),
  status: event.status,
  claimId: event.claim_id,
  detailId: event.detail_id,
})
