import { namedFor } from '../../account-holders/reference-names.ts'
import { flag, int, json, orNull, storedObject, text } from '../../db/columns.ts'
import type { Tx } from '../../db/database.ts'
import { statement } from '../../db/statement.ts'
import { insertInto } from '../../db/table.ts'
import { emit } from '../../db/unit-of-work.ts'
import { type PaymentFacts, type PaymentRefusal, planPayment } from '../../domain/claims/payment.ts'
import { planClaimPayment } from '../../domain/ledger/single.ts'
import { amountOf } from '../../domain/money.ts'
import type { Acting } from '../../http/caller.ts'
import { constraintMeans } from '../../http/constraints.ts'
import { found, Problem } from '../../http/problems.ts'
import { applyPlan } from '../../ledger/apply-plan.ts'
import { accountingDates } from '../../ledger/periods.ts'
import { refusedClaim, unknown } from '../entry/references.ts'
import { requireOpen } from '../entry/replace-claim.ts'
import { requestAnswer } from '../record/answer.ts'
import { type ClaimDraft, openDraft } from '../record/draft.ts'
import { lockClaim } from '../record/load-claim.ts'
import type { ClaimModel } from '../record/models.ts'
import type { ClaimServices } from '../record/read-claim.ts'
import { saveClaim } from '../record/save-claim.ts'
import { type RequestRow, requestTable } from '../record/tables.ts'
import { paidDetail } from './follow-cash.ts'
import type { NewPaymentRequest } from './inputs.ts'

export type PaymentRequestModel = ClaimModel['payments'][number]

/** Requests the payment of authorized details. The payee's ledger row can be paid at once. */
export async function requestPayment(
  tx: Tx,
  services: ClaimServices,
  acting: Acting,
  claimId: number,
  input: NewPaymentRequest,
): Promise<PaymentRequestModel> {
  const locked = await lockClaim(tx, acting.caller, claimId)
  requireOpen(locked)
  const before = await openDraft(tx, services, acting, locked)
  const payee = await findPayee(tx, before, input)
  const planned = planPayment(paymentFacts(acting, before, payee, input))
  if ('refused' in planned) throw refusedPayment(planned.refused, before, input)
  const { claim, contract } = before
  const dates = (await accountingDates(tx))(acting.today)
  const plan = planClaimPayment(
    {
      ...{
        accountHolderId: input.payee.id,
        amount: planned.amount,
        dueDate: null,
        contractId: contract.id,
        claimId,
      },
      productId: contract.product_id,
      reason: `${claim.number}, invoice ${input.invoiceNumber.trim()}`,
    },
    dates,
  )
  const { inserted } = await applyPlan(tx, plan, acting)
  const row: Omit<RequestRow, 'id'> = {
    ...{ claim_id: claimId, amount: planned.amount, status: 'Requested' },
    ledger_id: inserted[0]?.id ?? null,
    ...{ payee_type: input.payee.type, payee_id: input.payee.id },
    invoice_number: input.invoiceNumber,
    invoice_key: invoiceKey(input.invoiceNumber),
    invoice_date: input.invoiceDate,
    invoice_amount: input.invoiceAmount ?? null,
    payment_method: input.paymentMethod,
    shares: planned.shares,
    odometer_out: input.odometerOut ?? null,
    document_ids: input.documentIds ?? [],
    note: input.note ?? null,
    ...{ cash_transaction_id: null, void_reason: null },
    ...{ created_at: acting.now, created_by: acting.caller.name },
  }
  const request = { ...row, id: await insertInto(tx, requestTable, row) }
  const requests = [...before.requests, request]
  const details = before.details.map((detail) => paidDetail(detail, requests))
  const after = await saveClaim(tx, acting, before, { ...before, requests, details })
  const data = {
    ...{ id: claimId, number: claim.number, status: after.claim.status },
    paymentRequestId: request.id,
    amount: amountOf(request.amount),
  }
  emit(tx, { subject: `claims/${claimId}`, type: 'claim.paymentRequested', data })
  const { type, id } = input.payee
  return requestAnswer(request, namedFor(acting.caller, { type, id, number: payee.number, name: payee.name }))
}

const invoiceKey = (number: string): string => number.trim().toLowerCase()

const PAYEE = statement(
  {
    ...{
      id: int,
      number: text,
      name: text,
      status: text,
      isBlocked: flag,
      is1099: flag,
      hasTaxId: flag,
      hasW9: flag,
    },
    duplicate: orNull(
      json(storedObject<NonNullable<PaymentFacts['duplicate']>>('claimId', 'paymentRequestId')),
    ),
    knownDocuments: int,
  },
  `select h.id, h.number, h.name, h.status,
     coalesce((select f.is_blocked from repair_facility f where f.id = h.id), false) as "isBlocked",
     coalesce((select p.is_1099 from claim_payee p where p.id = h.id), false) as "is1099",
     h.tax_id is not null as "hasTaxId",
     coalesce((select p.w9_on_file from claim_payee p where p.id = h.id), false) as "hasW9",
     (select jsonb_build_object('claimId', r.claim_id, 'paymentRequestId', r.id) from claim_payment_request r
      where r.payee_id = h.id and r.invoice_key = $3 and r.status <> 'Voided') as duplicate,
     (select count(*) from document d where d.id = any($4::bigint[]) and d.versions > 0
        and d.entity_type = 'Claim' and d.entity_id = $5)::bigint as "knownDocuments"
   from account_holder h where h.id = $1 and h.type = $2`,
)

