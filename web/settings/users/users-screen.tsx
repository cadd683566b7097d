import { useState } from 'react'
import type { UserV2, UserV2Created } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { type ListColumn, ListScreen } from '../../lists/list-screen.tsx'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useText } from '../text.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { useGroups } from './use-groups.ts'

const statuses = ['Active', 'Locked', 'Disabled'] as const

/** Who may sign in. */
export function UsersScreen() {
  const t = useText()
  const can = useCan()
  const groups = useGroups()
  const roles = useAnswer(
    'GET /MembershipRoles/Search/{id}',
    { path: { id: '0' }, query: { sortBy: 'name', pageNumber: 1, pageSize: 200 } },
    { enabled: can('GET /MembershipRoles/Search/{id}') },
  )
  const [isInviting, setInviting] = useState(false)
  const [made, setMade] = useState<UserV2Created>()
  return (
    <>
      <ListScreen
        list="users"
        title={t('users.title')}
        operation="GET /v2/Users"
        columns={useColumns()}
        filters={[
          { name: 'userName', label: t('users.userName'), kind: 'text' },
          {
            name: 'role',
            label: t('users.role'),
            kind: 'choice',
            choices: (roles.data?.data ?? []).map(({ name }) => ({ value: name, title: name })),
          },
          {
            name: 'membershipGroupId',
            label: t('users.group'),
            kind: 'choice',
            choices: groups.map(({ id, name }) => ({ value: String(id), title: name })),
          },
          {
            name: 'status',
            label: t('users.status'),
            kind: 'choices',
            choices: statuses.map((status) => ({ value: status, title: t(`userStatus.${status}`) })),
          },
        ]}
        initial={{ sortBy: 'lastName', sortDirection: 'Asc' }}
        rowKey={({ id }) => id}
        rowLink={({ id }) => `/settings/users/${id}`}
        actions={
          can('POST /v2/Users') ? (
            <Button kind="main" icon="add" onClick={() => setInviting(true)}>
              {t('users.invite')}
            </Button>
          ) : undefined
        }
      />
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} onMade={setMade} /> : null}
      {made?.invitation ? (
        <SecretDialog
          title={t('users.invited', { name: nameOf(made) })}
          label={t('users.invitation')}
          secret={made.invitation}
          onClose={() => setMade(undefined)}
        >
          <p>{t('users.invitedWhy', { email: made.email })}</p>
        </SecretDialog>
      ) : null}
    </>
  )
}

export const nameOf = ({ firstName, lastName, userName }: UserV2): string =>
  `${firstName} ${lastName}`.trim() || userName

function useColumns(): readonly ListColumn<UserV2>[] {
  const t = useText()
  const format = useFormat()
  return [
    { key: 'name', title: t('users.name'), sort: 'lastName', cell: nameOf },
    {
      key: 'userName',
      title: t('users.userName'),
      sort: 'userName',
      isWrapping: true,
      cell: ({ userName }) => userName,
    },
    {
      key: 'status',
      title: t('users.status'),
      sort: 'status',
      cell: ({ status }) => (
        <Status
          value={status}
          tone={status === 'Disabled' ? 'off' : undefined}
          title={t(`userStatus.${status}`)}
        />
      ),
    },
    { key: 'roles', title: t('users.roles'), isWrapping: true, cell: ({ roles }) => roles.join(', ') || '—' },
    {
      key: 'worksFor',
      title: t('users.worksFor'),
      cell: ({ accountHolderType }) =>
        accountHolderType ? t(`holder.${accountHolderType}`) : t('users.office'),
    },
    {
      key: 'lastLoginAt',
      title: t('users.lastLogin'),
      cell: ({ lastLoginAt }) => format.instant(lastLoginAt),
    },
    {
      key: 'mfaEnabled',
      title: t('users.codes'),
      isHidden: true,
      cell: ({ mfaEnabled }) => t(mfaEnabled ? 'yes' : 'no'),
    },
    { key: 'email', title: t('users.email'), isHidden: true, sort: 'email', cell: ({ email }) => email },
  ]
}
