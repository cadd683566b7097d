import { type ReactNode, useState } from 'react'
import type { ContractSearchResult } from '../../../sdk/src/types.gen.ts'
import { useAnswer } from '../../api/queries.ts'
import { useToday } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { DateField, SelectField, TextAreaField } from '../../ui/fields/field.tsx'
import { useText } from '../text.ts'
import { type Outcome, useBulk } from './use-bulk.ts'

interface BulkProps {
  readonly rows: readonly ContractSearchResult[]
  readonly onClose: () => void
}

/** Finalizes the ticked contracts, after each was tried out. */
export function BulkFinalize({ rows, onClose }: BulkProps) {
  const t = useText()
  const today = useToday()
  const [finalizeDate, setDate] = useState(today)
  const body = finalizeDate === '' ? undefined : { finalizeDate }
  return (
    <BulkDialog
      {...{ rows, onClose, body }}
      title={t('action.finalize')}
      operation="POST /contracts/{contractId}/finalize"
      mainTitle={(count) => t('bulk.finalize', { count })}
    >
      <DateField
        {...{ label: t('finalize.date'), name: '/finalizeDate', value: finalizeDate, onChange: setDate }}
        isRequired
      />
    </BulkDialog>
  )
}

/** Puts the ticked contracts on hold for one reason. */
export function BulkHold({ rows, onClose }: BulkProps) {
  const t = useText()
  const reasons = useAnswer('GET /contracts/holdreasons')
  const [reason, setReason] = useState('')
  const [note, setNote] = useState('')
  const body = reason === '' ? undefined : { holdReasonId: Number(reason), note: note || null }
  const options = (reasons.data?.data ?? []).filter(({ isActive }) => isActive)
  return (
    <BulkDialog
      {...{ rows, onClose, body }}
      title={t('action.hold')}
      operation="POST /contracts/{contractId}/holds"
      mainTitle={(count) => t('bulk.hold', { count })}
    >
      <SelectField
        {...{ label: t('hold.reason'), name: '/holdReasonId', value: reason, onChange: setReason }}
        isRequired
        options={options.map(({ id, name }) => ({ value: String(id), title: name }))}
      />
      <TextAreaField {...{ label: t('field.note'), name: '/note', value: note, onChange: setNote }} />
    </BulkDialog>
  )
}

interface DialogProps extends BulkProps {
  readonly title: string
  readonly operation: 'POST /contracts/{contractId}/finalize' | 'POST /contracts/{contractId}/holds'
  readonly body: object | undefined
  readonly mainTitle: (count: number) => string
  readonly children: ReactNode
}

function BulkDialog({ rows, onClose, title, operation, body, mainTitle, children }: DialogProps) {
  const t = useText()
  const { outcomes, accepted, isRunning, isDone, run } = useBulk(operation, rows, body)
  return (
    <Dialog title={title} open onClose={onClose}>
      {children}
      <ul className="contracts-bulk" aria-label={t('bulk.outcomes')}>
        {rows.map((row) => (
          <li key={row.id}>
            <span className="contracts-bulk-number">{row.number ?? t('list.quote', { id: row.id })}</span>
            <OutcomeText outcome={outcomes.get(row.id)} />
          </li>
        ))}
      </ul>
      <DialogFooter>
        <Button onClick={onClose}>{isDone ? t('do.close') : t('do.cancel')}</Button>
        {!isDone && (
          <Button
            kind="main"
            isBusy={isRunning}
            onClick={run}
            {...(accepted === 0 ? { disabledReason: t('bulk.none') } : {})}
          >
            {mainTitle(accepted)}
          </Button>
        )}
      </DialogFooter>
    </Dialog>
  )
}

function OutcomeText({ outcome }: { readonly outcome: Outcome | undefined }) {
  const t = useText()
  if (outcome === undefined) return <span>{t('bulk.trying')}</span>
  if (outcome.state === 'refused') return <span className="contracts-bulk-refused">{outcome.why}</span>
  return (
    <span>{outcome.state === 'done' ? t('bulk.done') : t('bulk.accepted', { count: outcome.rows })}</span>
  )
}
