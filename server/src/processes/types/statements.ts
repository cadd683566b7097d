import { holdersDueStatement, requestCycleStatement } from '../../cash/statements/cycle-statements.ts'
import type { StatementServices } from '../../cash/statements/services.ts'
import type { StepProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'

/** Account holders with a statement cycle get the statement of the last month or week that is over, once. */
export const statementsProcess = ({ statements }: StatementServices): StepProcess => ({
  ...asOfParameter,
  kind: 'steps',
  type: 'Statements',
  candidates: (db, _, parameters, page) => holdersDueStatement(db, asOfDate(parameters), page),
  step: (tx, acting, parameters, id) =>
    requestCycleStatement(tx, statements, acting, id, asOfDate(parameters)),
  subject: (id) => `accountholders/${id}`,
})
