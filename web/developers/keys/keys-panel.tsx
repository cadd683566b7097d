import { useState } from 'react'
import type { ApiKey, ApiKeyMade } from '../../../sdk/src/types.gen.ts'
import { useExecute } from '../../actions/execute.ts'
import { useAnswer } from '../../api/queries.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialogs/confirm.ts'
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await, Empty } from '../../ui/states.tsx'
import { type Column, Table } from '../../ui/tables/table.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useDone } from '../done.ts'
import { useText } from '../text.ts'
import { KeyDialog } from './key-dialog.tsx'
import { Limits, Rights } from './rights-view.tsx'

/** The API keys: all of them for whoever manages access, otherwise one's own. */
export function KeysPanel() {
  const t = useText()
  const can = useCan()
  const query = useAnswer('GET /apikeys', { query: { sortBy: 'name', pageSize: 200 } })
  const [isMaking, setMaking] = useState(false)
  const [made, setMade] = useState<ApiKeyMade>()
  const revoke = useRevoke()
  const columns = useColumns(revoke.run)
  const add = (
    <Button kind="main" icon="add" onClick={() => setMaking(true)}>
      {t('keys.new')}
    </Button>
  )
  return (
    <Panel
      title={t('keys.panel')}
      id="keys"
      description={t('keys.why')}
      actions={can('POST /apikeys') ? add : undefined}
      isFlush
    >
      <FaultSummary error={revoke.error} />
      <Await query={query} rows={3}>
        {(keys) =>
          keys.length === 0 ? (
            <Empty title={t('keys.empty')} why={t('keys.emptyWhy')} />
          ) : (
            <Table label={t('keys.panel')} columns={columns} rows={keys} rowKey={({ id }) => id} />
          )
        }
      </Await>
      {isMaking ? <KeyDialog onClose={() => setMaking(false)} onMade={setMade} /> : null}
      {made?.key ? (
        <SecretDialog
          title={t('keys.made', { name: made.name })}
          label={t('keys.key')}
          secret={made.key}
          onClose={() => setMade(undefined)}
        />
      ) : null}
    </Panel>
  )
}

function useRevoke() {
  const t = useText()
  const confirm = useConfirm()
  const done = useDone()
  const { run, error } = useExecute('DELETE /apikeys/{apiKeyId}')
  return {
    error,
    async run({ id, name }: ApiKey) {
      const isSure = await confirm({
        title: t('keys.revokeTitle', { name }),
        text: t('keys.revokeWhy'),
        confirm: t('keys.revoke'),
        kind: 'danger',
      })
      if (isSure && (await run({ path: { apiKeyId: id } }))) done(t('keys.revoked', { name }))
    },
  }
}

function useColumns(revoke: (key: ApiKey) => Promise<void>): readonly Column<ApiKey>[] {
  const t = useText()
  const format = useFormat()
  const can = useCan()
  return [
    { key: 'name', title: t('keys.name'), cell: ({ name }) => name, isWrapping: true },
    { key: 'last4', title: t('keys.last4'), cell: ({ last4 }) => <code>{`…${last4}`}</code> },
    {
      key: 'rights',
      title: t('keys.rights'),
      isWrapping: true,
      cell: ({ roles, permissions }) => <Rights roles={roles} permissions={permissions} />,
    },
    {
      key: 'scopes',
      title: t('keys.scopes'),
      isWrapping: true,
      cell: ({ scopes }) => <Limits scopes={scopes} />,
    },
    {
      key: 'expiresAt',
      title: t('keys.expires'),
      cell: ({ expiresAt }) => (expiresAt ? format.instant(expiresAt) : t('keys.noEnd')),
    },
    { key: 'createdBy', title: t('keys.createdBy'), cell: ({ createdBy }) => createdBy },
    {
      key: 'action',
      title: t('keys.action'),
      isTitleHidden: true,
      cell: (key) =>
        can('DELETE /apikeys/{apiKeyId}') ? (
          <Button
            size="small"
            kind="danger"
            aria-label={t('keys.revokeTitle', { name: key.name })}
            onClick={() => void revoke(key)}
          >
            {t('keys.revoke')}
          </Button>
        ) : null,
    },
  ]
}
