import { expireContract, isExpirable, loadExpiresOnHold } from '../../contracts/changes/auto-end.ts'
import { lockRow } from '../../contracts/record/rows.ts'
import type { StepProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'
import { candidateIds } from './candidate-ids.ts'

/** Contracts whose term or miles have ended expire. */
export const autoExpire: StepProcess = {
  ...asOfParameter,
  kind: 'steps',
  type: 'AutoExpire',
  candidates: async (db, _, parameters, page) =>
    candidateIds(db, isExpirable(asOfDate(parameters), await loadExpiresOnHold(db)), page),
  step: (tx, acting, parameters, id) => expireContract(tx, acting, id, asOfDate(parameters)),
  changes: async (tx, { caller }, id, { result }) => [
    // The row as it was locked, before the step.
    { pointer: '/status', before: (await lockRow(tx, caller, id)).status, after: result },
  ],
}
