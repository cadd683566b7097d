import { autoVoidContract, isAbandoned, loadVoidPeriods } from '../../contracts/changes/auto-end.ts'
import type { ContractServices } from '../../contracts/record/change-state.ts'
import { lockRow } from '../../contracts/record/rows.ts'
import type { StepProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'
import { candidateIds } from './candidate-ids.ts'

/** Contracts that were never paid and quotes that were never used are voided. */
export const autoVoid = (services: ContractServices): StepProcess => ({
  ...asOfParameter,
  kind: 'steps',
  type: 'AutoVoid',
  candidates: async (db, acting, parameters, page) =>
    candidateIds(db, isAbandoned(asOfDate(parameters), await loadVoidPeriods(db, acting)), page),
  step: (tx, acting, parameters, id) => autoVoidContract(tx, services, acting, id, asOfDate(parameters)),
  changes: async (tx, { caller }, id, { result }) => [
    // The row as it was locked, before the step.
    { pointer: '/status', before: (await lockRow(tx, caller, id)).status, after: result },
  ],
})
