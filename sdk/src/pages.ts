import type { Answer, AnswerOf, AnyOptions, CallOptions, ListOperation, RowOf } from './call-types.ts'
import { factsOf, type Operation } from './facts.ts'

/** How a list is read: its filters and order. It is read to its end. */
export type ListOptions<O extends ListOperation> = Pick<
  CallOptions<O>,
  Extract<keyof CallOptions<O>, 'path' | 'query' | 'signal' | 'headers'>
>

/** One page of a list. */
export interface Page<O extends ListOperation> extends Answer<AnswerOf<O>> {
  readonly rows: readonly RowOf<O>[]
  /** The number of rows of the whole list, where the list has it. */
  readonly totalCount: number | undefined
  /** Whether it is exact. Above 10,000 rows the service counts on only if `exactCount` is true. */
  readonly isCountExact: boolean
}

type Call = (operation: Operation, options?: AnyOptions) => Promise<Answer<unknown>>

const LARGEST_PAGE = 200

/** The pages of a list, to its end. Lists of either style: numbered pages, and cursors. */
export async function* pagesOf<O extends ListOperation>(
  call: Call,
  operation: O,
  options: AnyOptions = {},
): AsyncGenerator<Page<O>, void, undefined> {
  const isNumbered = factsOf(operation).paging === 'pages'
  let query: Record<string, unknown> = isNumbered
    ? { pageSize: LARGEST_PAGE, pageNumber: 1, ...options.query }
    : { ...options.query }
  for (;;) {
    const answer: Answer<unknown> = await call(operation, { ...options, query })
    yield pageOf(answer)
    const next = isNumbered ? nextNumber(answer, query) : nextCursor(answer)
    if (!next) return
    query = { ...query, ...next }
  }
}

function pageOf<O extends ListOperation>(answer: Answer<unknown>): Page<O> {
  const { headers } = answer
  const total = headers.get('x-total-count')
  return {
    // The declaration of the operation says what its rows are.
    ...(answer as Answer<AnswerOf<O>>),
    rows: rowsIn(answer.data) as readonly RowOf<O>[],
    totalCount: total === null ? undefined : Number(total),
    isCountExact: headers.get('x-total-count-exact') !== 'false',
  }
}

const rowsIn = (data: unknown): readonly unknown[] =>
  Array.isArray(data) ? data : (data as { items: readonly unknown[] }).items

/** The service names the next page in `Link` if there is one. */
const nextNumber = ({ headers }: Answer<unknown>, { pageNumber }: Record<string, unknown>) =>
  /rel="next"/.test(headers.get('link') ?? '') ? { pageNumber: Number(pageNumber) + 1 } : undefined

function nextCursor({ data }: Answer<unknown>) {
  const { next, hasMore } = data as { next: string | null; hasMore: boolean }
  return hasMore && next !== null ? { after: next } : undefined
}
