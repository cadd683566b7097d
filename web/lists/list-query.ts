/** The parameters of a list as the address has them: texts under the API's names. */
export type ListQuery = Readonly<Record<string, string>>

export const PAGE_SIZE = 50

const paging = new Set(['pageNumber', 'sortBy', 'sortDirection'])
const own = new Set([...paging, 'view', 'tab', 'lang'])

/** What the list is limited by: what is neither page nor order. */
export const filtersIn = (query: ListQuery): ListQuery =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !own.has(name)))

export interface ListRequest {
  /** What is always sent. */
  readonly fixed: ListQuery
  /** The order and filters as long as the address says nothing else. */
  readonly initial: ListQuery
  /** What the address says. */
  readonly query: ListQuery
  /** The names of the parameters that take several values, separated by commas in the address. */
  readonly several: ReadonlySet<string>
}

/** The query as the API takes it. */
export function apiQuery({ fixed, initial, query, several }: ListRequest): Record<string, unknown> {
  const order = query.sortBy ? { sortBy: query.sortBy, sortDirection: query.sortDirection ?? 'Asc' } : {}
  const asked = { ...orderOf(initial), ...order, ...filtersIn(initial), ...filtersIn(query), ...fixed }
  const sent: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(asked)) sent[name] = several.has(name) ? value.split(',') : value
  return sent
}

const orderOf = ({ sortBy, sortDirection }: ListQuery) =>
  sortBy ? { sortBy, sortDirection: sortDirection ?? 'Asc' } : {}

/** The query of a saved view: the address without its page. */
export function viewQuery(query: ListQuery): Record<string, string> {
  const { pageNumber: _page, lang: _language, ...kept } = query
  return kept
}

export const pageIn = (query: ListQuery): number => {
  const page = Number(query.pageNumber ?? 1)
  return Number.isInteger(page) && page > 0 ? page : 1
}
