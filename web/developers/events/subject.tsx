import type { Operation } from '../../api/client.ts'
import { useCan } from '../../api/session.ts'
import { Link } from '../../ui/link.tsx'

interface Shown {
  readonly to: string
  readonly needs: Operation
}

/** The screens of records that are found by their ids. */
const screens: Readonly<Record<string, Shown>> = {
  contracts: { to: '/contracts', needs: 'GET /v2/contracts/{identifier}' },
  webhooks: { to: '/developers/webhooks', needs: 'GET /webhooks/{webhookId}' },
  users: { to: '/settings/users', needs: 'GET /v2/Users/{userId}' },
  'automatic-process-runs': { to: '/developers/runs', needs: 'GET /automatic-process-runs/{guid}' },
}

/** The record that an event happened to. What has a screen that the caller may open is a link. */
export function Subject({ subject }: { readonly subject: string }) {
  const can = useCan()
  const [, kind, id] = /^([\w-]+)\/([\w-]+)(?:\/|$)/.exec(subject) ?? []
  const screen = kind === undefined ? undefined : screens[kind]
  return screen && id && can(screen.needs) ? (
    <Link to={`${screen.to}/${id}`}>{subject}</Link>
  ) : (
    <code>{subject}</code>
  )
}
