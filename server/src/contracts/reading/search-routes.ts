import { type Route, route } from '../../http/route.ts'
import { contractList, contractSearch } from './search.ts'
import { ContractSearchResult } from './search-models.ts'

const shared = {
  tag: 'Contracts',
  permission: 'contracts:read',
  row: ContractSearchResult,
  search: contractSearch,
} as const

/** Contracts, found. */
export const contractSearchRoutes = (): readonly Route[] => [
  route.list({
    ...shared,
    path: '/contracts',
    summary: 'List contracts',
    form: 'array',
    successor: '/v2/contracts',
    list: ({ caller, query }) => contractList(caller, query),
  }),
  route.list({
    ...shared,
    path: '/v2/contracts',
    summary: 'List contracts, page by page',
    form: 'wrapped',
    list: ({ caller, query }) => contractList(caller, query),
  }),
]
