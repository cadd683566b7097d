import type { ComponentType } from 'react'
import { useIsPartner } from '../api/session.ts'
import type { Screen } from './screen.ts'
import { Forbidden } from './states.tsx'

/** A screen about the money of all account holders. The service refuses it to callers with scopes. */
export function officeOnly(Shown: Screen['component'], permission: string): Screen['component'] {
  const Guarded: ComponentType<{ params: Record<string, string> }> = ({ params }) =>
    useIsPartner() ? <Forbidden permission={permission} /> : <Shown params={params} />
  return Guarded
}
