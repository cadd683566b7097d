import type { ListQuery, PageRequest } from './search.ts'

const ranges: readonly string[] = ['from', 'to', 'before', 'since']

/**
 * Whether PostgreSQL may think that a page of a long list is soon found by going through the rows in their order, when all
 * that match stand far from its beginning: spans of time, and what a limited caller sees. One value of a column that an
 * index has together with the id is found in its order anyhow.
 */
export function isMisleading(list: ListQuery<never> | ListQuery<unknown>, page: PageRequest): boolean {
  if (!list.longTable) return false
  const sorted = page.sortBy === undefined ? undefined : list.sort[page.sortBy]?.column
  const isSpan = Object.entries(list.filters).some(
    ([name, filter]) =>
      page.filters[name] !== undefined &&
      ranges.includes(filter.match) &&
      'column' in filter &&
      filter.column !== sorted,
  )
  return isSpan || (list.where ?? []).some((part) => part !== undefined)
}
