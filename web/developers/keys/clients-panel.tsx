import { useState } from 'react'
import type { OAuthClient, OAuthClientMade } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.ts'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useDone } from '../done.ts'
import { useText } from '../text.ts'
import { ClientDialog } from './client-dialog.tsx'
import { Limits, Rights } from './rights-view.tsx'

/** The OAuth clients: an id and a secret, with which a program gets its tokens. */
export function ClientsPanel() {
  const t = useText()
  const can = useCan()
  const query = useAnswer('GET /oauthclients', { query: { sortBy: 'name', pageSize: 200 } })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<OAuthClientMade>()
  const revoke = useRevoke()
  const columns = useColumns(revoke.run)
  const add = (
    <Button icon="add" onClick={() => setMaking(true)}>
      {t('clients.new')}
    </Button>
  )
  return (
    <Panel
      title={t('clients.panel')}
      id="clients"
      description={t('clients.why')}
      actions={can('POST /oauthclients') ? add : undefined}
      isFlush
    >
      <FaultSummary error={revoke.error} />
      <Await query={query} rows={3}>
        {(clients) =>
          clients.length === 0 ? (
            <Empty title={t('clients.empty')} why={t('clients.emptyWhy')} />
          ) : (
            <Table label={t('clients.panel')} columns={columns} rows={clients} rowKey={({ id }) => id} />
          )
        }
      </Await>
      {isMaking ? <ClientDialog onClose={() => setMaking(false)} onMade={setMade} /> : null}
      {made?.clientSecret ? (
        <SecretDialog
          title={t('clients.made', { name: made.name })}
          label={t('clients.secret')}
          secret={made.clientSecret}
          onClose={() => setMade(undefined)}
        >
          <Facts items={[{ label: t('clients.clientId'), value: <code>{made.clientId}</code> }]} />
        </SecretDialog>
      ) : null}
    </Panel>
  )
}

function useRevoke() {
  const t = useText()
  const confirm = useConfirm()
  const done = useDone()
  const { run, error } = useExecute('DELETE /oauthclients/{oauthClientId}')
  return {
    error,
    async run({ id, name }: OAuthClient) {
      const isSure = await confirm({
        title: t('keys.revokeTitle', { name }),
        text: t('clients.revokeWhy'),
        confirm: t('keys.revoke'),
        kind: 'danger',
      })
      if (isSure && (await run({ path: { oauthClientId: id } }))) done(t('keys.revoked', { name }))
    },
  }
}

function useColumns(revoke: (client: OAuthClient) => Promise<void>): readonly Column<OAuthClient>[] {
  const t = useText()
  const can = useCan()
  return [
    { key: 'name', title: t('keys.name'), cell: ({ name }) => name, isWrapping: true },
    {
      key: 'clientId',
      title: t('clients.clientId'),
      isWrapping: true,
      cell: ({ clientId }) => <code>{clientId}</code>,
    },
    {
      key: 'rights',
      title: t('keys.rights'),
      isWrapping: true,
      cell: ({ roles }) => <Rights roles={roles} permissions={[]} />,
    },
    {
      key: 'scopes',
      title: t('keys.scopes'),
      isWrapping: true,
      cell: ({ scopes }) => <Limits scopes={scopes} />,
    },
    {
      key: 'action',
      title: t('keys.action'),
      isTitleHidden: true,
      cell: (client) =>
        can('DELETE /oauthclients/{oauthClientId}') ? (
          <Button
            size="small"
            kind="danger"
            aria-label={t('keys.revokeTitle', { name: client.name })}
            onClick={() => void revoke(client)}
          >
            {t('keys.revoke')}
          </Button>
        ) : null,
    },
  ]
}
