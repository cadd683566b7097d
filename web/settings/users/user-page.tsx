import { useState } from 'react'
import type { UserV2 } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { EditDialog } from './edit-dialog.tsx'
import { useGroups } from './use-groups.ts'
import { nameOf } from './users-screen.tsx'
import { ViewAs } from './view-as.tsx'

/** One user: who it is, what it may do, and what it sees. */
export function UserPage({ params }: { readonly params: Record<string, string> }) {
  const userId = Number(params.id)
  const query = useAnswer('GET /v2/Users/{userId}', { path: { userId } })
  return (
    <div className="page">
      <Await query={query}>{(user, { etag }) => <Page key={user.id} user={user} etag={etag} />}</Await>
    </div>
  )
}

function Page({ user, etag }: { readonly user: UserV2; readonly etag: string | undefined }) {
  const t = useText()
  const can = useCan()
  const format = useFormat()
  const groups = useGroups()
  const [isEditing, setEditing] = useState(false)
  const [isViewing, setViewing] = useState(false)
  const { status, membershipGroupIds, accountHolderType, accountHolderId } = user
  const ownGroups = groups.filter(({ id }) => membershipGroupIds.includes(id)).map(({ name }) => name)
  return (
    <>
      <header className="page-head">
        <div className="page-title">
          <h1>{nameOf(user)}</h1>
          <Status
            value={status}
            tone={status === 'Disabled' ? 'off' : undefined}
            title={t(`userStatus.${status}`)}
          />
        </div>
        <div className="page-actions">
          {can('GET /v2/Users/{userId}/rights') ? (
            <Button icon="person" aria-expanded={isViewing} onClick={() => setViewing(!isViewing)}>
              {t('users.viewAs')}
            </Button>
          ) : null}
          {can('PUT /v2/Users/{userId}') ? (
            <Button kind="main" icon="edit" onClick={() => setEditing(true)}>
              {t('users.edit')}
            </Button>
          ) : null}
        </div>
      </header>
      <Panel title={t('users.facts')} id="facts">
        <Facts
          items={[
            { label: t('users.userName'), value: user.userName },
            { label: t('users.email'), value: user.email },
            { label: t('users.groups'), value: ownGroups.join(', ') },
            { label: t('users.roles'), value: user.roles.join(', ') },
            {
              label: t('users.worksFor'),
              value: accountHolderType
                ? `${t(`holder.${accountHolderType}`)} ${accountHolderId ?? ''}`
                : t('users.office'),
            },
            {
              label: t('users.scopes'),
              value: user.scopes.map(({ type, id }) => `${type} ${id}`).join(', ') || t('users.noScopes'),
            },
            { label: t('users.codes'), value: t(user.mfaEnabled ? 'yes' : 'no') },
            { label: t('users.lastLogin'), value: format.instant(user.lastLoginAt) },
            user.externalIdentity && {
              label: t('users.external'),
              value: `${user.externalIdentity.provider} · ${user.externalIdentity.subject}`,
              isWide: true,
            },
          ]}
        />
      </Panel>
      {isViewing ? <ViewAs userId={user.id} /> : null}
      {isEditing ? <EditDialog user={user} etag={etag} onClose={() => setEditing(false)} /> : null}
    </>
  )
}
