import { useAnswer } from '../../api/queries.ts'
import { Await } from '../../ui/states.tsx'
import { useText } from '../text.ts'
import { GroupsPanel } from './groups-panel.tsx'
import { RolesTable } from './roles-table.tsx'

const everything = { path: { id: '0' }, query: { sortBy: 'id', pageNumber: 1, pageSize: 200 } } as const

/** The roles and what each of them may do, and the groups that give them to users. */
export function RolesScreen() {
  const t = useText()
  const roles = useAnswer('GET /MembershipRoles/Search/{id}', everything)
  const permissions = useAnswer('GET /permissions')
  return (
    <div className="page">
      <h1>{t('roles.title')}</h1>
      <p className="muted">{t('roles.why')}</p>
      <Await query={roles}>
        {(all) => (
          <Await query={permissions}>{(rights) => <RolesTable roles={all} permissions={rights} />}</Await>
        )}
      </Await>
      <GroupsPanel />
    </div>
  )
}
