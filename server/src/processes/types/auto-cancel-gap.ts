import { cancelGap } from '../../cancellations/auto-cancel-gap/cancel-gap.ts'
import { isSuperseded } from '../../cancellations/auto-cancel-gap/gap-facts.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import type { StepProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'
import { candidateIds } from './candidate-ids.ts'

/** GAP contracts that a newer one or a payoff has ended are cancelled. */
export const autoCancelGap = (services: ClaimServices): StepProcess => ({
  ...asOfParameter,
  kind: 'steps',
  type: 'AutoCancelGap',
  candidates: (db, _, parameters, page) => candidateIds(db, isSuperseded(asOfDate(parameters)), page),
  step: (tx, acting, parameters, id) => cancelGap(tx, services, acting, id, asOfDate(parameters)),
  changes: async (_tx, _acting, _id, { cancelId }) => [
    { pointer: '/status', before: 'Active', after: 'Cancelled' },
    { pointer: '/currentCancelId', before: null, after: cancelId },
  ],
})
