import { dueHolders, expireHolder } from '../../account-holders/expire-holders.ts'
import type { StepProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'

/** Account holders expire after their expiration date. While a batch of theirs is open, the step fails. */
export const accountHolderAutoExpire: StepProcess = {
  ...asOfParameter,
  kind: 'steps',
  type: 'AccountHolderAutoExpire',
  candidates: (db, { caller }, parameters, page) => dueHolders(db, caller, asOfDate(parameters), page),
  step: (tx, acting, parameters, id) => expireHolder(tx, acting, id, asOfDate(parameters)),
  subject: (id) => `accountholders/${id}`,
  changes: async () => [{ pointer: '/status', before: 'Active', after: 'Expired' }],
}
