import type { MembershipRole } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import type { AnswerOf } from '../../api/client.ts'
import { SelectField } from '../../ui/fields/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useText } from '../text.ts'

type Permission = AnswerOf<'GET /permissions'>[number]

interface Props {
  readonly roles: readonly MembershipRole[]
  readonly permissions: readonly Permission[]
}

/** Roles across, permissions down. */
export function RolesTable({ roles, permissions }: Props) {
  const t = useText()
  const { area = '' } = useQuery()
  const setQuery = useSetQuery()
  const areas = [...new Set(permissions.map((one) => one.area))]
  const columns: readonly Column<Permission>[] = [
    {
      key: 'permission',
      title: t('roles.permission'),
      isWrapping: true,
      cell: ({ permission }) => <code>{permission}</code>,
    },
    ...roles.map(
      (role): Column<Permission> => ({
        key: String(role.id),
        title: role.name,
        cell: ({ permission }) => <Has isGiven={role.permissions.includes(permission)} />,
      }),
    ),
  ]
  return (
    <Panel title={t('roles.table')} id="roles" isFlush>
      <div className="settings-filter">
        <SelectField
          label={t('roles.area')}
          name="?area"
          value={area}
          emptyTitle={t('roles.allAreas')}
          options={areas.map((one) => ({ value: one, title: one }))}
          onChange={(value) => setQuery({ area: value || undefined }, 'push')}
        />
      </div>
      <Table
        label={t('roles.table')}
        layout="table"
        columns={columns}
        rows={permissions.filter((one) => area === '' || one.area === area)}
        rowKey={({ permission }) => permission}
      />
    </Panel>
  )
}

function Has({ isGiven }: { readonly isGiven: boolean }) {
  const t = useText()
  return (
    <span className="settings-right" data-given={isGiven}>
      {isGiven ? <Icon name="check" /> : null}
      <span className="visually-hidden">{t(isGiven ? 'yes' : 'no')}</span>
    </span>
  )
}
