import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ListOptions } from '../../sdk/src/pages.ts'
import { type Answer, type ListOperation, pages, type RowOf } from '../api/client.ts'

/** Reads a list to its end. For lists of one record or one account, which are not endless. */
export function useAllRows<O extends ListOperation>(
  operation: O,
  options: ListOptions<O>,
  { enabled = true }: { readonly enabled?: boolean } = {},
): UseQueryResult<Answer<readonly RowOf<O>[]>> {
  return useQuery({
    queryKey: [operation, options, 'all rows'],
    queryFn: ({ signal }) => readAll(operation, { ...options, signal }),
    enabled,
  })
}

async function readAll<O extends ListOperation>(
  operation: O,
  options: ListOptions<O>,
): Promise<Answer<readonly RowOf<O>[]>> {
  const found: RowOf<O>[] = []
  let last: Omit<Answer<unknown>, 'data'> | undefined
  for await (const page of pages(operation, options)) {
    found.push(...page.rows)
    last = page
  }
  if (!last) throw new Error(`${operation} has no page.`)
  const { status, etag, requestId, isReplayed, headers } = last
  return { data: found, status, etag, requestId, isReplayed, headers }
}
