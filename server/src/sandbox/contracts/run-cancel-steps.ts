import { actOnCancel } from '../../cancellations/cancels/act-on-cancel.ts'
import { readCancel } from '../../cancellations/cancels/answer.ts'
import { cancelContract } from '../../cancellations/cancels/execute-cancel.ts'
import {
  CanceRequestExecutionData,
  ContractCancelData,
  NewCancelRequestData,
} from '../../cancellations/decide/inputs.ts'
import { actOnRequest } from '../../cancellations/requests/act-on-request.ts'
import { createRequest } from '../../cancellations/requests/create-request.ts'
import type { FormServices } from '../../contracts/form/write-form.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import type { Tx } from '../../db/database.ts'
import type { Acting } from '../../http/caller.ts'
import type { CancelStoryStep } from './steps.ts'

/** The cancel desk of the seed: what contracts were last asked for and cancelled by. */
export interface CancelProgress {
  readonly tx: Tx
  readonly services: ContractServices
  /** By the id of the contract. */
  readonly requests: Map<number, number>
  readonly cancels: Map<number, number>
}

/** Does what is to be done about cancelling a contract. */
export async function runCancelStep(
  desk: CancelProgress,
  acting: Acting,
  id: number,
  step: CancelStoryStep,
): Promise<unknown> {
  const { tx, requests, cancels } = desk
  // Only letters are printed and filed, and the seed writes none.
  const services = desk.services as FormServices
  const cancelId = cancels.get(id) ?? 0
  switch (step.do) {
    case 'askCancel': {
      const request = await createRequest(tx, acting, id, NewCancelRequestData.parse(step.body))
      return requests.set(id, request.id)
    }
    case 'actOnRequest': {
      const said = CanceRequestExecutionData.parse(step.said)
      const request = await actOnRequest(tx, services, acting, requests.get(id) ?? 0, said)
      return request.cancelId !== null && cancels.set(id, request.cancelId)
    }
    case 'cancel': {
      const cancel = await cancelContract(tx, acting, id, ContractCancelData.parse(step.body))
      return cancels.set(id, cancel.id)
    }
    case 'confirmRefund':
      return confirm(tx, services, acting, { cancelId, reference: step.reference })
    case 'reinstate': {
      const { reason, gapDays } = step
      return actOnCancel(tx, services, acting, cancelId, { action: 'Reinstate', reason, gapDays })
    }
    default:
      return step satisfies never
  }
}

/** Whatever the dealer was to pass on, if anything was. */
async function confirm(
  tx: Tx,
  services: FormServices,
  acting: Acting,
  { cancelId, reference }: { readonly cancelId: number; readonly reference: string },
): Promise<void> {
  const { payments } = await readCancel(tx, acting, cancelId)
  for (const { id, forPayeeName } of payments)
    if (id !== null && forPayeeName !== null)
      await actOnCancel(tx, services, acting, cancelId, {
        ...{ action: 'ConfirmRefund', paymentId: id, paidDate: acting.today, reference },
      })
}
