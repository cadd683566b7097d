import { useQuery as useReactQuery } from '@tanstack/react-query'
import { ApiError, call } from '../../api/client.ts'
import { type Inputs, inputsKey, quoteOptions } from '../inputs/inputs.ts'
import { isRepaired, type Refusal, type Repair, repairCandidates } from './repairs.ts'

const MOST_SHOWN = 3

/** Repairs that were tried: with each of them the service does offer rates. */
export function useRepairs(inputs: Inputs, refusal: Refusal | undefined): readonly Repair[] {
  const candidates = refusal ? repairCandidates(inputs, refusal) : []
  const tried = useReactQuery({
    queryKey: ['repairs', inputsKey(inputs), candidates],
    enabled: candidates.length > 0,
    staleTime: 60_000,
    queryFn: ({ signal }) => findRepairs(inputs, candidates, signal),
  })
  return candidates.length > 0 ? (tried.data ?? []) : []
}

/** One after the other, so that the next quote of the user is not behind eight of ours. */
async function findRepairs(
  inputs: Inputs,
  candidates: readonly Repair[],
  signal: AbortSignal,
): Promise<readonly Repair[]> {
  const found: Repair[] = []
  for (const repair of candidates) {
    if (found.length === MOST_SHOWN) break
    if (await isOffered(inputs, repair, signal)) found.push(repair)
  }
  return found
}

async function isOffered(inputs: Inputs, repair: Repair, signal: AbortSignal): Promise<boolean> {
  try {
    const options = quoteOptions({ ...inputs, [repair.input]: repair.value })
    const { data } = await call('GET /Rates/rateQuote/{dealerNumber}', { ...options, signal })
    return data !== undefined && isRepaired(repair, data)
  } catch (error) {
    // A refusal says that this repair does not help. Anything else is no answer.
    if (error instanceof ApiError && error.status < 500) return false
    throw error
  }
}
