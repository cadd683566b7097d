import type { ProgramResponse } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'

/** The programs of the book in force. */
export function usePrograms(): readonly ProgramResponse[] {
  const can = useCan()
  const { data } = useAnswer(
    'GET /Rates/Programs',
    { query: { sortBy: 'name', pageNumber: 1, pageSize: 200 } },
    { enabled: can('GET /Rates/Programs'), staleTime: 300_000 },
  )
  return data?.data ?? []
}

/** Their names by their ids. */
export const useProgramNames = (): ReadonlyMap<number, string> =>
  new Map(usePrograms().map(({ id, name }) => [id, name]))
