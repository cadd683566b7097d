import type { FormServices } from '../../contracts/form/write-form.ts'
import type { Tx } from '../../db/database.ts'
import type { Permission } from '../../domain/permissions.ts'
import { type Acting, type Caller, isLimited } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { ActedCancelModel } from '../decide/models.ts'
import { cancelAnswer, readCancel } from './answer.ts'
import { changePayee } from './change-payee.ts'
import { confirmRefund } from './confirm-refund.ts'
import type { CancelAction, CancelActionInput } from './inputs.ts'
import { reinstateCancel } from './reinstate-cancel.ts'
import { type LockedCancel, lockCancel } from './rows.ts'
import { writeCancelLetter } from './write-letter.ts'

/** Does something to a cancellation, and answers it as it is then. */
export async function actOnCancel(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  cancelId: number,
  input: CancelActionInput,
): Promise<ActedCancelModel> {
  requireCancelAction(acting.caller, input.action)
  const locked = await lockCancel(tx, acting, cancelId)
  switch (input.action) {
    case 'Reinstate':
      await reinstateCancel(tx, acting, locked, { ...input, reason: given(input.reason) })
      return readCancel(tx, acting, cancelId)
    case 'ConfirmRefund': {
      const [paymentId, paidDate] = [given(input.paymentId), given(input.paidDate)]
      await confirmRefund(tx, acting, locked, { ...input, paymentId, paidDate })
      return readCancel(tx, acting, cancelId)
    }
    case 'ChangePayee': {
      const [paymentId, payments] = [given(input.paymentId), given(input.payments)]
      await changePayee(tx, acting, locked, { ...input, paymentId, payments })
      return readCancel(tx, acting, cancelId)
    }
    case 'Letter':
      return letterOf(tx, services, acting, locked)
    default:
      return input.action satisfies never
  }
}

/** What its shape has asked for is there. */
function given<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('A body without what its action needs was let through.')
  return value
}

/** What each action takes, and whether somebody who is limited to some account holders may do it at all. */
const rights: Readonly<
  Record<CancelAction, { readonly permission: Permission; readonly forLimited: boolean }>
> = {
  Reinstate: { permission: 'contracts:reinstate', forLimited: false },
  ConfirmRefund: { permission: 'contracts:cancel', forLimited: true },
  ChangePayee: { permission: 'contracts:cancel', forLimited: false },
  Letter: { permission: 'contracts:cancel', forLimited: true },
}

/** Refuses who may not do it, before anything is looked for. */
export function requireCancelAction(caller: Caller, action: CancelAction): void {
  const { permission, forLimited } = rights[action]
  if (!caller.permissions.has(permission))
    throw new Problem('Forbidden', `The permission ${permission} is missing.`, { members: { permission } })
  if (isLimited(caller) && !forLimited)
    throw new Problem('Forbidden', 'This is decided by the administrator, not by limited callers.', {
      members: { permission },
    })
}

/** The worksheet as a letter to the customer, without anything of the lines. */
async function letterOf(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { cancel }: LockedCancel,
): Promise<ActedCancelModel> {
  const shown = cancelAnswer(cancel, acting)
  const generatedDocument = await writeCancelLetter(tx, services, acting, {
    ...{ contractId: cancel.contract_id, number: cancel.number, status: cancel.status },
    ...{ requestedBy: cancel.requested_by, reason: cancel.reason },
    ...{ noticeReceivedDate: cancel.notice_received_date, cancelDate: cancel.cancel_date },
    ...{ cancelOdometer: cancel.cancel_odometer, calculation: cancel.calculation },
    ...{ missing: [], validUntil: null, denyReason: null },
    reinstateDate: cancel.reinstatement?.reinstate_date ?? null,
    payments: shown.payments,
  })
  return { ...shown, generatedDocument }
}
