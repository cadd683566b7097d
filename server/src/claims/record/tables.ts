import {
  auditColumns,
  cents,
  date,
  flag,
  instant,
  int,
  ints,
  json,
  oneOf,
  orNull,
  storedList,
  storedObject,
  text,
  withDefault,
} from '../../db/columns.ts'
import { type TableRow, table } from '../../db/table.ts'
import {
  type ClaimedComponent,
  claimStatuses,
  claimTypes,
  type DetailFigures,
  detailStatuses,
  type LaborLine,
  type ManualAdjustment,
  type MiscLine,
  type PartLine,
  type Reason,
} from '../../domain/claims/claim.ts'
import type { Cents } from '../../domain/money.ts'
import type { WorksheetStep } from '../../domain/worksheet-step.ts'
import type { SettlementModel, StoredGap } from './gap-data.ts'

// What is stored of a claim.

/** The adjudication of the last write. The coverage of an open claim is answered as of today (`read-claim.ts`). */
export interface StoredAdjudication {
  readonly coverage: { readonly inForce: boolean; readonly reasons: readonly Reason[] }
  readonly steps: readonly WorksheetStep[]
  /** For a GAP claim: the settlement as answered, or what it still needs. */
  readonly gapSettlement: SettlementModel | null
  readonly gapMissing: readonly string[]
}

export const claimTable = table('claim', {
  id: withDefault(int),
  contract_id: int,
  number: text,
  claim_type: oneOf(claimTypes),
  status: oneOf(claimStatuses),
  dealer_id: int,
  contract_number: orNull(text),
  vin: orNull(text),
  repair_facility_id: orNull(int),
  adjuster_id: orNull(int),
  loss_date: date,
  loss_odometer: orNull(int),
  reported_date: date,
  advisor_name: orNull(text),
  repair_order_number: orNull(text),
  customer_contact: orNull(text),
  ended: orNull(oneOf(['Voided', 'Closed'])),
  end_reason: orNull(text),
  denied_reason: orNull(text),
  denied_reason_id: orNull(int),
  authorization_number: orNull(text),
  authorized_date: orNull(date),
  authorized_until: orNull(date),
  paid_date: orNull(date),
  inspection_required: flag,
  /** Who waived the inspection, and why. */
  inspection_waiver: orNull(json(storedObject<{ readonly reason: string; readonly by: string }>('reason'))),
  case_reserve: orNull(cents),
  gap: orNull(json(storedObject<StoredGap>())),
  adjudication: json(storedObject<StoredAdjudication>('coverage', 'steps')),
  warnings: json(storedList<Reason>()),
  requested: cents,
  authorized: cents,
  /** Authorized, and no payment requested yet. */
  authorized_amount: cents,
  paid: cents,
  reserve: cents,
  notes_count: withDefault(int),
  ...auditColumns,
})
export type ClaimRow = TableRow<typeof claimTable>

export const detailTable = table('claim_detail', {
  id: withDefault(int),
  claim_id: int,
  contract_id: int,
  sequence: int,
  status: oneOf(detailStatuses),
  complaint_id: orNull(int),
  cause_id: orNull(int),
  correction_id: orNull(int),
  complaint_text: orNull(text),
  cause_text: orNull(text),
  correction_text: orNull(text),
  components: json(storedList<ClaimedComponent>()),
  labor: json(storedList<LaborLine>()),
  parts: json(storedList<PartLine>()),
  misc: json(storedList<MiscLine>()),
  adjustments: json(storedList<ManualAdjustment>()),
  figures: json(storedObject<DetailFigures>('requested', 'adjusted', 'payable')),
  requested: cents,
  adjusted: cents,
  tax: cents,
  deductible_applied: cents,
  over_limit: cents,
  not_covered: cents,
  payable: cents,
  customer_pay: cents,
  authorized_amount: orNull(cents),
  authorized_by: orNull(text),
  authorized_at: orNull(instant),
  requested_payments: cents,
  paid: cents,
  denied_reason_id: orNull(int),
  denied_note: orNull(text),
  hold_reason_id: orNull(int),
  ppm_event_id: orNull(int),
})
export type DetailRow = TableRow<typeof detailTable>

export const holdTable = table('claim_hold', {
  ...{ id: withDefault(int), claim_id: int, reason_id: int, from_date: date, to_date: orNull(date) },
  ...{ created_at: instant, created_by: text },
})
export type ClaimHoldRow = TableRow<typeof holdTable>

export const payeeTypes = ['ClaimPayee', 'RepairFacility', 'Customer', 'LienHolder', 'Dealer'] as const
export const requestStatuses = ['Requested', 'InProcess', 'Paid', 'Voided'] as const
export const paymentMethods = ['Check', 'ACH', 'CreditCard', 'VirtualCard', 'Wire'] as const

/** How much of a payment a detail takes. */
export interface PaymentShare {
  readonly detailId: number
  readonly amount: Cents
}

export const requestTable = table('claim_payment_request', {
  id: withDefault(int),
  claim_id: int,
  amount: cents,
  status: oneOf(requestStatuses),
  ledger_id: orNull(int),
  payee_type: orNull(oneOf(payeeTypes)),
  payee_id: orNull(int),
  invoice_number: orNull(text),
  invoice_key: orNull(text),
  invoice_date: orNull(date),
  invoice_amount: orNull(cents),
  payment_method: orNull(oneOf(paymentMethods)),
  shares: json(storedList<PaymentShare>()),
  odometer_out: orNull(int),
  document_ids: ints,
  note: orNull(text),
  cash_transaction_id: orNull(int),
  void_reason: orNull(text),
  created_at: instant,
  created_by: text,
})
export type RequestRow = TableRow<typeof requestTable>

export const serviceEventTable = table('ppm_claim_event', {
  id: withDefault(int),
  claim_id: int,
  contract_id: int,
  detail_id: orNull(int),
  service_id: orNull(int),
  service_code: text,
  service_date: date,
  odometer: orNull(int),
  facility_id: orNull(int),
  invoice_number: orNull(text),
  price: cents,
  is_authorized: flag,
  status: oneOf(['Requested', 'Approved', 'Paid', 'Voided']),
})
export type ServiceEventRow = TableRow<typeof serviceEventTable>
