import { type Route, route } from '../../http/route.ts'
import { seeContract } from '../record/see-contract.ts'
import { historyList, historySearch } from './history.ts'
import { HistoryModel } from './history-models.ts'

/** What became of a contract, and who did it. */
export const historyRoutes = (): readonly Route[] => [
  route.list({
    path: '/contracts/{contractId}/history',
    tag: 'Contracts',
    summary: 'Read what was done to a contract',
    description:
      'Every change of the contract, of its holds, transfers, documents and ledger rows, newest first (`sortDirection=Desc` turns that round): who made it, when and why, and what stood there before and after. Those limited to account holders do not see what dealer cost is made of; ledger rows are for callers without limits who have ledgers:read.',
    permission: 'contracts:read',
    form: 'wrapped',
    row: HistoryModel,
    search: historySearch,
    async list({ db, caller, params: { contractId } }) {
      await seeContract(db, caller, contractId)
      return historyList(caller, contractId)
    },
  }),
]
