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

/** The last cancel request and the last cancel of each contract of the seed. */
export interface CancelProgress {
  readonly tx: Tx
  readonly services: ContractServices
  /** Request ids by contract id. */
  readonly requests: Map<number, number>
  /** Cancel ids by contract id. */
  readonly cancels: Map<number, number>
}

/** Runs one cancel step of a contract. */
export async function runCancelStep(
  progress: CancelProgress,
  acting: Acting,
  id: number,
  step: CancelStoryStep,
): Promise<unknown> {
  const { tx, requests, cancels } = progress
  // These services are needed only for letters, and the seed prints none.
  const services = progress.services as FormServices
  const cancelId = cancels.get(id) ?? 0
  switch (step.do) {
    case 'askCancel': {
      const request = await createRequest(tx, acting, id, NewCancelRequestData.parse(step.body))
      return requests.set(id, request.id)
    }
    case 'actOnRequest': {
      const input = CanceRequestExecutionData.parse(step.input)
      const request = await actOnRequest(tx, services, acting, requests.get(id) ?? 0, input)
      return request.cancelId !== null && cancels.set(id, request.cancelId)
    }
    case 'cancel': {
      const cancel = await cancelContract(tx, services, acting, id, ContractCancelData.parse(step.body))
      return cancels.set(id, cancel.id)
    }
    case 'confirmRefund':
      return confirmRefunds(tx, services, acting, { cancelId, reference: step.reference })
    case 'reinstate': {
      const { reason, gapDays } = step
      return actOnCancel(tx, services, acting, cancelId, { action: 'Reinstate', reason, gapDays })
    }
    default:
      return step satisfies never
  }
}

/** Confirms all refunds of a cancel that the dealer had to pay. */
async function confirmRefunds(
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
