import { postNextChunk } from '../../contracts/earnings/run.ts'
import { addDays } from '../../domain/dates.ts'
import { Problem } from '../../http/problems.ts'
import type { ChunkProcess } from '../process.ts'
import { asOfDate, asOfParameter } from './as-of.ts'

/** Earnings are posted through the end of the last month, or through another date. */
export const earningsUpdate: ChunkProcess = {
  ...asOfParameter,
  kind: 'chunks',
  type: 'EarningsUpdate',
  defaults: ({ today }) => ({ asOfDate: addDays(`${today.slice(0, 7)}-01`, -1) }),
  async chunk(tx, acting, parameters, after) {
    const asOf = asOfDate(parameters)
    if (asOf > acting.today)
      throw new Problem('AsOfDateOutOfRange', `The date cannot be later than today, ${acting.today}.`)
    const { last, done, errors } = await postNextChunk(tx, acting, { asOf, after })
    return {
      ...(last === undefined ? {} : { last }),
      ...{ succeeded: done.length, skipped: 0, errors },
      done: done.map((contractId) => ({ entityId: contractId, result: { contractId, result: 'Posted' } })),
    }
  },
}
