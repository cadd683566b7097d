import type { Cancel } from '../../../sdk/src/types.gen.ts'
import { useQuery, useSetQuery } from '../../api/address.ts'
import { useAnswer } from '../../api/queries.ts'
import { Status } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Await } from '../../ui/states.tsx'
import { useFormat } from '../../ui/words/format.ts'
import { useRights } from '../rights.ts'
import { useText } from '../text.ts'
import { useWords } from '../words.ts'
import { Payments } from './payments.tsx'
import { ReinstateDialog } from './reinstate-dialog.tsx'

/** The executed cancel: what was paid to whom, and the way back. */
export function CancelPanel({ cancelId }: { readonly cancelId: number }) {
  const query = useAnswer('GET /cancels/{cancelId}', { path: { cancelId } })
  return <Await query={query}>{(cancel) => <CancelFacts cancel={cancel} />}</Await>
}

export function CancelFacts({ cancel }: { readonly cancel: Cancel }) {
  const t = useText()
  const words = useWords()
  const format = useFormat()
  const rights = useRights()
  const { dialog } = useQuery()
  const setQuery = useSetQuery()
  const { reinstatement } = cancel
  const close = () => setQuery({ dialog: undefined })
  return (
    <Panel
      title={t('cancel.title', { number: cancel.number })}
      id="cancel"
      actions={
        rights.reinstate && (
          <Button
            icon="undo"
            onClick={() => setQuery({ dialog: 'reinstate' })}
            disabledReason={cancel.status === 'Active' ? undefined : t('reinstate.already')}
          >
            {t('reinstate')}
          </Button>
        )
      }
    >
      <Facts
        items={[
          {
            label: t('queue.status'),
            value: (
              <Status value={cancel.status} title={words.status(cancel.status)} testid="cancel-status" />
            ),
          },
          { label: t('terms.cancelDate'), value: format.date(cancel.cancelDate) },
          { label: t('cancel.executed'), value: format.instant(cancel.executedAt) },
          { label: t('cancel.executedBy'), value: cancel.executedBy },
          {
            label: t('figure.netRefund'),
            value: format.money(cancel.calculation.netRefund),
            testid: 'cancel-net-refund',
          },
          {
            label: t('figure.totalRefund'),
            value: format.money(cancel.calculation.totalRefund),
            testid: 'cancel-total-refund',
          },
          reinstatement && {
            label: t('cancel.reinstated'),
            value: t('cancel.reinstatedOn', {
              ...{
                date: format.date(reinstatement.date),
                by: reinstatement.by,
                reason: reinstatement.reason,
              },
            }),
            isWide: true,
          },
        ]}
      />
      <Payments payments={cancel.payments} />
      {dialog === 'reinstate' && cancel.status === 'Active' && rights.reinstate && (
        <ReinstateDialog cancel={cancel} onClose={close} />
      )}
    </Panel>
  )
}
