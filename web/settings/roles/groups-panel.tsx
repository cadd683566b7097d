import type { MembershipGroup } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { Link } from '../../ui/link.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useText } from '../text.ts'

/** The groups: a user gets the roles of its groups. */
export function GroupsPanel() {
  const t = useText()
  const query = useAnswer('GET /MembershipGroups/Search/{id}', {
    path: { id: '0' },
    query: { sortBy: 'name', pageNumber: 1, pageSize: 200 },
  })
  const columns: readonly Column<MembershipGroup>[] = [
    { key: 'name', title: t('column.name'), cell: ({ name }) => name },
    {
      key: 'description',
      title: t('groups.description'),
      isWrapping: true,
      cell: ({ description }) => description ?? '—',
    },
    {
      key: 'roles',
      title: t('users.roles'),
      isWrapping: true,
      cell: ({ roles }) => roles.map(({ name }) => name).join(', '),
    },
    {
      key: 'members',
      title: t('groups.members'),
      cell: ({ id, name }) => (
        <Link to={`/settings/users?membershipGroupId=${id}`} aria-label={t('groups.membersOf', { name })}>
          {t('groups.show')}
        </Link>
      ),
    },
  ]
  return (
    <Panel title={t('groups.title')} id="groups" description={t('groups.why')} isFlush>
      <Await query={query} rows={6}>
        {(groups) => (
          <Table label={t('groups.title')} columns={columns} rows={groups} rowKey={({ id }) => id} />
        )}
      </Await>
    </Panel>
  )
}
