import { faultsOf } from '../../domain/processes/run-parameters.ts'
import { notEligible } from '../../http/not-eligible.ts'
import { waitingChanges } from '../../rates/disbursements/store.ts'
import type { DisbursementWorker } from '../../rates/disbursements/worker.ts'
import type { StepProcess } from '../process.ts'

interface Services {
  readonly disbursements: Pick<DisbursementWorker, 'applyOne'>
}

/** Changes of disbursements that still wait are applied, in the order of their requests. */
export const disbursementChanges = ({ disbursements }: Services): StepProcess => ({
  kind: 'steps',
  type: 'DisbursementChanges',
  parameterFaults: (parameters) => faultsOf(parameters, {}),
  candidates: (db, _acting, _parameters, page) => waitingChanges(db, page),
  async step(tx, { caller }, _, id) {
    const status = await disbursements.applyOne(tx, caller.tenant, id)
    if (!status) throw notEligible([{ code: 'NotWaiting', message: 'The change was applied before.' }])
    return { auditLogId: id, status }
  },
  subject: (id) => `disbursementchanges/${id}`,
})
