import type { OwnSession } from '../../sdk/src/types.gen.ts'
import { useExecute } from '../actions/execute.ts'
import { useAnswer } from '../api/queries.ts'
import { Status } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { useConfirm } from '../ui/dialogs/confirm.ts'
import { FaultSummary } from '../ui/fields/faults.tsx'
import { Panel } from '../ui/panel.tsx'
import { Await } from '../ui/states.tsx'
import { Table } from '../ui/tables/table.tsx'
import { useFormat } from '../ui/words/format.ts'
import { deviceParts } from './device.ts'
import { useDone } from './done.ts'
import { useText } from './text.ts'

/** Where the user is signed in, and the way to sign out there. */
export function SessionsPanel() {
  const t = useText()
  const confirm = useConfirm()
  const done = useDone()
  const query = useAnswer('GET /me/sessions', { query: { sortBy: 'lastUsedAt', sortDirection: 'Desc' } })
  const others = useExecute('DELETE /me/sessions')
  const one = useExecute('DELETE /me/sessions/{sessionId}')
  const columns = useColumns(async ({ id }) => {
    if (await one.run({ path: { sessionId: id } })) done(t('sessions.ended'))
  })
  const endOthers = async () => {
    const isSure = await confirm({
      title: t('sessions.endOthers'),
      text: t('sessions.endOthersWhy'),
      confirm: t('sessions.endOthers'),
      kind: 'danger',
    })
    if (isSure && (await others.run({}))) done(t('sessions.othersEnded'))
  }
  const hasOthers = (query.data?.data.length ?? 0) > 1
  const end = (
    <Button size="small" isBusy={others.isRunning} onClick={() => void endOthers()}>
      {t('sessions.endOthers')}
    </Button>
  )
  return (
    <Panel title={t('sessions.title')} id="sessions" actions={hasOthers && end}>
      <FaultSummary error={one.error ?? others.error} />
      <Await query={query} rows={2}>
        {(sessions) => (
          <Table label={t('sessions.table')} columns={columns} rows={sessions} rowKey={({ id }) => id} />
        )}
      </Await>
    </Panel>
  )
}

function useColumns(end: (session: OwnSession) => Promise<void>) {
  const t = useText()
  const format = useFormat()
  return [
    {
      key: 'device',
      title: t('sessions.device'),
      cell: ({ device }: OwnSession) => {
        const { browser, system } = deviceParts(device ?? '')
        if (browser && system) return t('sessions.browserOn', { browser, system })
        return device ?? t('sessions.unknown')
      },
    },
    {
      key: 'address',
      title: t('sessions.address'),
      cell: ({ address }: OwnSession) => address ?? t('sessions.unknown'),
    },
    {
      key: 'since',
      title: t('sessions.since'),
      cell: ({ createdAt }: OwnSession) => format.instant(createdAt),
    },
    {
      key: 'used',
      title: t('sessions.used'),
      cell: ({ lastUsedAt }: OwnSession) => format.instant(lastUsedAt),
    },
    {
      key: 'action',
      title: t('sessions.action'),
      cell: (session: OwnSession) =>
        session.isCurrent ? (
          <Status value="Active" title={t('sessions.current')} />
        ) : (
          <Button
            size="small"
            aria-label={t('sessions.endNamed', { when: format.instant(session.createdAt) })}
            onClick={() => void end(session)}
          >
            {t('sessions.end')}
          </Button>
        ),
    },
  ]
}
