import {
  keepPreviousData,
  type UseQueryResult,
  useQueryClient,
  useQuery as useReactQuery,
} from '@tanstack/react-query'
import type { RateResponse } from '../../../sdk/src/types.gen.ts'
import { call } from '../../api/client.ts'
import { type Inputs, quoteOptions } from '../inputs/inputs.ts'

/** A quote with what tells whether it is still current. */
export interface Quoted {
  readonly quote: RateResponse
  readonly etag: string | undefined
}

const OPERATION = 'GET /Rates/rateQuote/{dealerNumber}'
const KEPT_MILLISECONDS = 600_000

/**
 * The rates of the inputs. What was quoted before is asked for again with its ETag, so that the service need not send it
 * twice. While the next rates come, the last ones stay; `isPlaceholderData` says so.
 */
export function useQuote(inputs: Inputs, isEnabled: boolean): UseQueryResult<Quoted> {
  const client = useQueryClient()
  const options = quoteOptions(inputs)
  const queryKey = [OPERATION, options]
  return useReactQuery({
    queryKey,
    enabled: isEnabled,
    staleTime: 0,
    gcTime: KEPT_MILLISECONDS,
    placeholderData: keepPreviousData,
    async queryFn({ signal }): Promise<Quoted> {
      const known = client.getQueryData<Quoted>(queryKey)
      const { data, etag } = await call(OPERATION, { ...options, ifNoneMatch: known?.etag, signal })
      if (data !== undefined) return { quote: data, etag }
      // 304: the earlier quote is still valid.
      if (known) return known
      throw new Error('The service answered that nothing has changed, but nothing was known.')
    },
  })
}
