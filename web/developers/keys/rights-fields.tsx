import { useAnswer } from '../../api/queries.ts'
import { useCan, useSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/fields/field.tsx'
import { grouped } from '../grouped.ts'
import { useText } from '../text.ts'

interface Props {
  readonly value: readonly string[]
  readonly onChange: (value: readonly string[]) => void
}

const toggled = (value: readonly string[], one: string, isOn: boolean): readonly string[] =>
  isOn ? [...value, one] : value.filter((other) => other !== one)

/** The roles that can be given: all of them for who may read them, otherwise one's own. */
export function RolesField({ value, onChange }: Props) {
  const t = useText()
  const can = useCan()
  const { user } = useSession()
  const mayRead = can('GET /MembershipRoles/Search/{id}')
  const answer = useAnswer(
    'GET /MembershipRoles/Search/{id}',
    { path: { id: '0' }, query: { sortBy: 'name', pageSize: 200 } },
    { enabled: mayRead },
  )
  const roles = mayRead ? (answer.data?.data ?? []).map(({ name }) => name) : user.roles
  return (
    <fieldset className="fieldset developers-boxes" data-field="/roles">
      <legend>{t('keys.roles')}</legend>
      {roles.map((role) => (
        <CheckField
          key={role}
          label={role}
          value={value.includes(role)}
          onChange={(isOn) => onChange(toggled(value, role, isOn))}
        />
      ))}
    </fieldset>
  )
}

/** The permissions that can be given: those that the caller has, by what they are about. */
export function PermissionsField({ value, onChange }: Props) {
  const t = useText()
  const { permissions } = useSession()
  const groups = grouped(permissions, (permission) => permission.split(':')[0] ?? permission)
  const reading = permissions.filter((permission) => permission.endsWith(':read'))
  return (
    <fieldset className="fieldset" data-field="/permissions">
      <legend>{t('keys.permissions')}</legend>
      <p className="muted small">{t('keys.permissionsWhy')}</p>
      <div className="row">
        <Button size="small" onClick={() => onChange(reading)}>
          {t('keys.allReading')}
        </Button>
        <Button size="small" onClick={() => onChange([])}>
          {t('keys.noneChosen')}
        </Button>
      </div>
      <div className="developers-groups">
        {groups.map(([group, own]) => (
          <fieldset key={group} className="developers-group">
            <legend>{group}</legend>
            {own.map((permission) => (
              <CheckField
                key={permission}
                label={<code>{permission}</code>}
                value={value.includes(permission)}
                onChange={(isOn) => onChange(toggled(value, permission, isOn))}
              />
            ))}
          </fieldset>
        ))}
      </div>
    </fieldset>
  )
}
