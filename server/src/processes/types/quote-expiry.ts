import { faultsOf } from '../../domain/processes/run-parameters.ts'
import { removeOldQuotes } from '../../rates/quotes/remove-records.ts'
import { loadSettings } from '../../reference/settings.ts'
import type { ChunkProcess } from '../process.ts'

const DAY = 86_400_000

/** Rate quotes that ended long ago and were not sold are removed. */
export const quoteExpiry: ChunkProcess = {
  kind: 'chunks',
  type: 'QuoteExpiry',
  parameterFaults: (parameters) => faultsOf(parameters, {}),
  async chunk(tx, { now }, _, after) {
    const { quoteKeepDays } = await loadSettings(tx, ['quoteKeepDays'])
    const before = new Date(now.getTime() - quoteKeepDays * DAY)
    const { last, removed } = await removeOldQuotes(tx, before, after)
    return { ...(last === undefined ? {} : { last }), succeeded: removed, skipped: 0, errors: [] }
  },
}
