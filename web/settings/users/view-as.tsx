import { can } from '../../../sdk/src/client.ts'
import type { AnswerOf } from '../../api/client.ts'
import { useAnswer } from '../../api/queries.ts'
import { Status } from '../../ui/badge.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { Table } from '../../ui/tables/table.tsx'
import { useText } from '../text.ts'
import { portalAreas } from './portal-areas.ts'

type UserRights = AnswerOf<'GET /v2/Users/{userId}/rights'>

/** What another user sees and may do, as the service judges it. Nothing can be done in the other's name. */
export function ViewAs({ userId }: { readonly userId: number }) {
  const t = useText()
  const query = useAnswer('GET /v2/Users/{userId}/rights', { path: { userId } })
  return (
    <Panel title={t('viewAs.title')} id="view-as" description={t('viewAs.why')}>
      <Await query={query}>{(rights) => <Rights rights={rights} />}</Await>
    </Panel>
  )
}

function Rights({ rights }: { readonly rights: UserRights }) {
  const t = useText()
  const { roles, scopes, permissions, groups, seesCosts } = rights
  const asked = { permissions, user: { roles } }
  return (
    <div className="stack">
      <Facts
        items={[
          { label: t('users.groups'), value: groups.map(({ name }) => name).join(', ') },
          { label: t('users.roles'), value: roles.join(', ') },
          {
            label: t('users.scopes'),
            value:
              scopes.map(({ name, number, id }) => name ?? number ?? String(id)).join(', ') ||
              t('users.noScopes'),
          },
          { label: t('viewAs.costs'), value: t(seesCosts ? 'yes' : 'no') },
        ]}
      />
      <Table
        label={t('viewAs.screens')}
        layout="table"
        rows={portalAreas}
        rowKey={({ title }) => title}
        columns={[
          { key: 'title', title: t('viewAs.screen'), cell: ({ title }) => t(title) },
          {
            key: 'isSeen',
            title: t('viewAs.isSeen'),
            cell: ({ needs, isOfficeOnly }) => {
              const isSeen = can(asked, needs) && !(isOfficeOnly && scopes.length > 0)
              return <Status value={isSeen ? 'Active' : 'Inactive'} title={t(isSeen ? 'yes' : 'no')} />
            },
          },
        ]}
      />
      <details>
        <summary>{t('viewAs.permissions', { count: permissions.length })}</summary>
        <ul className="settings-permissions">
          {permissions.map((permission) => (
            <li key={permission}>
              <code>{permission}</code>
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
