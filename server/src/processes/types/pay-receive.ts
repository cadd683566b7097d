import { holdersToSettle, stageDue } from '../../cash/open-items/stage-due.ts'
import type { ClaimServices } from '../../claims/record/read-claim.ts'
import type { StepProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'

/** What is due with each account holder that is settled automatically is put in a batch. A person processes the batch. */
export const ledgerPayReceive = (services: ClaimServices): StepProcess => ({
  ...asOfParameter,
  kind: 'steps',
  type: 'LedgerPayReceive',
  candidates: (db, _, parameters, page) => holdersToSettle(db, asOfDate(parameters), page),
  step: (tx, acting, parameters, id) => stageDue(tx, services, acting, id, asOfDate(parameters)),
  subject: (id) => `accountholders/${id}`,
})
