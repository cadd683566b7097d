import { reachesDealer } from '../../access/scope.ts'
import { type Db, run, type Tx } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { CalendarDate } from '../../domain/dates.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { type Fault, Problem } from '../../http/problems.ts'
import type { ReadPayment } from '../decide/payment-rows.ts'
import { type LockedCancel, requirePayment, touchCancel } from './rows.ts'

export interface ConfirmRefund {
  readonly paymentId: number
  readonly paidDate: CalendarDate
  readonly reference?: string | null | undefined
  readonly documentIds?: readonly number[] | undefined
}

/** A dealer who passes a refund on says when the customer had it: that is what the law asks. */
export async function confirmRefund(
  tx: Tx,
  acting: Acting,
  { cancel }: LockedCancel,
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
  await run(tx, CONFIRM, [paymentId, paidDate, reference, documentIds, acting.now, acting.caller.name])
  await touchCancel(tx, acting, cancel.id, cancel.status)
}

const CONFIRM = `update cancel_payment set confirmed_date = $2, confirm_reference = $3, confirm_document_ids = $4,
  updated_at = $5, updated_by = $6 where id = $1`

/** Of those who are limited, only the dealer itself: its agent and the lender see the contract, and do not pass it on. */
async function requireOwnDealer(db: Db, caller: Caller, { payee }: ReadPayment): Promise<void> {
  if (!isLimited(caller)) return
  const scopes = caller.scopes.filter(({ type }) => type !== 'Agent')
  const reaches = scopes.length > 0 && reachesDealer({ scopes }, 'd.id')
  const { rows } = await sql`select from dealer d where d.id = ${payee.id}
    and ${reaches || sql`false`}`.execute(db)
  if (rows.length > 0) return
  throw new Problem(
    'Forbidden',
    'A refund is confirmed by the cancel desk, or by the dealer who passes it on.',
    {
      members: { permission: 'contracts:cancel' },
    },
  )
}

function requireOwed(caller: Caller, { for_payee_name, is_voided, confirmed_date }: ReadPayment): void {
  if (is_voided || for_payee_name === null)
    throw new Problem('NotConfirmable', 'No dealer passes this payment on, or it is not owed any more.')
  if (confirmed_date !== null && isLimited(caller))
    throw new Problem('AlreadyConfirmed', `The customer had the money on ${confirmed_date}.`, {
      members: { confirmedDate: confirmed_date },
    })
}

type RuleFault = Fault & { readonly code: 'DateRangeInvalid' | 'UnknownReference' }

const dayFaults = (from: CalendarDate, day: CalendarDate, today: CalendarDate): RuleFault[] =>
  day >= from && day <= today
    ? []
    : [
        {
          pointer: '/paidDate',
          code: 'DateRangeInvalid',
          message: `The customer had the money from ${from} to ${today}.`,
        },
      ]

async function documentFaults(
  tx: Tx,
  contractId: number,
  documentIds: readonly number[],
): Promise<RuleFault[]> {
  const rows = await run<{ id: number }>(tx, DOCUMENTS, [contractId, documentIds])
  const there = new Set(rows.map(({ id }) => id))
  return documentIds.flatMap((id, at) =>
    there.has(id)
      ? []
      : [
          {
            pointer: `/documentIds/${at}`,
            code: 'UnknownReference',
            message: `There is no document ${id} of the contract.`,
          },
        ],
  )
}

const DOCUMENTS = `select id from document where entity_type = 'Contract' and entity_id = $1 and versions > 0
  and id = any($2::bigint[])`
