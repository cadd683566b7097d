import type { AccessScope } from '../../../sdk/src/types.gen.ts'
import { useSession } from '../../api/session.ts'
import type { ShownScope } from '../../ui/fields/scopes-field.tsx'

/** The caller's own limits. What it makes can see no more than it does, so they come first. */
export function useOwnScopes(): readonly ShownScope[] {
  const { scopes } = useSession()
  return scopes.map(({ type, id, name, number }) => ({
    type: type as AccessScope['type'],
    id,
    title: name ?? number ?? String(id),
  }))
}
