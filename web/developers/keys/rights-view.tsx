import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'

interface RightsProps {
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
}

const FIRST = 3

/** What a key may do: its roles, and the first of its permissions. */
export function Rights({ roles, permissions }: RightsProps) {
  const t = useText()
  const format = useFormat()
  const more = permissions.slice(FIRST)
  return (
    <>
      {roles.length > 0 ? <span>{roles.join(', ')} </span> : null}
      {permissions.slice(0, FIRST).map((permission) => (
        <code key={permission} className="developers-right">
          {permission}
        </code>
      ))}
      {more.length > 0 ? (
        <details>
          <summary>{t('keys.moreRights', { count: format.count(more.length) })}</summary>
          {more.map((permission) => (
            <code key={permission} className="developers-right">
              {permission}
            </code>
          ))}
        </details>
      ) : null}
    </>
  )
}

interface LimitsProps {
  readonly scopes: readonly { readonly type: string; readonly id: number }[]
}

/** The account holders that a key is limited to. */
export function Limits({ scopes }: LimitsProps) {
  const t = useText()
  if (scopes.length === 0) return <>{t('keys.noLimit')}</>
  return <>{scopes.map(({ type, id }) => `${type} ${id}`).join(', ')}</>
}
