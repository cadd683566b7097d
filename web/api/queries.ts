import {
  keepPreviousData,
  QueryClient,
  type UseQueryResult,
  useQuery as useReactQuery,
} from '@tanstack/react-query'
import type { BareOperation } from '../../sdk/src/call-types.ts'
import { type Answer, type AnswerOf, ApiError, type CallOptions, call, type Operation } from './client.ts'

/** What was read, until the tab is closed or the user signs out. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      // The client repeats by itself what may be repeated.
      retry: false,
      staleTime: 10_000,
      gcTime: 60_000,
      refetchOnWindowFocus: (query) => !(query.state.error instanceof ApiError),
    },
  },
})

interface Extra {
  readonly enabled?: boolean
  /** Shows the last answer while the next one comes, so that a list does not jump. */
  readonly keepPrevious?: boolean
  /** Milliseconds for which the answer is current. */
  readonly staleTime?: number
}

type Given<O extends Operation> = O extends BareOperation
  ? [options?: CallOptions<O, false, never, never>, extra?: Extra]
  : [options: CallOptions<O, false, never, never> | undefined, extra?: Extra]

/** What was given, whatever the operation. To take `Given` apart, the compiler would compare the options of all operations. */
type AnyGiven = [options?: object, extra?: Extra]

/** Reads an operation and keeps the answer as long as somebody shows it. */
export function useAnswer<O extends Operation>(
  operation: O,
  ...given: Given<O>
): UseQueryResult<Answer<AnswerOf<O>>> {
  const [options, extra] = given as unknown as AnyGiven
  return useAnyAnswer(operation, options, extra) as unknown as UseQueryResult<Answer<AnswerOf<O>>>
}

/** The same for an operation that is only known when the page runs, such as that of a list. */
export function useAnyAnswer(
  operation: Operation,
  options: object = {},
  { enabled = true, staleTime, keepPrevious = false }: Extra = {},
): UseQueryResult<Answer<unknown>> {
  return useReactQuery({
    queryKey: [operation, options],
    queryFn: ({ signal }) => (call as unknown as AnyCall)(operation, { ...options, signal }),
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

type AnyCall = (operation: Operation, options: object) => Promise<Answer<unknown>>

/** Asks before anything on screen does, which then finds the answer or waits for it. */
export const readAhead = <O extends Operation>(
  operation: O,
  ...given: Given<O>
): Promise<Answer<AnswerOf<O>>> => {
  const [options] = given as unknown as AnyGiven
  return queryClient.fetchQuery({
    queryKey: [operation, options ?? {}],
    queryFn: ({ signal }) => (call as unknown as AnyCall)(operation, { ...options, signal }),
  }) as unknown as Promise<Answer<AnswerOf<O>>>
}

/** After a write: everything on screen is read again, and what is not on screen when it is opened. */
export const refreshAll = (): Promise<void> => queryClient.invalidateQueries()