async function findPayee(tx: Tx, { claim }: ClaimDraft, input: NewPaymentRequest) {
  const { type, id } = input.payee
  const documents = [...new Set(input.documentIds ?? [])]
  const payee = await PAYEE.first(tx, [id, type, invoiceKey(input.invoiceNumber), documents, claim.id])
  const faults = [
    ...(payee ? [] : [unknown('/payee/id', `${type} ${id}`)]),
    ...(payee && payee.knownDocuments < documents.length
      ? [unknown('/documentIds', 'such document on the claim')]
      : []),
  ]
  if (faults.length > 0) throw refusedClaim(faults)
  return found(payee, `${type} ${id}`)
}

function paymentFacts(
  { today }: Acting,
  { claim, contract, details, surroundings }: ClaimDraft,
  { isBlocked, is1099, hasTaxId, hasW9, status, duplicate }: Awaited<ReturnType<typeof findPayee>>,
  input: NewPaymentRequest,
): PaymentFacts {
  const unknownIds = (input.detailIds ?? []).flatMap((id, at) =>
    details.some((detail) => detail.id === id)
      ? []
      : [unknown(`/detailIds/${at}`, `detail ${id} in the claim`)],
  )
  if (unknownIds.length > 0) throw refusedClaim(unknownIds)
  return {
    ...{ today, claimType: claim.claim_type, authorizedUntil: claim.authorized_until },
    details: details.map((detail) => ({
      ...{ id: detail.id, status: detail.status, authorizedAmount: detail.authorized_amount },
      requestedPayments: detail.requested_payments,
    })),
    detailIds: input.detailIds ?? null,
    amount: input.amount ?? null,
    invoiceAmount: input.invoiceAmount ?? null,
    invoiceTolerance: surroundings.settings.invoiceTolerance,
    payee: { ...input.payee, isActive: status === 'Active', isBlocked, is1099, hasTaxId, hasW9 },
    customerId: contract.customer_id,
    lienHolderId: contract.lien_holder_id,
    duplicate,
  }
}

const money = (cents: Parameters<typeof amountOf>[0]) => amountOf(cents).toFixed(2)

/** The refusal with its figures, in words. */
function refusedPayment(
  refusal: PaymentRefusal,
  { claim }: ClaimDraft,
  { payee }: NewPaymentRequest,
): Problem {
  const { code } = refusal
  switch (code) {
    case 'NothingAuthorized':
      return new Problem(code, 'Nothing is authorized that is not requested yet. Authorize details first.')
    case 'AuthorizationExpired':
      return new Problem(
        code,
        `The authorization ended on ${claim.authorized_until}. Reopen and authorize the details again.`,
      )
    case 'PayeeNotAllowed':
      return new Problem(code, `${payee.type} ${payee.id} cannot be paid for this claim.`)
    case 'PayeeBlocked':
      return new Problem(code, `${payee.type} ${payee.id} is blocked or not active.`)
    case 'TaxIdMissing':
      return new Problem(code, 'The payee gets a 1099 and has neither a tax id nor a W-9 on file.')
    case 'DuplicateInvoice': {
      const { claimId, paymentRequestId } = refusal
      return new Problem(code, `The invoice was requested before, on claim ${claimId}.`, {
        members: { claimId, paymentRequestId },
      })
    }
    case 'InvoiceAboveAuthorized':
      return new Problem(
        code,
        `The invoice asks for ${money(refusal.invoiceAmount)}; ${money(refusal.remaining)} is authorized and not requested.`,
        {
          members: { remaining: amountOf(refusal.remaining), invoiceAmount: amountOf(refusal.invoiceAmount) },
        },
      )
    case 'AmountAboveInvoice':
      return new Problem(
        code,
        `The amount of ${money(refusal.requested)} is above the invoice of ${money(refusal.invoiceAmount)}.`,
        {
          members: { requested: amountOf(refusal.requested), invoiceAmount: amountOf(refusal.invoiceAmount) },
        },
      )
    case 'OverAuthorized':
      return new Problem(
        code,
        `The amount of ${money(refusal.requested)} is above what is left, ${money(refusal.remaining)}.`,
        {
          members: {
            authorized: amountOf(refusal.authorized),
            requested: amountOf(refusal.requested),
            remaining: amountOf(refusal.remaining),
          },
        },
      )
    default:
      return code satisfies never
  }
}

// Requests on two claims for one invoice lock different contracts, so the key decides.
constraintMeans('claim_payment_request_invoice', {
  code: 'DuplicateInvoice',
  pointer: '/invoiceNumber',
  message: 'The invoice of this payee was requested before.',
})
