import { useState } from 'react'
import { useExecute } from '../../actions/execute.ts'
import { useText as useActionText } from '../../actions/text.ts'
import { ApiError } from '../../api/client.ts'
import { practice } from '../../api/practice.ts'
import { useCan } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { TypedDialog } from '../../ui/dialogs/typed-dialog.tsx'
import { FaultSummary } from '../../ui/fields/faults.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { Panel } from '../../ui/panel.tsx'
import { Notice } from '../../ui/states.tsx'
import { toast } from '../../ui/toast-store.ts'
import { useText } from '../setup-text.ts'
import type { BookFile } from './book-files.ts'
import { useSent } from './use-sent.ts'

interface Props {
  readonly files: readonly BookFile[]
  /** The version that the book was compared with. */
  readonly expectedVersion: number
  readonly onApplied: (version: number) => void
  readonly onCompareAgain: () => void
}

/** Applies the book: tried out first, then behind the number of its version, which has to be typed. */
export function ApplyStep({ files, expectedVersion, onApplied, onCompareAgain }: Props) {
  const t = useText()
  const ta = useActionText()
  const can = useCan()
  const [note, setNote] = useState('')
  const trial = useSent('POST /Rates/books')
  const execution = useExecute('POST /Rates/books')
  const body = { files, expectedVersion, ...(note.trim() === '' ? {} : { note: note.trim() }) }
  const error = execution.error ?? trial.error
  const hasMoved = error instanceof ApiError && error.code === 'RateBookMoved'
  const apply = async () => {
    const answer = await execution.run({ body })
    if (!answer) return
    trial.clear()
    if (practice.get()) {
      toast(ta('practised'), { kind: 'info' })
      return
    }
    toast(t('apply.done', { version: answer.data.version }))
    onApplied(answer.data.version)
  }
  if (!can('POST /Rates/books')) return null
  return (
    <Panel title={t('apply.title')} id="apply" description={t('apply.why')}>
      <div className="stack">
        {trial.data ? null : <FaultSummary error={error} />}
        {hasMoved ? (
          <Notice tone="wait" actions={<Button onClick={onCompareAgain}>{t('apply.again')}</Button>}>
            {t('apply.moved')}
          </Notice>
        ) : null}
        <TextField
          label={t('apply.note')}
          name="/note"
          hint={t('apply.noteHint')}
          value={note}
          onChange={setNote}
        />
        <div>
          <Button kind="main" isBusy={trial.isRunning} onClick={() => void trial.run({ body, dryRun: true })}>
            {t('apply.button')}
          </Button>
        </div>
      </div>
      {trial.data ? (
        <TypedDialog
          title={t('apply.button')}
          description={t('apply.confirmWhy', { version: trial.data.version, name: trial.data.name })}
          word={String(trial.data.version)}
          confirm={t('apply.confirm', { version: trial.data.version })}
          kind="main"
          error={execution.error}
          isBusy={execution.isRunning}
          onConfirm={() => void apply()}
          onClose={trial.clear}
        />
      ) : null}
    </Panel>
  )
}
