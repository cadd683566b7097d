import { reachesDealer } from '../../access/scope.ts'
import { int } from '../../db/columns.ts'
import type { Db, Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { command, query, statement } from '../../db/statement.ts'
import { emit } from '../../db/unit-of-work.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import type { ReadPayment } from '../decide/payment-rows.ts'
import { type LockedCancel, requirePayment, touchCancel } from './rows.ts'
import { settleLatePenalty } from './settle-penalty.ts'

export interface ConfirmRefund {
  readonly paymentId: number
  readonly paidDate: CalendarDate
  readonly reference?: string | null | undefined
  readonly documentIds?: readonly number[] | undefined
}

/** Records the day on which the customer received a refund from the dealer. That day stops the late penalty. */
export async function confirmRefund(
  tx: Tx,
  acting: Acting,
  { contract, cancel }: LockedCancel,
  { paymentId, paidDate, reference = null, documentIds = [] }: ConfirmRefund,
): Promise<void> {
  const payment = requirePayment(cancel, paymentId)
  await requireOwnDealer(tx, acting.caller, payment)
  requireOwed(acting.caller, payment)
  const faults = [
    ...dayFaults(cancel.cancel_date, paidDate, acting.today),
    ...(await documentFaults(tx, cancel.contract_id, documentIds)),
  ]
  const [first] = faults
  if (first) throw new Problem(first.code, first.message, { errors: faults })
  await CONFIRM.run(tx, [paymentId, paidDate, reference, documentIds, acting.now, acting.caller.name])
  await settleLatePenalty(tx, acting, paymentId, acting.today)
  await touchCancel(tx, acting, cancel.id, cancel.status)
  const { id, number, status } = contract
  const data = { id, number, status, cancelId: cancel.id, cancelPaymentId: paymentId, paidDate }
  emit(tx, { subject: `contracts/${id}`, type: 'contract.refundConfirmed', data })
}

const CONFIRM =
  command(`update cancel_payment set confirmed_date = $2, confirm_reference = $3, confirm_document_ids = $4,
  updated_at = $5, updated_by = $6 where id = $1`)

/** Of the limited callers only the dealer itself may confirm. Its agent and the lender see the contract but do not pay. */
async function requireOwnDealer(db: Db, caller: Caller, { payee }: ReadPayment): Promise<void> {
  if (!isLimited(caller)) return
  const scopes = caller.scopes.filter(({ type }) => type !== 'Agent')
  const reaches = scopes.length > 0 && reachesDealer({ scopes }, 'd.id')
  const own = await query({ id: int })`select d.id from dealer d where d.id = ${payee.id}
    and ${reaches || sql`false`}`.first(db)
  if (own) return
  throw new Problem(
    'Forbidden',
    'Only the cancel desk, or the dealer that pays the customer, may confirm a refund.',
    {
      members: { permission: 'contracts:cancel' },
    },
  )
}

function requireOwed(caller: Caller, { for_payee_name, is_voided, confirmed_date }: ReadPayment): void {
  if (is_voided || for_payee_name === null)
    throw new Problem('NotConfirmable', 'The payment was voided, or no dealer passes it on.')
  if (confirmed_date !== null && isLimited(caller))
    throw new Problem('AlreadyConfirmed', `The refund was already confirmed for ${confirmed_date}.`, {
      members: { confirmedDate: confirmed_date },
    })
}

type ConfirmFault = Fault & { readonly code: 'DateRangeInvalid' | 'UnknownReference' }

const dayFaults = (from: CalendarDate, day: CalendarDate, today: CalendarDate): ConfirmFault[] =>
  day >= from && day <= today
    ? []
    : [
        {
          pointer: '/paidDate',
          code: 'DateRangeInvalid',
          message: `The paid date must be between ${from} and ${today}.`,
        },
      ]

async function documentFaults(
  tx: Tx,
  contractId: number,
  documentIds: readonly number[],
): Promise<ConfirmFault[]> {
  const rows = await DOCUMENTS.rows(tx, [contractId, documentIds])
  const present = new Set(rows.map(({ id }) => id))
  return documentIds.flatMap((id, at) =>
    present.has(id)
      ? []
      : [
          {
            pointer: `/documentIds/${at}`,
            code: 'UnknownReference',
            message: `There is no document ${id} on the contract.`,
          },
        ],
  )
}

const DOCUMENTS = statement(
  { id: int },
  `select id from document where entity_type = 'Contract' and entity_id = $1 and versions > 0
  and id = any($2::bigint[])`,
)
