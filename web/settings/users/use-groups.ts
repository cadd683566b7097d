import type { MembershipGroup } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'

/** The groups that give users their roles. */
export function useGroups(): readonly MembershipGroup[] {
  const can = useCan()
  const { data } = useAnswer(
    'GET /MembershipGroups/Search/{id}',
    { path: { id: '0' }, query: { sortBy: 'name', pageNumber: 1, pageSize: 200 } },
    { enabled: can('GET /MembershipGroups/Search/{id}') },
  )
  return data?.data ?? []
}
