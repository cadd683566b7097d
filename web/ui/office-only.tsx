import { useIsPartner } from '../api/session.ts'
import type { ScreenComponent } from './screen.ts'
import { Forbidden } from './states.tsx'

/** A screen about the money of all account holders. The service refuses it to callers with scopes. */
export function officeOnly(Shown: ScreenComponent, permission: string): ScreenComponent {
  const Guarded: ScreenComponent = ({ params }) =>
    useIsPartner() ? <Forbidden permission={permission} /> : <Shown params={params} />
  return Guarded
}
