import type { FormServices } from '../../contracts/form/write-form.ts'
import type { Tx } from '../../db/database.ts'
import { comparableOrNull } from '../../domain/odometer-unit.ts'
import type { Permission } from '../../domain/permissions.ts'
import type { Acting, Caller } from '../../http/caller.ts'
import { Problem } from '../../http/problems.ts'
import type { ActedCancelModel } from '../decide/models.ts'
import { requireDesk } from '../decide/rights.ts'
import { cancelAnswer, readCancel } from './answer.ts'
import { changePayee } from './change-payee.ts'
import { confirmRefund } from './confirm-refund.ts'
import type { CancelAction, CancelActionInput } from './inputs.ts'
import { reinstateCancel } from './reinstate-cancel.ts'
import { type LockedCancel, lockCancel } from './rows.ts'
import { writeCancelLetter } from './write-letter.ts'

/** Applies an action to a cancel and answers the cancel as it is afterwards. */
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
      await reinstateCancel(tx, acting, locked, { ...input, reason: required(input.reason) })
      return readCancel(tx, acting, cancelId)
    case 'ConfirmRefund': {
      const [paymentId, paidDate] = [required(input.paymentId), required(input.paidDate)]
      await confirmRefund(tx, acting, locked, { ...input, paymentId, paidDate })
      return readCancel(tx, acting, cancelId)
    }
    case 'ChangePayee': {
      const [paymentId, payments] = [required(input.paymentId), required(input.payments)]
      await changePayee(tx, acting, locked, { ...input, paymentId, payments })
      return readCancel(tx, acting, cancelId)
    }
    case 'Letter':
      return writeLetter(tx, services, acting, { ...locked, mail: input.mail })
    default:
      return input.action satisfies never
  }
}

/** A member that the schema requires for the action. */
function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('The schema accepted a body without a required member.')
  return value
}

/** The permission that each action needs, and whether a limited caller may do it. */
const rights: Readonly<
  Record<CancelAction, { readonly permission: Permission; readonly forLimited: boolean }>
> = {
  Reinstate: { permission: 'contracts:reinstate', forLimited: false },
  ConfirmRefund: { permission: 'contracts:cancel', forLimited: true },
  ChangePayee: { permission: 'contracts:cancel', forLimited: false },
  Letter: { permission: 'contracts:cancel', forLimited: true },
}

/** Refuses the action before anything is read. */
export function requireCancelAction(caller: Caller, action: CancelAction): void {
  const { permission, forLimited } = rights[action]
  if (!caller.permissions.has(permission))
    throw new Problem('Forbidden', `This operation requires the permission ${permission}.`, {
      members: { permission },
    })
  if (!forLimited) requireDesk(caller, permission)
}

/** Writes the worksheet as a letter to the customer. The letter says nothing about single lines. */
async function writeLetter(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { cancel, mail }: Pick<LockedCancel, 'cancel'> & Pick<CancelActionInput, 'mail'>,
): Promise<ActedCancelModel> {
  const shown = cancelAnswer(cancel, acting)
  const generatedDocument = await writeCancelLetter(tx, services, acting, {
    ...{ contractId: cancel.contract_id, number: cancel.number, status: cancel.status },
    ...{ requestedBy: cancel.requested_by, reason: cancel.reason },
    ...{ noticeReceivedDate: cancel.notice_received_date, cancelDate: cancel.cancel_date },
    cancelOdometer: comparableOrNull(cancel.cancel_odometer, cancel.odometer_unit),
    calculation: cancel.calculation,
    ...{ missing: [], validUntil: null, denyReason: null },
    reinstateDate: cancel.reinstatement?.reinstate_date ?? null,
    ...{ payments: shown.payments, mail },
  })
  return { ...shown, generatedDocument }
}
